/** What an experiment says in the end: one report, shown as a table, as JSON, as CSV and as a page. */
import { sha256Hex } from '@platform/core';
import type { Figure, Luck, Overfitting, TrialMarket } from '@platform/research';
import { count, decimals, NONE, percent, signed, signedPercent } from '../backtest/format';

export interface Report {
  readonly title: string;
  /** What follows from the figures. */
  readonly lines: readonly string[];
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows that a terminal shows; a page shows them all. */
  readonly shownRows?: number;
  /** Made only where they are asked for: there may be a hundred thousand trials in each. */
  charts(): readonly { readonly title: string; readonly svg: string }[];
  result(): object;
  /** Header first; every trial. */
  csv(): Iterable<readonly (string | number | boolean)[]>;
}

export function reportText({ title, lines, header, rows, shownRows = rows.length }: Report): string {
  return [title, '', ...columns([header, ...rows.slice(0, shownRows)]), '', ...lines].join('\n');
}

/** The last column is left-aligned. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, c) => Math.max(...rows.map((row) => row[c]!.length)));
  const last = widths.length - 1;
  return rows.map((row) =>
    row
      .map((cell, c) => (c === last ? cell : cell.padStart(widths[c]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** Figures that do not exist are null. The digest is of the text that follows it. */
export function reportJson({ result }: Report): string {
  const text = JSON.stringify(result(), (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? null : value,
  );
  return JSON.stringify({ digest: sha256Hex(text), ...(JSON.parse(text) as object) });
}

export function reportCsv({ csv }: Report): string {
  const cell = (value: string | number | boolean) =>
    typeof value === 'number' && !Number.isFinite(value) ? '' : String(value);
  let text = '';
  for (const row of csv()) text += `${row.map(cell).join()}\n`;
  return text;
}

/** The part of a plan that every kind has. */
export function planOf({ strategy, symbol, timeframe, settings }: TrialMarket) {
  return { strategy: strategy.name, symbol, timeframe, settings };
}

export const FIGURE_TITLES: Readonly<Partial<Record<Figure, string>>> = {
  sharpe: 'Sharpe',
  totalReturn: 'return',
  maxDrawdownPct: 'drawdown',
  trades: 'trades',
  profitFactor: 'profit factor',
};
export const SHOWN_FIGURES = Object.keys(FIGURE_TITLES) as Figure[];

export function shown(figure: Figure, value: number): string {
  switch (figure) {
    case 'totalReturn':
    case 'cagr':
      return signedPercent(known(value));
    case 'maxDrawdownPct':
      return percent(Number.isNaN(value) ? null : value / 100);
    case 'winRate':
    case 'exposure':
      return percent(known(value), 1);
    case 'trades':
    case 'days':
      return Number.isNaN(value) ? NONE : count(value);
    default:
      return signed(known(value));
  }
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

export function luckLines(luck: Luck | undefined): string[] {
  if (luck === undefined) return [];
  const { trialsEver, expectedMaximumSharpe, deflatedSharpe, probabilisticSharpe, minimumTrackRecordDays } =
    luck;
  return [
    `luck         ${count(trialsEver)} ever tried here: without skill the best would show a Sharpe of ${decimals(expectedMaximumSharpe)}`,
    `             probability that it is skill ${percent(deflatedSharpe, 1)} (${percent(probabilisticSharpe, 1)} had it been the only try)`,
    `             track record needed ${Number.isFinite(minimumTrackRecordDays) ? `${count(Math.ceil(minimumTrackRecordDays))} days` : 'endless'}`,
  ];
}

export function overfittingLine(overfitting: Overfitting | undefined): string {
  return overfitting === undefined
    ? 'overfitting  cannot be estimated: it takes two trials and 32 days'
    : `overfitting  the best of one half of the time ranks below the median in the other in ${percent(overfitting.probability, 1)} of ${count(overfitting.logits.length)} ways to halve it`;
}

export function overfittingJson(overfitting: Overfitting | undefined) {
  return overfitting && { probability: overfitting.probability };
}

/** A finished sweep as a table, as JSON and as CSV. */
import { sha256Hex } from '@platform/core';
import { FIGURES, type Figure, paramsAt, type SweepVerdict, type Trial } from '@platform/research';
import { count, decimals, NONE, percent, signed, signedPercent } from '../backtest/format';
import type { SweepPlan } from './plan';

const SHOWN = 10;

export interface FinishedSweep {
  readonly plan: SweepPlan;
  readonly verdict: SweepVerdict;
}

export const FIGURE_TITLES: Readonly<Partial<Record<Figure, string>>> = {
  sharpe: 'Sharpe',
  totalReturn: 'return',
  maxDrawdownPct: 'drawdown',
  trades: 'trades',
  profitFactor: 'profit factor',
};

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

export function paramsText(plan: SweepPlan, { index }: Trial): string {
  const params = paramsAt(plan.axes, index);
  return plan.axes.map(({ name }) => `${name}=${params[name]}`).join(' ');
}

export function sweepTable({ plan, verdict }: FinishedSweep): string {
  const { strategy, symbol, timeframe, indices, combinations, contradictory, days } = plan;
  const figures = Object.keys(FIGURE_TITLES) as Figure[];
  const header = ['', ...figures.map((figure) => FIGURE_TITLES[figure]!), 'parameters'];
  const lines = verdict.ranked
    .slice(0, SHOWN)
    .map((trial, place) => [
      `${place + 1}`,
      ...figures.map((figure) => shown(figure, trial.figures[figure])),
      paramsText(plan, trial),
    ]);
  const tried = `${count(indices.length)} of ${count(combinations)} combinations`;
  const left = [
    contradictory > 0 ? `${count(contradictory)} contradict themselves` : '',
    verdict.failed > 0 ? `${count(verdict.failed)} failed` : '',
  ].filter((text) => text !== '');
  return [
    `${strategy.name} on ${symbol} ${timeframe} · ${count(days)} days · ${[tried, ...left].join(', ')}`,
    '',
    ...columns([header, ...lines]),
    '',
    ...verdictLines(verdict),
  ].join('\n');
}

export function verdictLines({ plateau, luck, overfitting }: SweepVerdict): string[] {
  const lines: string[] = [];
  if (plateau !== undefined) {
    const { indices, share, neighbours } = plateau;
    lines.push(
      `plateau      ${count(indices.length)} combinations (${percent(share, 1)}) reach four fifths of the best without a gap; ` +
        `its direct neighbours have ${decimals(neighbours)} in the middle`,
    );
  }
  if (luck !== undefined) {
    const { trialsEver, expectedMaximumSharpe, deflatedSharpe, probabilisticSharpe, minimumTrackRecordDays } =
      luck;
    lines.push(
      `luck         ${count(trialsEver)} ever tried here: without skill the best would show a Sharpe of ${decimals(expectedMaximumSharpe)}`,
      `             probability that it is skill ${percent(deflatedSharpe, 1)} (${percent(probabilisticSharpe, 1)} had it been the only try)`,
      `             track record needed ${Number.isFinite(minimumTrackRecordDays) ? `${count(Math.ceil(minimumTrackRecordDays))} days` : 'endless'}`,
    );
  }
  lines.push(
    overfitting === undefined
      ? 'overfitting  cannot be told: it takes two trials and 32 days'
      : `overfitting  the best of one half of the time ranks below the median in the other in ${percent(overfitting.probability, 1)} of ${count(overfitting.logits.length)} ways to halve it`,
  );
  return lines;
}

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

/** In the order of the combinations; figures that do not exist are null. */
export function sweepJson({ plan, verdict }: FinishedSweep): string {
  const { strategy, symbol, timeframe, settings, axes, objective, seed, combinations, contradictory, days } =
    plan;
  const trials = [...verdict.ranked]
    .sort((a, b) => a.index - b.index)
    .map((trial) => ({ index: trial.index, params: paramsAt(axes, trial.index), figures: trial.figures }));
  const { plateau, luck, failed } = verdict;
  const overfitting = verdict.overfitting && { probability: verdict.overfitting.probability };
  const result = {
    plan: { kind: 'sweep', strategy: strategy.name, symbol, timeframe, settings, axes, objective, seed },
    ...{ combinations, contradictory, failed, days, best: verdict.ranked[0]?.index ?? null },
    ...{ plateau, luck, overfitting, trials },
  };
  const text = JSON.stringify(result, (_, value) =>
    typeof value === 'number' && !Number.isFinite(value) ? null : value,
  );
  return JSON.stringify({ digest: sha256Hex(text), ...(JSON.parse(text) as object) });
}

export function sweepCsv({ plan, verdict }: FinishedSweep): string {
  const names = plan.axes.map(({ name }) => name);
  const header = ['index', ...names, ...FIGURES].join();
  const lines = [...verdict.ranked]
    .sort((a, b) => a.index - b.index)
    .map(({ index, figures }) => {
      const params = paramsAt(plan.axes, index);
      const cells = FIGURES.map((figure) => (Number.isFinite(figures[figure]) ? figures[figure] : ''));
      return [index, ...names.map((name) => params[name]), ...cells].join();
    });
  return `${[header, ...lines].join('\n')}\n`;
}

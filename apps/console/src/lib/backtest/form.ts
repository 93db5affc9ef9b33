/** The backtest form: what may be chosen is what is stored, and the request is built from it in one place. */
import type { BacktestRequest } from '@platform/contracts';
import { DAY_MS, type Timeframe, timeframeMs } from '@platform/core';
import type { StoredRange } from '../history';

export interface BacktestChoice {
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** YYYY-MM-DD, UTC; the last day is included. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly initialEquityUsd: string;
  readonly takerFeeBps: string;
  readonly slippageBps: string;
  readonly level: '' | '1' | '2';
  /** Run although too little of the span is stored. */
  readonly allowsPartialData: boolean;
}

/** What trading costs and how signals become sizes; empty means the platform's own figure. */
export type BacktestCosts = Pick<
  BacktestChoice,
  'initialEquityUsd' | 'takerFeeBps' | 'slippageBps' | 'level'
>;

export const DEFAULT_COSTS: BacktestCosts = {
  initialEquityUsd: '10000',
  takerFeeBps: '',
  slippageBps: '',
  level: '',
};

/** Texts as one word of the address, without those that are the default anyway; empty when all are. */
export function written<T extends object>(texts: T, defaults: T): string {
  const changed = Object.entries(texts).filter(([name, text]) => text !== defaults[name as keyof T]);
  return changed.length === 0 ? '' : JSON.stringify(Object.fromEntries(changed));
}

/** What `written` wrote; a mangled address begins with the defaults. */
export function writtenObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function costsFrom(text: string | null): BacktestCosts {
  const given = writtenObject(text);
  const entries = Object.entries(DEFAULT_COSTS).map(([name, usual]) => {
    const value = given[name];
    return [name, typeof value === 'string' ? value : usual];
  });
  const costs = Object.fromEntries(entries) as unknown as BacktestCosts;
  return { ...costs, level: costs.level === '1' || costs.level === '2' ? costs.level : '' };
}

export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** The days as a span of time, kept within what is stored. */
export function chosenSpan(
  { fromDay, toDay }: Pick<BacktestChoice, 'fromDay' | 'toDay'>,
  stored: StoredRange,
): { fromMs: number; toMs: number } {
  const fromMs = Math.max(stored.fromMs, Date.parse(`${fromDay}T00:00:00Z`));
  const toMs = Math.min(stored.toMs, Date.parse(`${toDay}T00:00:00Z`) + DAY_MS);
  return { fromMs, toMs };
}

export type ChoiceFault = { readonly field: keyof BacktestChoice; readonly message: string };

export function faultsOf(choice: BacktestChoice, stored: StoredRange | null): readonly ChoiceFault[] {
  if (stored === null) {
    const message = `No ${choice.timeframe} bars of ${choice.symbol} are stored. Fill them on the data page.`;
    return [{ field: 'symbol', message }];
  }
  const { fromMs, toMs } = chosenSpan(choice, stored);
  const faults: ChoiceFault[] = [];
  if (Number.isNaN(fromMs)) faults.push({ field: 'fromDay', message: 'Give a day.' });
  if (Number.isNaN(toMs)) faults.push({ field: 'toDay', message: 'Give a day.' });
  if (fromMs >= toMs) faults.push({ field: 'toDay', message: 'The span is empty: nothing of it is stored.' });
  if (!(Number(choice.initialEquityUsd) >= 1))
    faults.push({ field: 'initialEquityUsd', message: 'At least 1 USD.' });
  for (const field of ['takerFeeBps', 'slippageBps'] as const) {
    const bps = Number(choice[field]);
    if (choice[field] !== '' && !(bps >= 0 && bps <= 1000))
      faults.push({ field, message: 'Between 0 and 1000 basis points.' });
  }
  return faults;
}

export function toRequest(choice: BacktestChoice, stored: StoredRange): BacktestRequest {
  const { fromMs, toMs } = chosenSpan(choice, stored);
  const costs = {
    ...(choice.takerFeeBps === '' ? {} : { taker_fee_bps: Number(choice.takerFeeBps) }),
    ...(choice.slippageBps === '' ? {} : { slippage_bps: Number(choice.slippageBps) }),
  };
  return {
    strategy: choice.strategy,
    symbol: choice.symbol,
    timeframe: choice.timeframe,
    from_ts: fromMs,
    to_ts: toMs,
    params: { ...choice.params },
    initial_equity_usd: choice.initialEquityUsd,
    ...(Object.keys(costs).length === 0 ? {} : { costs }),
    ...(choice.level === '' ? {} : { level: Number(choice.level) }),
    ...(choice.allowsPartialData ? { allow_partial_data: true } : {}),
  };
}

/** What the run would stand on: the bars of the span that are stored and not spent on the warm-up. */
export function coverageText(testedBars: number, spanBars: number): string {
  const percent = spanBars === 0 ? 0 : Math.floor((testedBars / spanBars) * 100);
  const [tested, all] = [testedBars, spanBars].map((bars) => bars.toLocaleString('en'));
  return (
    `It would decide on ${tested} of ${all} bars (${percent} %). ` +
    'Below 90 %, or half of the funding, a run is refused without this; with it, its data is graded F.'
  );
}

export function barsIn(span: { fromMs: number; toMs: number }, timeframe: Timeframe): number {
  return Math.max(0, Math.floor((span.toMs - span.fromMs) / timeframeMs(timeframe)));
}

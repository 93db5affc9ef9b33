/** The backtest form: what may be chosen is what is stored, and the request is built from it in one place. */
import type { BacktestRequest } from '@platform/contracts';
import type { InventoryItem } from '../data/coverage';
import { type Timeframe, timeframeMs } from '../timeframes';

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
}

export interface StoredRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly rowCount: number;
  readonly gapCount: number;
}

export function storedRange(
  items: readonly InventoryItem[],
  symbol: string,
  timeframe: Timeframe,
): StoredRange | null {
  const item = items.find(
    (each) =>
      each.source === 'klines' &&
      each.market === 'perp' &&
      each.symbol === symbol &&
      each.timeframe === timeframe,
  );
  if (item === undefined || item.earliest === null || item.latest === null) return null;
  const { earliest, latest, rowCount, gapCount } = item;
  return { fromMs: earliest, toMs: latest + timeframeMs(timeframe), rowCount, gapCount };
}

export function storedSymbols(items: readonly InventoryItem[]): readonly string[] {
  const symbols = items.filter(({ source, market }) => source === 'klines' && market === 'perp');
  return [...new Set(symbols.flatMap(({ symbol }) => (symbol === null ? [] : [symbol])))].sort();
}

const DAY_MS = 86_400_000;

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

/** The first day that the history before it warms the strategy up for; the first stored day where it is too short for that. */
export function firstTradableDay(stored: StoredRange, warmupBars: number, timeframe: Timeframe): string {
  const readyMs = stored.fromMs + warmupBars * timeframeMs(timeframe);
  const isEnough = readyMs + DAY_MS < stored.toMs;
  return dayOf(isEnough ? Math.ceil(readyMs / DAY_MS) * DAY_MS : stored.fromMs);
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
    ...{ strategy: choice.strategy, symbol: choice.symbol, timeframe: choice.timeframe },
    ...{ from_ts: fromMs, to_ts: toMs, params: { ...choice.params } },
    initial_equity_usd: choice.initialEquityUsd,
    ...(Object.keys(costs).length === 0 ? {} : { costs }),
    ...(choice.level === '' ? {} : { level: Number(choice.level) }),
  };
}

export function barsIn(span: { fromMs: number; toMs: number }, timeframe: Timeframe): number {
  return Math.max(0, Math.floor((span.toMs - span.fromMs) / timeframeMs(timeframe)));
}

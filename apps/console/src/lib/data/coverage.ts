/**
 * Coverage by series and month, computed from the first row, the last one and the gaps between them. Only the
 * first hundred gaps of a series are listed: a month after the last listed one is unknown when there are
 * more.
 */
import { isTimeframe, timeframeMs } from '@platform/core';

export interface InventoryItem {
  readonly source: string;
  readonly symbol: string | null;
  readonly market: string | null;
  readonly timeframe: string | null;
  readonly earliest: number | null;
  readonly latest: number | null;
  readonly rowCount: number;
  readonly gapCount: number;
  readonly gaps: readonly Gap[];
}

export interface Gap {
  readonly fromTs: number;
  readonly toTs: number;
  readonly missing: number;
}

export interface MonthCell {
  readonly month: string;
  /** Share of the month's time between first and last row that is covered; null when unknown or outside. */
  readonly share: number | null;
  readonly state: 'outside' | 'whole' | 'gaps' | 'unknown';
  readonly gaps: readonly Gap[];
}

export interface CoverageRow {
  readonly item: InventoryItem;
  readonly label: string;
  readonly cells: readonly MonthCell[];
}

export interface CoverageMatrix {
  readonly months: readonly string[];
  readonly rows: readonly CoverageRow[];
}

export function coverageMatrix(items: readonly InventoryItem[]): CoverageMatrix {
  const stored = items.filter(({ earliest, latest }) => earliest !== null && latest !== null);
  if (stored.length === 0) return { months: [], rows: [] };
  const first = Math.min(...stored.map(({ earliest }) => earliest!));
  const last = Math.max(...stored.map(endOf));
  const months = monthsBetween(first, last);
  const rows = stored.map((item) => ({
    item,
    label: labelOf(item),
    cells: months.map((month) => cellOf(item, month)),
  }));
  return { months: months.map(({ name }) => name), rows };
}

export function labelOf({ symbol, market, timeframe, source }: InventoryItem): string {
  return [symbol ?? source, market, timeframe].filter((part) => part !== null).join(' · ');
}

/** Rows stand for the time until the next one. */
function endOf({ latest, timeframe }: InventoryItem): number {
  const stepMs = timeframe !== null && isTimeframe(timeframe) ? timeframeMs(timeframe) : 0;
  return latest! + stepMs;
}

interface Month {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

function monthsBetween(fromMs: number, toMs: number): readonly Month[] {
  const months: Month[] = [];
  let [year, month] = [new Date(fromMs).getUTCFullYear(), new Date(fromMs).getUTCMonth()];
  for (;;) {
    const begin = Date.UTC(year, month, 1);
    if (begin >= toMs && months.length > 0) return months;
    const end = Date.UTC(year, month + 1, 1);
    months.push({ name: new Date(begin).toISOString().slice(0, 7), fromMs: begin, toMs: end });
    [year, month] = [new Date(end).getUTCFullYear(), new Date(end).getUTCMonth()];
  }
}

function cellOf(item: InventoryItem, { name, fromMs, toMs }: Month): MonthCell {
  const begin = Math.max(fromMs, item.earliest!);
  const end = Math.min(toMs, endOf(item));
  const gaps = item.gaps.filter((gap) => gap.fromTs < toMs && gap.toTs > fromMs);
  if (begin >= end) return { month: name, share: null, state: 'outside', gaps: [] };
  const listedUntil = item.gaps.at(-1)?.toTs ?? 0;
  if (item.gapCount > item.gaps.length && toMs > listedUntil)
    return { month: name, share: null, state: 'unknown', gaps };
  const missingMs = gaps.reduce((sum, gap) => sum + Math.min(gap.toTs, end) - Math.max(gap.fromTs, begin), 0);
  const share = 1 - missingMs / (end - begin);
  return { month: name, share, state: gaps.length === 0 ? 'whole' : 'gaps', gaps };
}

/**
 * A gap as a request to fill it; the data service takes whole days of some sources, so ends stay as they are.
 */
export function fillRequest(item: InventoryItem, gap: Gap) {
  const [symbol] = (item.symbol ?? '').split(' ');
  const isTradingPair = symbol !== undefined && /^[A-Z0-9]{2,30}$/.test(symbol);
  return {
    source: item.source,
    body: { ...(isTradingPair ? { symbols: [symbol] } : {}), from_ts: gap.fromTs, to_ts: gap.toTs },
  };
}

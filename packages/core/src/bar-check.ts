/**
 * The door of every series: bars that are not finite, not in order, not whole or not possible are refused
 * before anything is decided.
 */
import { BAR_COLUMNS, type Bar, type BarSeries } from './series';

export type BarFaultKind =
  | 'not_finite'
  | 'unsorted'
  | 'duplicate'
  | 'inverted'
  | 'not_positive'
  | 'negative_volume';

export interface BarFault {
  readonly kind: BarFaultKind;
  readonly index: number;
  readonly message: string;
}

/**
 * The first reason to refuse `bar` as the bar at `index` after one that opened at `previousOpenTimeMs`; null
 * when sound.
 */
export function findBarFault(bar: Bar, index: number, previousOpenTimeMs: number): BarFault | null {
  const fault = (kind: BarFaultKind, what: string): BarFault => ({
    kind,
    index,
    message: `bar ${index} (open time ${bar.openTimeMs}): ${what}`,
  });
  for (const column of BAR_COLUMNS) {
    if (!Number.isFinite(bar[column])) return fault('not_finite', `${column} is ${bar[column]}`);
  }
  if (bar.openTimeMs === previousOpenTimeMs) return fault('duplicate', 'same open time as the bar before');
  if (bar.openTimeMs < previousOpenTimeMs) return fault('unsorted', `opens before ${previousOpenTimeMs}`);
  if (bar.low <= 0) return fault('not_positive', `low ${bar.low} is not above 0`);
  if (bar.high < Math.max(bar.open, bar.close) || bar.low > Math.min(bar.open, bar.close)) {
    return fault(
      'inverted',
      `high ${bar.high} and low ${bar.low} do not enclose ${bar.open} and ${bar.close}`,
    );
  }
  if (bar.volume < 0 || bar.takerBuyVolume < 0) return fault('negative_volume', 'volume below 0');
  return null;
}

/** The first fault of a series from bar `from` on; null when every bar is sound. */
export function findSeriesFault(series: BarSeries, from = 0): BarFault | null {
  let previous = from > 0 ? series.openTimeMs[from - 1]! : Number.NEGATIVE_INFINITY;
  for (let i = from; i < series.length; i++) {
    const fault = findBarFault(series.at(i), i, previous);
    if (fault) return fault;
    previous = series.openTimeMs[i]!;
  }
  return null;
}

/**
 * A span of minute history as columns, for benchmarks and bulk loads; the same bars that the klines endpoint
 * serves.
 */
import { mix } from '../random';
import type { SymbolSpec } from '../symbols';
import { Climate, SymbolDays } from './climate';
import { type DayBars, emptyDayBars, fillDayBars, MinuteFactors } from './minutes';

/** Calls `onDay` with each day's bars; the columns are reused from day to day. */
export function generateHistory(
  seed: number,
  specs: readonly SymbolSpec[],
  firstDay: number,
  days: number,
  onDay: (spec: SymbolSpec, day: number, bars: DayBars) => void,
): void {
  const climate = new Climate(seed);
  const factors = new MinuteFactors(climate);
  const bars = emptyDayBars();
  for (const spec of specs) {
    const symbolDays = new SymbolDays(seed, spec, climate);
    for (let day = firstDay; day < firstDay + days; day++) {
      fillDayBars(bars, spec, symbolDays.day(day), mix(symbolDays.hash, day), factors.day(day));
      onDay(spec, day, bars);
    }
  }
}

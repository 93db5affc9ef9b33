/**
 * Returns by calendar month and year, UTC. A point at midnight is the close of the day before and counts to
 * it, as in the daily returns. A month's return is from the last equity before it to the last equity in it;
 * the first is from the equity before the curve.
 */
import type { EquityCurve } from './curve';

export const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

export interface MonthlyYear {
  readonly year: number;
  /** January first, in percent; null where the curve has no point. */
  readonly months: readonly (number | null)[];
  readonly yearPct: number;
}

export function monthlyReturns(
  { timeMs, equity }: EquityCurve,
  equityBefore: number,
): readonly MonthlyYear[] {
  const years: { year: number; months: (number | null)[]; yearPct: number }[] = [];
  let monthOpen = equityBefore;
  let yearOpen = equityBefore;
  for (let p = 0; p < timeMs.length; p++) {
    const month = monthOf(timeMs[p]!);
    if (p + 1 < timeMs.length && monthOf(timeMs[p + 1]!) === month) continue;
    const year = Math.floor(month / 12);
    if (years.at(-1)?.year !== year) {
      years.push({ year, months: Array(12).fill(null), yearPct: 0 });
      yearOpen = monthOpen;
    }
    const row = years.at(-1)!;
    row.months[month % 12] = changePct(monthOpen, equity[p]!);
    row.yearPct = changePct(yearOpen, equity[p]!);
    monthOpen = equity[p]!;
  }
  return years;
}

/** Months since year 0 of the day that a point closes. */
function monthOf(timeMs: number): number {
  const date = new Date(timeMs - 1);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

function changePct(from: number, to: number): number {
  return from > 0 ? 100 * (to / from - 1) : 0;
}

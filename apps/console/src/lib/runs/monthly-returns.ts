/** Returns by calendar month and year, UTC. A month's return is from the last equity before it to the last equity in it. */
import type { Curve } from './types';

export interface MonthlyYear {
  readonly year: number;
  /** January first, in percent; null where the curve has no point. */
  readonly months: readonly (number | null)[];
  readonly yearPct: number;
}

export function monthlyReturns(curve: Curve): readonly MonthlyYear[] {
  const { ts, equityUsd } = curve;
  if (ts.length === 0) return [];
  const years = new Map<number, { months: (number | null)[]; openUsd: number; closeUsd: number }>();
  let monthOpenUsd = equityUsd[0]!;
  for (let i = 0; i < ts.length; i++) {
    const { year, month } = monthOf(ts[i]!);
    const next = ts[i + 1];
    const isLastOfMonth = next === undefined || monthOf(next).month !== month || monthOf(next).year !== year;
    if (!isLastOfMonth) continue;
    const closeUsd = equityUsd[i]!;
    const row = years.get(year) ?? { months: Array(12).fill(null), openUsd: monthOpenUsd, closeUsd };
    row.months[month] = changePct(monthOpenUsd, closeUsd);
    row.closeUsd = closeUsd;
    years.set(year, row);
    monthOpenUsd = closeUsd;
  }
  return [...years].map(([year, row]) => ({
    year,
    months: row.months,
    yearPct: changePct(row.openUsd, row.closeUsd),
  }));
}

function monthOf(timeMs: number): { year: number; month: number } {
  const date = new Date(timeMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}

function changePct(from: number, to: number): number {
  return from > 0 ? 100 * (to / from - 1) : 0;
}

/** Dates as text, for sources that speak in days. */
import { DAY_MS } from '@platform/core';

export function isoDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

export function startOfDayMs(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

export function parseIsoDay(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

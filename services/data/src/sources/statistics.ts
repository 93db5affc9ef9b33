/** What the exchange counts over periods: it keeps 30 days and answers the newest 500 of what is asked. */
import { DAY_MS, isTimeframe, timeframeMs } from '@platform/core';
import type { HistoryRequest } from '../app/ports';

const PAGE_ROWS = 500;
/** A little less than what is kept, so that a slow request does not ask for too much. */
const KEPT_MS = 30 * DAY_MS - 60 * 60_000;

export function periodMs(period: HistoryRequest['period']): number {
  if (!isTimeframe(period)) throw new RangeError(`${period} has no length`);
  return timeframeMs(period);
}

export function keptSince(fromMs: number, nowMs: number): number {
  return Math.max(fromMs, nowMs - KEPT_MS);
}

/** The last moment that one request from `cursorMs` on can reach. */
export function pageEndMs(cursorMs: number, toMs: number, stepMs: number): number {
  return Math.min(toMs - 1, cursorMs + (PAGE_ROWS - 1) * stepMs);
}

export { PAGE_ROWS };

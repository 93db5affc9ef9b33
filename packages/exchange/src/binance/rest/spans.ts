/**
 * History in the venue's portions: it answers for at most seven days from a start, and for at most so many rows, oldest first.
 * A span is read window by window and page by page up to its end, so that a quiet week never hides what came after it.
 */
import type { TimeSpan } from '../../port/orders';
import type { ReadOutcome } from '../../port/outcomes';
import type { Params } from './endpoints';

const WINDOW_MS = 7 * 24 * 3_600_000 - 1;
const PAGE = 1_000;

/** `idOf` identifies a row: a page begins with the moment in which the one before it ended. */
export async function readSpan<Row extends { readonly timeMs: number }>(
  span: TimeSpan,
  nowMs: number,
  read: (window: Params) => Promise<ReadOutcome<readonly Row[]>>,
  idOf: (row: Row) => string,
): Promise<ReadOutcome<readonly Row[]>> {
  const endMs = span.toMs ?? Math.floor(nowMs);
  const rows = new Map<string, Row>();
  for (let startMs = Math.floor(span.fromMs); startMs <= endMs; ) {
    const windowEndMs = Math.min(startMs + WINDOW_MS, endMs);
    const page = await read({ startTime: startMs, endTime: windowEndMs, limit: PAGE });
    if (page.kind !== 'ok') return page;
    const before = rows.size;
    for (const row of page.value) rows.set(idOf(row), row);
    const last = page.value.at(-1);
    if (last === undefined || page.value.length < PAGE) startMs = windowEndMs + 1;
    // A moment with more rows than a page shows its first ones only; what comes after it is still to be read.
    else startMs = rows.size === before ? last.timeMs + 1 : last.timeMs;
  }
  return { kind: 'ok', value: [...rows.values()] };
}

/**
 * History in the venue's portions: it answers for at most seven days from a start, and for at most so many
 * rows, of which a full page shows the oldest or the newest, endpoint by endpoint. A span is read window by
 * window, and from a full page on both ways, so that neither a quiet week nor a busy hour hides anything.
 */
import type { TimeSpan } from '../../port/orders';
import type { ReadOutcome } from '../../port/outcomes';
import type { Params } from './endpoints';

const WINDOW_MS = 7 * 24 * 3_600_000 - 1;
const PAGE = 1_000;

/** Oldest first. `idOf` identifies a row: a page begins with the moment in which the one before it ended. */
export async function readSpan<Row extends { readonly timeMs: number }>(
  span: TimeSpan,
  nowMs: number,
  read: (window: Params) => Promise<ReadOutcome<readonly Row[]>>,
  idOf: (row: Row) => string,
): Promise<ReadOutcome<readonly Row[]>> {
  const endMs = span.toMs ?? Math.floor(nowMs);
  const rows = new Map<string, Row>();
  const unread: [number, number][] = [];
  for (let startMs = Math.floor(span.fromMs); startMs <= endMs; startMs += WINDOW_MS + 1)
    unread.push([startMs, Math.min(startMs + WINDOW_MS, endMs)]);
  for (let window = unread.shift(); window !== undefined; window = unread.shift()) {
    const [startTime, endTime] = window;
    if (startTime > endTime) continue;
    const page = await read({ startTime, endTime, limit: PAGE });
    if (page.kind !== 'ok') return page;
    const before = rows.size;
    for (const row of page.value) {
      // The later page shows the whole of the moment in which two meet, in its order.
      rows.delete(idOf(row));
      rows.set(idOf(row), row);
    }
    if (page.value.length < PAGE) continue;
    const times = page.value.map(({ timeMs }) => timeMs);
    // A moment with more rows than a page shows a part of them only; what is around it is still to be read.
    const step = rows.size === before ? 1 : 0;
    const [first, last] = [Math.min(...times, endTime), Math.max(...times, startTime)];
    unread.unshift([startTime, first - step], [last + step, endTime]);
  }
  return { kind: 'ok', value: [...rows.values()].sort((a, b) => a.timeMs - b.timeMs) };
}

import type { History, Interval, ProcessEvent } from '../history/history';
import { overlaps } from '../history/outages';
import type { Checker } from './checker';

/** What neither ends a life nor says that the books are compared. */
const PASSING: readonly ProcessEvent['kind'][] = ['leads', 'frozen', 'thawed'];

export const reconciledFirst: Checker = {
  invariant: 'I15',
  claim: 'no entry is written before the process that writes it has compared books and venue',
  when: 'always',
  check({ database, log, bounds }) {
    const besideAnother = livesOf(log.second, log.takenAtMs);
    const unready = beginningsOf(log.process, bounds.reconciledSeenMs);
    return database.orders
      .filter(({ leg, committedMs }) => {
        const written = { fromMs: committedMs, toMs: committedMs };
        return leg === 'entry' && overlaps(written, unready) && !overlaps(written, besideAnother);
      })
      .map(({ clientOrderId }) => `entry ${clientOrderId} was written before books and venue were compared`);
  },
};

function beginningsOf(process: readonly ProcessEvent[], seenMs: number): Interval[] {
  return process.flatMap(({ kind, atMs }, index) => {
    if (kind !== 'spawned') return [];
    const later = process.slice(index + 1);
    const toMs = later.find(({ kind: next }) => !PASSING.includes(next))?.atMs;
    return toMs === undefined ? [] : [{ fromMs: atMs, toMs: toMs - seenMs }];
  });
}

function livesOf(process: History['log']['second'], takenAtMs: number): Interval[] {
  return process.flatMap(({ kind, atMs }, index) => {
    if (kind !== 'spawned') return [];
    const exited = process.slice(index + 1).find((event) => event.kind === 'exited');
    return [{ fromMs: atMs, toMs: exited?.atMs ?? takenAtMs }];
  });
}

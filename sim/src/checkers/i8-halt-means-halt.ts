import type { DatabaseHistory } from '../history/history';
import { type Checker, legOf } from './checker';

export const haltMeansHalt: Checker = {
  invariant: 'I8',
  claim:
    'no entry is written after a halt was committed, and none is sent once the bound after it has passed',
  when: 'always',
  check({ database, venue, bounds }) {
    const written = database.orders
      .filter(({ leg }) => leg === 'entry')
      .flatMap(({ clientOrderId, committedMs }) => {
        const haltedMs = haltedSince(database.latch, committedMs);
        return haltedMs === undefined || committedMs <= haltedMs
          ? []
          : [`entry ${clientOrderId} was committed ${(committedMs - haltedMs).toFixed(1)} ms after a halt`];
      });
    const sent = venue.requests
      .filter(({ clientOrderId }) => clientOrderId !== null && legOf(clientOrderId) === 'entry')
      .flatMap(({ clientOrderId, atMs }) => {
        const haltedMs = haltedSince(database.latch, atMs);
        const afterMs = haltedMs === undefined ? 0 : atMs - haltedMs;
        return afterMs > bounds.haltToSilenceMs
          ? [`entry ${clientOrderId} was sent ${afterMs.toFixed(0)} ms after a halt`]
          : [];
      });
    return [...written, ...sent];
  },
};

/** Undefined when not halted at that moment. */
function haltedSince(latch: DatabaseHistory['latch'], atMs: number): number | undefined {
  let sinceMs: number | undefined;
  for (const { halted, committedMs } of latch) {
    if (committedMs > atMs) break;
    sinceMs = halted ? (sinceMs ?? committedMs) : undefined;
  }
  return sinceMs;
}

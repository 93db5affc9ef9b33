import { type Checker, legOf } from './checker';

export const latchReadLately: Checker = {
  invariant: 'I9',
  claim: 'no entry is sent unless the halt latch was read within the bound before it',
  when: 'always',
  check({ venue, log, bounds }) {
    const { latchReads } = log;
    if (latchReads === undefined) return [];
    let next = 0;
    return venue.requests
      .filter(({ clientOrderId }) => clientOrderId !== null && legOf(clientOrderId) === 'entry')
      .flatMap(({ clientOrderId, atMs }) => {
        while (next < latchReads.length && latchReads[next]! <= atMs) next += 1;
        const ageMs = atMs - (latchReads[next - 1] ?? Number.NEGATIVE_INFINITY);
        return ageMs > bounds.latchFreshMs
          ? [`entry ${clientOrderId} was sent ${ageMs.toFixed(0)} ms after the latch was last read`]
          : [];
      });
  },
};

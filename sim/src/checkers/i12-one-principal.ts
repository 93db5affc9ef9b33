import { overlaps, processAway } from '../history/able';
import type { History } from '../history/history';
import { type Checker, legOf } from './checker';

/** Long enough for PostgreSQL to notice that a session has gone, and for another to take its lock. */
const HAND_OVER_MS = 20_000;

export const onePrincipal: Checker = {
  invariant: 'I12',
  claim:
    'every order that was sent is signed with the one key and bears an id that names its leg, and one process at a time sends them',
  when: 'always',
  check(history) {
    const foreign = history.venue.requests.flatMap(({ clientOrderId, principal }) => [
      ...(principal === 0 ? [] : [`order ${clientOrderId} was signed with another key`]),
      ...(legOf(clientOrderId ?? '') === undefined
        ? [`order ${clientOrderId} bears an id that is not ours`]
        : []),
    ]);
    return [...foreign, ...inChargeTwice(history)];
  },
};

/** A second executor that is ready to trade although nothing has taken the first away. */
function inChargeTwice({ log }: History): string[] {
  const handedOver = [...processAway(log), ...log.databaseAway];
  return log.second
    .filter(({ kind, atMs }) => {
      const isInCharge = kind === 'reconciled' || kind === 'ready';
      return isInCharge && !overlaps({ fromMs: atMs - HAND_OVER_MS, toMs: atMs }, handedOver);
    })
    .map(({ atMs }) => `a second executor was in charge at ${atMs} beside the first`);
}

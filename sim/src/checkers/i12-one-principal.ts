import type { History } from '../history/history';
import { lost, overlaps, processAway } from '../history/outages';
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
    return [...foreign, ...ledTwice(history)];
  },
};

/** A second executor that has the account although nothing has taken the first away. */
function ledTwice({ log }: History): string[] {
  const handedOver = [...processAway(log), ...log.databaseAway, ...lost(log, 'account.')];
  return log.second
    .filter(
      ({ kind, atMs }) =>
        kind === 'leads' && !overlaps({ fromMs: atMs - HAND_OVER_MS, toMs: atMs }, handedOver),
    )
    .map(({ atMs }) => `a second executor was in charge at ${atMs} beside the first`);
}

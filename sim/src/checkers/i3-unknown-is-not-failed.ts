import { type Checker, groupBy, latest, legOf } from './checker';

const NEVER_HAPPENED = new Set(['rejected']);

export const unknownIsNotFailed: Checker = {
  invariant: 'I3',
  claim:
    'nothing is sent twice, nothing the venue took is written off, and no entry starts beside an order of unknown fate',
  when: 'always',
  check(history) {
    return [...resent(history), ...writtenOff(history), ...besideUnknown(history)];
  },
};

type History = Parameters<Checker['check']>[0];

/**
 * A certain refusal may be followed by another request of the same id: a wrong clock is put right that way.
 * So may a stop or a target whose answer is lost: it rests, and the venue takes an id once while it is open.
 */
function resent({ venue }: History): string[] {
  const isResting = (clientOrderId: string | null) => {
    const leg = legOf(clientOrderId ?? '');
    return leg === 'sl' || leg === 'tp';
  };
  const byId = groupBy(
    venue.requests.filter(({ isRefused, clientOrderId }) => !isRefused && !isResting(clientOrderId)),
    ({ clientOrderId }) => clientOrderId,
  );
  return [...byId].flatMap(([id, requests]) =>
    requests.length > 1 ? [`${id} was sent ${requests.length} times`] : [],
  );
}

function writtenOff({ database, venue }: History): string[] {
  const taken = new Set([
    ...latest(venue.orders).map(({ clientOrderId }) => clientOrderId),
    // A stop that the venue itself rejected when it was triggered is rejected in truth.
    ...latest(venue.stops)
      .filter(({ status }) => status !== 'REJECTED')
      .map(({ clientOrderId }) => clientOrderId),
  ]);
  return database.orders
    .filter(({ clientOrderId, status }) => NEVER_HAPPENED.has(status) && taken.has(clientOrderId))
    .map(
      ({ clientOrderId, status }) => `${clientOrderId} is ${status} in the database, and the venue took it`,
    );
}

function besideUnknown({ database }: History): string[] {
  const open = new Map<string, Set<string>>();
  return database.orderSteps.flatMap(({ clientOrderId, symbol, leg, status, isNew }) => {
    const unresolved = open.get(symbol) ?? new Set();
    open.set(symbol, unresolved);
    const before = [...unresolved];
    if (status === 'submitting' || status === 'unknown') unresolved.add(clientOrderId);
    else unresolved.delete(clientOrderId);
    if (!isNew || leg !== 'entry' || before.length === 0) return [];
    return [
      `entry ${clientOrderId} was written while ${before.join(', ')} (${before.map(legOf).join(', ')}) was of unknown fate`,
    ];
  });
}

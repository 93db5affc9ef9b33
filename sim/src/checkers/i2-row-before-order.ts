import { frozen, lost, overlaps } from '../history/outages';
import { type Checker, legOf } from './checker';

/** The ledger's clock has whole milliseconds. */
const CLOCK_GRAIN_MS = 1;
/** From a row that was lost to the order that goes without it. */
const GOES_WITHOUT_MS = 2_000;

export const rowBeforeOrder: Checker = {
  invariant: 'I2',
  claim:
    'every order request is preceded by a committed row; only exits and stops may go without, while the database is or seems away',
  when: 'always',
  check({ database, venue, log, bounds }) {
    // A process that was frozen finds on waking that its queries have timed out.
    const away = [...log.databaseAway, ...frozen(log)];
    const unwritten = lost(log, 'orders.writeAhead', GOES_WITHOUT_MS);
    const rows = new Map(database.orders.map((order) => [order.clientOrderId, order]));
    return venue.requests.flatMap(({ clientOrderId, atMs, isReducing }) => {
      if (clientOrderId === null) return [`a request at ${atMs} without a client order id`];
      const committedMs = rows.get(clientOrderId)?.committedMs ?? Number.POSITIVE_INFINITY;
      if (committedMs <= atMs + CLOCK_GRAIN_MS) return [];
      const around = { fromMs: atMs - bounds.databaseBackMs, toMs: atMs };
      const isExcused = overlaps(around, away) || overlaps({ fromMs: atMs, toMs: atMs }, unwritten);
      if (isReducing && legOf(clientOrderId) !== 'entry' && isExcused) return [];
      const late = Number.isFinite(committedMs)
        ? `${(committedMs - atMs).toFixed(1)} ms after it arrived`
        : 'never';
      return [`the row of ${clientOrderId} was committed ${late}`];
    });
  },
};

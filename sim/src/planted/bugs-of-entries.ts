/**
 * Planted bugs about what may be opened: fences, the latch, caps, what is in doubt, intents that need an
 * answer, and asking too often.
 */
import { clientOrderId } from '@platform/exchange';
import { memoryStores, type OrderRow } from '@platform/executor/core';
import { Decimal } from 'decimal.js';
import {
  type Plant,
  type PlantedBug,
  replaced,
  type Scene,
  seenAs,
  withPlacing,
  withStores,
  withVerdict,
} from './planted-bug';

type Used = Scene['tables']['used'];

/** What was used of the caps is added up in another way, wherever that is done. */
function counting({ tables, chance, access }: Scene, used: Used): Plant {
  const { books, entries } = memoryStores(seenAs(tables, { used }), chance, access);
  return withStores(() => ({ books, entries }));
}

function countingOnly(scene: Scene, counts: (row: OrderRow) => boolean): Plant {
  const { tables } = scene;
  const careless = seenAs(tables, {
    get orders() {
      return tables.orders.filter(counts);
    },
  });
  return counting(scene, (network, botId) => tables.used.call(careless, network, botId));
}

export const BUGS_OF_ENTRIES: readonly PlantedBug[] = [
  {
    name: 'drop-the-fence',
    story: 'an intent of a bot that lost its lease is traded',
    breaks: ['I11'],
    plant: ({ tables, chance, access }) => {
      const careless = seenAs(tables, {
        get intents() {
          return tables.intents.map((row) => ({
            ...row,
            fence: tables.leaseOf(row.symbol, row.strategy)?.fence ?? row.fence,
          }));
        },
      });
      const { books, entries } = memoryStores(careless, chance, access);
      return withStores(() => ({ books, entries }));
    },
  },
  {
    name: 'remember-the-lease',
    story: 'who holds a lease is read once and never again',
    breaks: ['I11'],
    plant: ({ tables, chance, access }) => {
      const known = new Map<string, ReturnType<typeof tables.leaseOf>>();
      const leaseOf: typeof tables.leaseOf = (symbol, strategy) => {
        const key = `${symbol} ${strategy}`;
        const lease = tables.leaseOf(symbol, strategy);
        if (!known.has(key) && lease !== undefined) known.set(key, { ...lease });
        return known.get(key);
      };
      const { books, entries } = memoryStores(seenAs(tables, { leaseOf }), chance, access);
      return withStores(() => ({ books, entries }));
    },
  },
  {
    name: 'cache-the-latch',
    story: 'the halt latch is read once and never again',
    breaks: ['I8'],
    plant: ({ tables, chance, access }) => {
      const { entries } = memoryStores(seenAs(tables, { halted: false }), chance, access);
      return {
        surroundings: (given) => ({
          ...given,
          latch: { isHalted: () => false },
          stores: replaced(given.stores, { entries }),
        }),
      };
    },
  },
  {
    name: 'nameless-order',
    story: 'an entry is sent under an id that says neither whose it is nor what for',
    breaks: ['I12'],
    plant: () => ({
      exchange: withPlacing((place) => (request) => {
        const isEntry = request.effect === 'open';
        return place(
          isEntry ? { ...request, clientOrderId: `x-${request.clientOrderId.slice(2)}` } : request,
        );
      }),
    }),
  },
  {
    name: 'resend-on-timeout',
    story: 'an order without an answer is sent again',
    breaks: ['I1', 'I3'],
    plant: () => ({
      exchange: withPlacing((place) => async (request) => {
        const outcome = await place(request);
        return outcome.kind === 'unknown' ? place(request) : outcome;
      }),
    }),
  },
  {
    name: 'unknown-is-failed',
    story: 'an order without an answer counts as refused',
    breaks: ['I3', 'I4'],
    plant: () =>
      withStores(({ orders }) => ({
        orders: replaced(orders, {
          settle: (id, status, reason) =>
            orders.settle(id, status === 'unknown' ? 'rejected' : status, reason),
        }),
      })),
  },
  {
    name: 'trust-first-not-found',
    story: 'one read that does not show an order proves that it does not exist',
    breaks: ['I3', 'I4'],
    plant: () => ({
      surroundings: (given) => ({
        ...given,
        networks: given.networks.map(({ exchange, limits }) => ({
          limits,
          exchange: replaced(exchange, {
            query: async (reference, priority) => {
              const answer = await exchange.query(reference, priority);
              if (answer.kind === 'not_found')
                await given.stores.orders.settle(reference.clientOrderId, 'rejected', 'not found');
              return answer;
            },
          }),
        })),
      }),
    }),
  },
  {
    name: 'impatient-outcome',
    story: 'an intent whose entry is in doubt for three seconds counts as failed',
    breaks: ['I4'],
    plant: () =>
      withVerdict(({ entryStatus, ageMs }) => {
        const isInDoubt = entryStatus === 'unknown' || entryStatus === 'submitting';
        return isInDoubt && ageMs > 3_000 ? 'rejected' : undefined;
      }),
  },
  {
    name: 'entries-beside-unknowns',
    story: 'a symbol with an order of unknown fate takes the next entry',
    breaks: ['I3'],
    plant: () =>
      withStores(({ books }) => ({
        books: replaced(books, {
          loadWithIntents: async (network, symbol) => {
            const read = await books.loadWithIntents(network, symbol);
            const orders = read.orders.filter(
              ({ status }) => status !== 'unknown' && status !== 'submitting',
            );
            return { ...read, orders };
          },
        }),
      })),
  },
  {
    name: 'send-before-write-ahead',
    story: 'the row of an entry is written beside the request instead of before it',
    breaks: ['I2'],
    plant: ({ time }) =>
      withStores(({ entries }) => ({
        entries: replaced(entries, {
          write: async (entry, limits) => {
            time.later(() => void entries.write(entry, limits).catch(() => undefined), 200);
            const id = clientOrderId(entry.terms.intentId, 'entry');
            return { kind: 'written', order: { orderId: id, clientOrderId: id } };
          },
        }),
      })),
  },
  {
    name: 'cap-without-unknowns',
    story: 'an order of unknown fate does not count against the caps',
    breaks: ['I13'],
    plant: (scene) => countingOnly(scene, ({ status }) => status !== 'submitting' && status !== 'unknown'),
  },
  {
    name: 'cap-of-this-life',
    story: 'what was traded before the last start does not count against the caps',
    breaks: ['I13'],
    plant: (scene) => {
      const sinceMs = scene.tables.nowMs();
      return countingOnly(scene, ({ createdMs }) => createdMs >= sinceMs);
    },
  },
  {
    name: 'cap-of-everybody-forgotten',
    story: 'each bot keeps to its own cap, and their sum is not checked',
    breaks: ['I13'],
    plant: (scene) =>
      counting(scene, (network, botId) =>
        botId === undefined ? new Decimal(0) : scene.tables.used(network, botId),
      ),
  },
  {
    name: 'believe-the-bus',
    story: 'intents are taken up when they are announced, and not looked for again',
    breaks: ['I4'],
    plant: ({ tables }) =>
      withStores(({ intents }) => ({
        intents: replaced(intents, {
          waitingSymbols: async () => {
            const announced = tables.intents.filter(({ createdMs }) => tables.nowMs() - createdMs < 100);
            const waiting = await intents.waitingSymbols();
            return waiting.filter(({ symbol }) => announced.some((row) => row.symbol === symbol));
          },
        }),
      })),
  },
  {
    name: 'query-without-timeout',
    story: 'a database that falls silent is waited for without end',
    breaks: ['I4', 'I17', 'I21', 'I25'],
    plant: ({ tables, chance, endlessAccess }) =>
      withStores(() => memoryStores(tables, chance, endlessAccess)),
  },
  {
    name: 'two-in-charge',
    story: 'the lock of the account is taken for held even when another process has it',
    breaks: ['I12'],
    plant: () => ({
      surroundings: (given) => ({
        ...given,
        lockSession: {
          take: () => Promise.resolve(true),
          renew: () => Promise.resolve(),
          end: () => undefined,
        },
      }),
    }),
  },
  {
    name: 'seconds-for-milliseconds',
    story: 'Retry-After is taken for milliseconds',
    breaks: ['I23'],
    plant: () => ({
      transport: (transport) =>
        replaced(transport, {
          http: (baseUrl, options) => {
            const http = transport.http(baseUrl, options);
            const send: typeof http.send = async (request) => {
              const answer = await http.send(request);
              if (answer.kind === 'failure') return answer;
              const retryAfter = answer.header('retry-after');
              if (retryAfter === undefined) return answer;
              const hasty = String(Number(retryAfter) / 1_000);
              return replaced(answer, {
                header: (name) => (name === 'retry-after' ? hasty : answer.header(name)),
              });
            };
            return replaced(http, { send });
          },
        }),
    }),
  },
];

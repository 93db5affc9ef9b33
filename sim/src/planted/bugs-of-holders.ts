/**
 * Planted bugs about who holds what: bots that share a side, exits, flattens, outages, and what is booked to
 * whom.
 */
import { parseClientOrderId, type Throttled } from '@platform/exchange';
import { memoryStores, type Surroundings } from '@platform/executor/core';
import { Decimal } from 'decimal.js';
import {
  type PlantedBug,
  replaced,
  type Scene,
  seenAs,
  withBooks,
  withPlacing,
  withStopPlacing,
  withStores,
  withVerdict,
} from './planted-bug';

type Fills = ReturnType<Surroundings['stores']['openFills']>;
type VenueFill = Parameters<Fills['book']>[0];

function withFills(change: (fill: VenueFill) => VenueFill) {
  return withStores(({ openFills }) => ({
    openFills: (observer) => {
      const fills = openFills(observer);
      return replaced(fills, {
        book: (fill) => fills.book(change(fill)),
        bookIfHeld: (fill) => fills.bookIfHeld(change(fill)),
      });
    },
  }));
}

/** Closings that no order of a bot's asked for are booked as if these were the holders. */
function withHolders(
  { tables, chance, access }: Scene,
  holders: (fill: VenueFill) => typeof tables.positions,
) {
  const isAnybodys = ({ clientOrderId, exchangeOrderId }: VenueFill) =>
    parseClientOrderId(clientOrderId) !== undefined ||
    tables.orders.some((row) => row.exchangeOrderId === exchangeOrderId);
  return withStores(({ openFills }) => ({
    openFills: (observer) => {
      const fills = openFills(observer);
      const blindly = (fill: VenueFill) => {
        const blind = seenAs(tables, { positions: holders(fill), orders: [] });
        return memoryStores(blind, chance, access).openFills(observer);
      };
      return replaced(fills, {
        book: (fill) => (isAnybodys(fill) ? fills : blindly(fill)).book(fill),
        bookIfHeld: (fill) => (isAnybodys(fill) ? fills.bookIfHeld(fill) : Promise.resolve(false)),
      });
    },
  }));
}

/** Closing orders of one leg are for everything on their side. */
function closingTheSide({ tables }: Scene, leg: 'exit' | 'flatten') {
  return withPlacing((place) => (request) => {
    if (parseClientOrderId(request.clientOrderId)?.leg !== leg) return place(request);
    const isShort = request.positionSide === 'short';
    const onSide = tables.positions.filter(
      ({ symbol, quantity }) => symbol === request.symbol && quantity.startsWith('-') === isShort,
    );
    const sum = onSide.reduce((total, { quantity }) => total.plus(quantity), new Decimal(0));
    return place({ ...request, quantity: Decimal.max(sum.abs(), request.quantity).toFixed() });
  });
}

/** An exit is given its outcome by what became of one order. */
function decidedBy(
  { tables }: Scene,
  { stores }: Surroundings,
  clientId: string,
  outcome: 'accepted' | 'rejected',
): Promise<boolean> {
  const named = parseClientOrderId(clientId);
  const row = tables.intents.find(({ intentId }) => intentId === named?.intentId);
  if (named?.leg !== 'exit' || row?.side !== 'flat') return Promise.resolve(false);
  const intent = { intentId: row.intentId } as Parameters<typeof stores.intents.decide>[0];
  return stores.intents.decide(
    intent,
    outcome === 'accepted' ? { outcome, reason: null } : { outcome, reason: 'entry_submission_failed' },
  );
}

class ConnectionLost extends Error {
  readonly code = 'ECONNRESET';
}

export const BUGS_OF_HOLDERS: readonly PlantedBug[] = [
  {
    name: 'exit-that-opens',
    story: 'exits open the other side instead of closing their own',
    breaks: ['I19'],
    plant: () => ({
      exchange: withPlacing((place) => (request) => {
        if (request.effect === 'open') return place(request);
        const positionSide = request.positionSide === 'long' ? 'short' : 'long';
        return place({ ...request, positionSide, effect: 'open' });
      }),
    }),
  },
  {
    name: 'flatten-the-side',
    story: 'the flatten of one bot closes everything on its side',
    breaks: ['I19', 'I21'],
    plant: (scene) => ({ exchange: closingTheSide(scene, 'flatten') }),
  },
  {
    name: 'exit-for-all',
    story: 'the exit of one bot is for what all bots hold on its side',
    breaks: ['I19', 'I21'],
    plant: (scene) => ({ exchange: closingTheSide(scene, 'exit') }),
  },
  {
    name: 'flatten-the-longs',
    story: 'a flatten looks at what is long, and a short stays, without its stop',
    breaks: ['I17', 'I20'],
    plant: () => ({
      exchange: (exchange) =>
        replaced(exchange, {
          account: replaced(exchange.account, {
            positions: async (symbol, priority) => {
              const answer = await exchange.account.positions(symbol, priority);
              if (answer.kind !== 'ok' || priority !== 'exit') return answer;
              return {
                kind: 'ok',
                value: answer.value.filter(({ positionSide }) => positionSide === 'long'),
              };
            },
          }),
        }),
    }),
  },
  {
    name: 'commands-since-the-start',
    story: 'commands are read from a cursor that begins at the newest when the process starts',
    breaks: ['I20'],
    plant: () => ({
      surroundings: (given) => {
        let cursor: number | undefined;
        const pending: typeof given.commands.pending = async () => {
          const all = await given.commands.pending();
          cursor ??= Math.max(0, ...all.map(({ id }) => Number(id)));
          return all.filter(({ id }) => Number(id) > cursor!);
        };
        return { ...given, commands: replaced(given.commands, { pending }) };
      },
    }),
  },
  {
    name: 'no-bearer',
    story: 'a closing that no bot asked for is booked to no bot',
    breaks: ['I21'],
    plant: (scene) => withHolders(scene, () => []),
  },
  {
    name: 'first-holder-bears-all',
    story: 'a closing that no bot asked for is booked to one holder, whatever that one holds',
    breaks: ['I17', 'I18', 'I21'],
    plant: (scene) =>
      withHolders(scene, ({ symbol, side, quantity }) => {
        const first = scene.tables.positions.find(
          (row) =>
            row.symbol === symbol &&
            row.botId !== null &&
            !new Decimal(row.quantity).isZero() &&
            row.quantity.startsWith('-') === (side === 'buy'),
        );
        const signed = side === 'buy' ? `-${quantity}` : quantity;
        return first === undefined ? [] : [{ ...first, quantity: signed }];
      }),
  },
  {
    name: 'close-again-in-doubt',
    story: 'a closing order whose fate is unknown is followed by another',
    breaks: ['I3', 'I19'],
    plant: () => withBooks((book) => ({ ...book, orders: book.orders.filter(({ leg }) => leg !== 'exit') })),
  },
  {
    name: 'forget-what-left-unwritten',
    story: 'a closing that left while its row could not be written is not remembered',
    breaks: ['I19'],
    plant: ({ chance }) =>
      withStores(({ orders }) => ({
        orders: replaced(orders, {
          writeAhead: (order) =>
            order.leg === 'exit' && chance.unit() < 0.5
              ? Promise.reject(new ConnectionLost())
              : orders.writeAhead(order),
          adopt: (order, found) =>
            found.status === 'submitting' ? Promise.resolve() : orders.adopt(order, found),
        }),
      })),
  },
  {
    name: 'exit-once',
    story: 'an exit that the venue does not take at once is refused',
    breaks: ['I4'],
    plant: (scene) => ({
      surroundings: (given) => {
        const { orders } = given.stores;
        const settle: typeof orders.settle = async (id, status, reason) => {
          await orders.settle(id, status, reason);
          if (status === 'rejected') await decidedBy(scene, given, id, 'rejected');
        };
        return { ...given, stores: replaced(given.stores, { orders: replaced(orders, { settle }) }) };
      },
    }),
  },
  {
    name: 'sent-is-flat',
    story: 'an exit counts as done as soon as its order was taken',
    breaks: ['I4'],
    plant: (scene) => ({
      surroundings: (given) => {
        const { orders } = given.stores;
        const report: typeof orders.report = async (network, reported) => {
          await decidedBy(scene, given, reported.clientOrderId, 'accepted');
          return orders.report(network, reported);
        };
        return { ...given, stores: replaced(given.stores, { orders: replaced(orders, { report }) }) };
      },
    }),
  },
  {
    name: 'exit-needs-the-fence',
    story: 'an exit of a bot that lost its lease is refused',
    breaks: ['I4'],
    plant: () =>
      withVerdict(({ side, fence, leaseFence }) =>
        side === 'flat' && fence !== leaseFence ? 'rejected' : undefined,
      ),
  },
  {
    name: 'halt-refuses-exits',
    story: 'an exit that is asked for while halted is refused',
    breaks: ['I4'],
    plant: () =>
      withVerdict(({ side }, { latch }) => (side === 'flat' && latch.isHalted() ? 'rejected' : undefined)),
  },
  {
    name: 'give-up-in-an-outage',
    story: 'after a number of orders without an answer no stop or exit is tried any more',
    breaks: ['I4', 'I17', 'I21'],
    plant: ({ time }) => {
      let unanswered = 0;
      const givenUp = (): Throttled => ({ kind: 'throttled', untilMonotonicMs: time.monotonicMs() + 500 });
      const counted = <T extends { readonly kind: string }>(outcome: T): T => {
        unanswered = outcome.kind === 'unknown' ? unanswered + 1 : 0;
        return outcome;
      };
      const exits = withPlacing((place) => async (request) => {
        if (request.effect === 'open') return place(request);
        return unanswered > 3 ? givenUp() : counted(await place(request));
      });
      const stops = withStopPlacing(
        (place) => async (request) => (unanswered > 3 ? givenUp() : counted(await place(request))),
      );
      return { exchange: (exchange) => stops(exits(exchange)) };
    },
  },
  {
    name: 'apply-a-trade-twice',
    story: 'a trade that is reported twice moves the position twice',
    breaks: ['I21'],
    plant: () => {
      const seen = new Set<string>();
      return withFills((fill) => {
        const key = `${fill.symbol} ${fill.tradeId}`;
        const isOld = seen.has(key);
        seen.add(key);
        return isOld ? { ...fill, tradeId: `${fill.tradeId}00` } : fill;
      });
    },
  },
  {
    name: 'fees-forgotten',
    story: 'a fill is booked without its fee',
    breaks: ['I21'],
    plant: () => withFills((fill) => ({ ...fill, feeUsd: '0' })),
  },
  {
    name: 'funding-forgotten',
    story: 'a funding payment is read and not booked',
    breaks: ['I21'],
    plant: () =>
      withStores(({ positions }) => ({
        positions: replaced(positions, { bookFunding: () => Promise.resolve() }),
      })),
  },
  {
    name: 'ten-thousand-for-everybody',
    story: 'a live run begins with the equity of a backtest instead of what its bot was given',
    breaks: ['I21'],
    plant: ({ tables }) => ({
      surroundings: (given) => ({
        ...given,
        runs: replaced(given.runs, {
          record: async (botId, marks) => {
            await given.runs.record(botId, marks);
            tables.runs.set(botId, { initialEquity: '10000' });
          },
        }),
      }),
    }),
  },
  {
    name: 'forget-missed-trades',
    story: 'what the stream did not tell is never read again',
    breaks: ['I4', 'I21'],
    plant: () => ({
      exchange: (exchange) =>
        replaced(exchange, {
          account: replaced(exchange.account, {
            trades: () => Promise.resolve({ kind: 'ok', value: [] }),
          }),
        }),
    }),
  },
  {
    name: 'the-last-word-wins',
    story: 'a report that comes late overwrites what is known',
    breaks: ['I7'],
    plant: ({ tables, access }) =>
      withStores(({ orders }) => ({
        orders: replaced(orders, {
          report: (_network, { clientOrderId, status, filledQuantity }) =>
            access('orders.report', () => {
              const row = tables.orderOf(clientOrderId);
              if (row === undefined) return false;
              Object.assign(row, { status, filledQuantity, updatedMs: tables.nowMs() });
              tables.witness.onOrder(row, false);
              return true;
            }),
        }),
      })),
  },
  {
    name: 'log-the-secret',
    story: 'the key is printed to see whether it arrived',
    breaks: ['I25'],
    plant: ({ secret }) => ({
      surroundings: (given) => {
        given.log.info({ message: `connected with ${secret}` });
        return given;
      },
    }),
  },
];

/**
 * Planted bugs about stops: placed late, in the wrong place, for the wrong quantity, twice, left behind or
 * taken away.
 */
import { Decimal } from 'decimal.js';
import { type Book, type PlantedBug, replaced, withBooks, withStopPlacing } from './planted-bug';

type OpenOrder = Book['orders'][number];

function isLiveStop({ leg, status }: OpenOrder): boolean {
  return leg === 'sl' && (status === 'new' || status === 'partially_filled');
}

export const BUGS_OF_PROTECTION: readonly PlantedBug[] = [
  {
    name: 'skip-the-algo-space',
    story: 'stops are looked for among the plain orders',
    breaks: ['I17', 'I18', 'I21'],
    plant: () => ({
      exchange: (exchange) =>
        replaced(exchange, {
          conditionalOrders: replaced(exchange.conditionalOrders, {
            open: () => Promise.resolve({ kind: 'ok', value: [] }),
            query: () => Promise.resolve({ kind: 'not_found' }),
          }),
        }),
    }),
  },
  {
    name: 'cancel-then-create',
    story: 'a stop is moved by cancelling it first',
    breaks: ['I17'],
    plant: ({ tables }) => ({
      exchange: withStopPlacing((place, { conditionalOrders }) => async (request) => {
        const { symbol, clientOrderId, type } = request;
        const botId = tables.orderOf(clientOrderId)?.botId;
        const open = await conditionalOrders.open(symbol);
        for (const older of open.kind === 'ok' && type === 'stop_market' ? open.value : []) {
          const row = tables.orderOf(older.clientOrderId);
          if (row?.leg === 'sl' && row.botId === botId)
            await conditionalOrders.cancel({ symbol, clientOrderId: older.clientOrderId });
        }
        return place(request);
      }),
    }),
  },
  {
    name: 'stop-of-the-first-fill',
    story: 'a stop stays as it is when the position grows',
    breaks: ['I17', 'I18'],
    plant: () =>
      withBooks((book) => ({
        ...book,
        orders: book.orders.map((order) => {
          const held = book.holdings.find(({ botId }) => botId === order.botId);
          if (held === undefined || !isLiveStop(order)) return order;
          const quantity = new Decimal(held.quantity).abs().plus(order.filledQuantity).toFixed();
          return { ...order, quantity, triggerPrice: held.stopPrice };
        }),
      })),
  },
  {
    name: 'the-stop-of-a-neighbour',
    story: 'a bot whose side has the stop of another bot goes without its own',
    breaks: ['I17'],
    plant: () =>
      withBooks((book) => ({
        ...book,
        orders: [
          ...book.orders,
          ...book.holdings.flatMap(({ botId, quantity, stopPrice, intentId }) => {
            const side = quantity.startsWith('-') ? 'buy' : 'sell';
            const stops = book.orders.filter((order) => isLiveStop(order) && order.side === side);
            const isOwn = stops.some((order) => order.botId === botId);
            const [other] = stops;
            if (botId === null || isOwn || other === undefined) return [];
            const size = new Decimal(quantity).abs().toFixed();
            return [{ ...other, botId, intentId, quantity: size, triggerPrice: stopPrice }];
          }),
        ],
      })),
  },
  {
    name: 'no-stop-no-flatten',
    story: 'a position whose stop is refused is kept and hoped for',
    breaks: ['I17'],
    plant: () => ({
      surroundings: (given) => ({
        ...given,
        timing: { ...given.timing, protectionDeadlineMs: Number.POSITIVE_INFINITY },
      }),
    }),
  },
  {
    name: 'half-a-stop',
    story: 'a stop is placed for half of the position',
    breaks: ['I17'],
    plant: () => ({
      exchange: withStopPlacing((place) => (request) => {
        const { size, type } = request;
        if (size.kind !== 'reduce' || type !== 'stop_market') return place(request);
        const whole = new Decimal(size.quantity);
        const half = whole.div(2).toFixed(whole.decimalPlaces(), Decimal.ROUND_UP);
        return place({ ...request, size: { kind: 'reduce', quantity: half } });
      }),
    }),
  },
  {
    name: 'forget-the-orphan',
    story: 'stops that are no longer needed stay at the venue',
    breaks: ['I18', 'I21'],
    plant: () => ({
      exchange: (exchange) =>
        replaced(exchange, {
          conditionalOrders: replaced(exchange.conditionalOrders, {
            cancel: () => Promise.resolve({ kind: 'cancelled' }),
            cancelAll: () => Promise.resolve({ kind: 'ok', value: undefined }),
          }),
        }),
    }),
  },
  {
    name: 'tidy-on-the-way-out',
    story: 'a process that is asked to end cancels its stops',
    breaks: ['I22'],
    plant: ({ tables }) => ({
      exchange: (exchange) =>
        replaced(exchange, {
          close: async () => {
            for (const symbol of new Set(tables.orders.map((row) => row.symbol)))
              await exchange.conditionalOrders.cancelAll(symbol);
            await exchange.close();
          },
        }),
    }),
  },
];

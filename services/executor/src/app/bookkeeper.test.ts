import { expect, it } from 'vitest';
import { Bookkeeper } from './bookkeeper';

const MINUTE_MS = 60_000;
const NOON_MS = 1_700_000_000_000;

it('a young trade without its order holds back the trades after it until its order is read', async () => {
  const booked: string[] = [];
  const trade = (n: number) => ({ tradeId: `${n}`, orderId: `o${n}`, timeMs: NOON_MS + n });
  let listed = [{ orderId: 'o0' }, { orderId: 'o2' }];
  const exchange = {
    network: 'testnet',
    usdOf: async () => '0',
    port: {
      clock: { nowMs: () => NOON_MS + 1_000 },
      account: { trades: async () => ({ kind: 'ok', value: [0, 1, 2].map(trade) }) },
      orders: { history: async () => ({ kind: 'ok', value: listed }) },
    },
  };
  const fills = {
    booked: async () => new Set(booked),
    knownUntil: async () => NOON_MS,
    book: async ({ tradeId }: { tradeId: string }) => booked.push(tradeId),
  };
  const owed = { write: async () => undefined };
  const bookkeeper = new Bookkeeper(exchange as never, {} as never, fills as never, owed as never, () => 0);
  expect(await bookkeeper.catchUp('BTCUSDT')).toBe(false);
  expect(booked).toEqual(['0']);
  listed = [...listed, { orderId: 'o1' }];
  expect(await bookkeeper.catchUp('BTCUSDT')).toBe(true);
  expect(booked).toEqual(['0', '1', '2']);
});

it('a look while the exchange’s clock was ahead hides nothing from the looks after it', async () => {
  let monotonicMs = 0;
  let aheadMs = 0;
  const asked: number[] = [];
  const exchange = {
    network: 'testnet',
    port: {
      clock: { nowMs: () => NOON_MS + monotonicMs + aheadMs },
      account: {
        trades: async (_: string, { fromMs }: { fromMs: number }) => {
          asked.push(fromMs - NOON_MS);
          return { kind: 'ok', value: [] };
        },
      },
      orders: { history: async () => ({ kind: 'ok', value: [] }) },
    },
  };
  const fills = { booked: async () => new Set(), knownUntil: async () => NOON_MS };
  const owed = { write: async () => undefined };
  const bookkeeper = new Bookkeeper(
    exchange as never,
    {} as never,
    fills as never,
    owed as never,
    () => monotonicMs,
  );
  const look = async (atMinute: number, aheadMinutes: number) => {
    monotonicMs = atMinute * MINUTE_MS;
    aheadMs = aheadMinutes * MINUTE_MS;
    await bookkeeper.catchUp('BTCUSDT');
    return asked.at(-1)! / MINUTE_MS;
  };
  expect(await look(0, 0)).toBe(-10);
  // Ahead by as much as is looked back, and then by a week: a trade that lags is still found.
  expect(await look(1, 10)).toBe(-10);
  expect(await look(2, 10_080)).toBe(-10);
  // Put right again: what has been traded meanwhile lies before what was read.
  expect(await look(5, 0)).toBe(-10);
  expect(await look(9, 0)).toBe(-10);
  // In the long run it does not look back to the beginning.
  expect(await look(16, 0)).toBe(-10);
  expect(await look(30, 0)).toBe(-5);
  expect(await look(45, 0)).toBe(6);
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bot, ExecutorDesk, FAST_TIMING } from './desk';

const ORDER = '/fapi/v1/order';
const ALGO = '/fapi/v1/algoOrder';

/** The last of the spare ones: bots with a symbol of their own take the first. */
const CHEAP_SYMBOLS = Array.from({ length: 24 }, (_, index) => `SPARE${23 - index}USDT`);

let desk: ExecutorDesk;
let service: ServiceHandle;
beforeAll(async () => {
  desk = await ExecutorDesk.open({ seed: 31 });
  service = await desk.startReady({}, FAST_TIMING);
});
afterAll(() => desk?.close());

/** Resolves when the position is booked and under a stop of its own size. */
async function hold(bot: Bot, side: 'long' | 'short', qty: string, tp?: string): Promise<string> {
  const intent = await desk.intend(bot, { side, qty, ...(tp === undefined ? {} : { tp }) });
  expect((await desk.outcome(intent)).outcome).toBe('accepted');
  await eventually(() => isHeld(bot, side === 'long' ? Number(qty) : -Number(qty)));
  return intent;
}

async function booked({ botId, symbol }: Bot): Promise<number> {
  const [row] = await desk.rows<{ qty: number }>(
    'SELECT qty::float8 FROM trading.positions WHERE bot_id = $1 AND symbol = $2',
    [botId, symbol],
  );
  return row?.qty ?? 0;
}

/** Live stops of a bot, by its rows and by the exchange's ledger alike. */
async function stopped({ botId, symbol }: Bot): Promise<number> {
  const rows = await desk.rows<{ id: string }>(
    `SELECT client_order_id AS id FROM trading.orders WHERE bot_id = $1 AND symbol = $2 AND leg = 'sl' AND status = 'new'`,
    [botId, symbol],
  );
  const live = desk.liveStops(symbol).filter((stop) => rows.some(({ id }) => id === stop['clientAlgoId']));
  return live.reduce((sum, stop) => sum + Number(stop['quantity']), 0);
}

/** On a symbol so cheap that a position has many lots. */
async function botOfManyLots(strategy: string): Promise<Bot> {
  for (const symbol of CHEAP_SYMBOLS)
    if (Number(await desk.quantity(symbol)) >= 300) return desk.addBot(strategy, symbol);
  throw new Error('no symbol is cheap enough');
}

const isNear = (a: number, b: number) => Math.abs(a - b) < 1e-9;

async function isHeld(bot: Bot, quantity: number): Promise<boolean> {
  return isNear(await booked(bot), quantity) && isNear(await stopped(bot), Math.abs(quantity));
}

const orders = ({ botId }: Bot, leg: string) =>
  desk.rows<{ status: string; qty: number; attempt: number }>(
    'SELECT status, qty::float8, attempt FROM trading.orders WHERE bot_id = $1 AND leg = $2 ORDER BY created_at, attempt',
    [botId, leg],
  );

async function undecided(intentId: string): Promise<boolean> {
  const [row] = await desk.rows<{ outcome: string | null }>(
    'SELECT outcome FROM trading.order_intents WHERE intent_id = $1',
    [intentId],
  );
  return row!.outcome === null;
}

async function expectFlat(intentId: string, bot: Bot): Promise<void> {
  expect(await desk.outcome(intentId)).toEqual({ outcome: 'accepted', outcome_reason: null });
  expect(desk.exchangeSides(bot.symbol)).toEqual({ long: 0, short: 0 });
  await eventually(() => desk.isAtRest(bot.symbol, 0));
  await eventually(() => desk.liveStops(bot.symbol).length === 0);
}

it('bots on opposite sides have stops of their own, and an exit takes nothing but its own holding', async () => {
  const one = await desk.loneBot();
  const other = await desk.addBot('ewmac', one.symbol);
  const qty = Number(await desk.quantity(one.symbol));
  await hold(one, 'long', String(2 * qty));
  await hold(other, 'short', String(qty));
  expect(desk.exchangeSides(one.symbol)).toEqual({ long: 2 * qty, short: -qty });

  const flat = await desk.intend(one, { side: 'flat' });
  expect(await desk.outcome(flat)).toEqual({ outcome: 'accepted', outcome_reason: null });
  expect(desk.exchangeSides(one.symbol)).toEqual({ long: 0, short: -qty });
  await eventually(async () => (await isHeld(one, 0)) && (await isHeld(other, -qty)));

  const last = await desk.intend(other, { side: 'flat' });
  await expectFlat(last, other);
});

it('bots of equal size on opposite sides of one symbol can both exit', async () => {
  const one = await desk.loneBot();
  const other = await desk.addBot('ewmac', one.symbol);
  const qty = await desk.quantity(one.symbol);
  await hold(one, 'long', qty);
  await hold(other, 'short', qty);
  await desk.outcome(await desk.intend(other, { side: 'flat' }));
  await eventually(async () => (await isHeld(other, 0)) && (await isHeld(one, Number(qty))));
  await expectFlat(await desk.intend(one, { side: 'flat' }), one);
});

it.each([
  ['a rate limit', { kind: 'rate_limit', durationMs: 1_000 }],
  ['an order the matching engine refuses', { kind: 'error', code: -4131, status: 400, accepted: false }],
  ['a refusal without a reason', { kind: 'error', code: -2010, status: 400, accepted: false }],
  ['a clock that is off', { kind: 'error', code: -1021, status: 400, accepted: false }],
  ['an overloaded exchange', { kind: 'throttle' }],
  ['an answer that is lost before the exchange acts', { kind: 'reset', accepted: false }],
  ['an answer that is lost after the exchange acted', { kind: 'unknown_503', accepted: true }],
] as const)('an exit that meets %s ends flat all the same', async (_name, fault) => {
  const bot = await desk.loneBot();
  await hold(bot, 'long', await desk.quantity(bot.symbol));
  desk.sim.admin.addFault({ ...fault, method: 'POST', path: ORDER, count: 1 });
  await expectFlat(await desk.intend(bot, { side: 'flat' }), bot);
});

it('an exit that fills in part stays undecided until the rest is sold', async () => {
  const bot = await botOfManyLots('thin');
  const qty = Number(await desk.quantity(bot.symbol));
  await hold(bot, 'long', String(qty));
  desk.sim.admin.changeMarket({ symbol: bot.symbol, liquidity: 0.000005 });
  const flat = await desk.intend(bot, { side: 'flat' });
  await eventually(() => desk.exchangePosition(bot.symbol) < qty);
  await eventually(async () => (await orders(bot, 'exit')).length >= 2);
  const isUndecided = await undecided(flat);
  if (desk.exchangePosition(bot.symbol) > 0) expect(isUndecided).toBe(true);
  desk.sim.admin.changeMarket({ symbol: bot.symbol, liquidity: 1 });
  await expectFlat(flat, bot);
});

it('an exit needs neither a current fence nor a lease', async () => {
  const bot = await desk.loneBot();
  await hold(bot, 'long', await desk.quantity(bot.symbol));
  await desk.rows('UPDATE trading.bot_leases SET fence = fence + 1, released_at = now() WHERE bot_id = $1', [
    bot.botId,
  ]);
  await expectFlat(await desk.intend(bot, { side: 'flat' }), bot);
});

it('an exit goes through while halted, and a flip ends flat with its entry refused', async () => {
  const [leaver, flipper] = [await desk.loneBot(), await desk.loneBot()];
  await hold(leaver, 'long', await desk.quantity(leaver.symbol));
  const qty = await desk.quantity(flipper.symbol);
  await hold(flipper, 'long', qty);
  await desk.setLatch(true);
  try {
    await expectFlat(await desk.intend(leaver, { side: 'flat' }), leaver);
    const flip = await desk.intend(flipper, { side: 'short', qty });
    expect(await desk.outcome(flip)).toEqual({ outcome: 'rejected', outcome_reason: 'risk_halted' });
    expect(desk.exchangeSides(flipper.symbol)).toEqual({ long: 0, short: 0 });
    await eventually(() => isHeld(flipper, 0));
  } finally {
    await desk.setLatch(false);
  }
});

it('an exit that the exchange keeps refusing is reported, tried on and ends flat when it relents', async () => {
  const bot = await desk.loneBot();
  await hold(bot, 'long', await desk.quantity(bot.symbol));
  const before = await desk.errorCount(service, 'EXECUTOR_EXIT_BLOCKED');
  const refusal = { kind: 'error', code: -4141, status: 400, accepted: false } as const;
  const { id } = desk.sim.admin.addFault({ ...refusal, method: 'POST', path: ORDER });
  const flat = await desk.intend(bot, { side: 'flat' });
  await eventually(async () => (await orders(bot, 'exit')).length >= 4);
  expect(await undecided(flat)).toBe(true);
  expect(await desk.errorCount(service, 'EXECUTOR_EXIT_BLOCKED')).toBe(before + 1);
  desk.sim.admin.clearFaults(id);
  await expectFlat(flat, bot);
});

it('an exit larger than one market order may be leaves in slices', async () => {
  const bot = await botOfManyLots('sliced');
  const qty = Number(await desk.quantity(bot.symbol));
  await hold(bot, 'long', String(qty));
  desk.sim.admin.changeFilters(bot.symbol, { marketMaxQty: String(Math.ceil(qty / 3)) });
  await expectFlat(await desk.intend(bot, { side: 'flat' }), bot);
  const slices = (await orders(bot, 'exit')).filter(({ status }) => status === 'filled');
  expect(slices.length).toBeGreaterThanOrEqual(2);
  expect(slices.reduce((sum, slice) => sum + slice.qty, 0)).toBeCloseTo(qty, 8);
});

it('the newest intent waits while the close before it is of unknown fate, and goes by what is left', async () => {
  const bot = await desk.loneBot();
  const qty = await desk.quantity(bot.symbol);
  await hold(bot, 'long', qty);
  // The close is carried out; its answer is lost, and no read or event shows it.
  const unreadable = [ORDER, '/fapi/v1/openOrders', '/fapi/v3/positionRisk', '/fapi/v1/userTrades'];
  const blind = [
    desk.sim.admin.addFault({ kind: 'drop_event' }),
    ...unreadable.map((path) => desk.sim.admin.addFault({ kind: 'reset', method: 'GET', path })),
  ];
  desk.sim.admin.addFault({ kind: 'reset', method: 'POST', path: ORDER, count: 1, accepted: true });
  const flip = await desk.intend(bot, { side: 'short', qty });
  await eventually(() => desk.exchangePosition(bot.symbol) === 0);
  const back = await desk.intend(bot, { side: 'long', qty });
  await sleep(1_500);
  expect(await undecided(flip)).toBe(true);
  expect(await undecided(back)).toBe(true);
  for (const { id } of blind) desk.sim.admin.clearFaults(id);
  expect((await desk.outcome(flip)).outcome).toBe('superseded');
  expect(await desk.outcome(back)).toEqual({ outcome: 'accepted', outcome_reason: null });
  await eventually(() => isHeld(bot, Number(qty)));
  expect(desk.exchangeSides(bot.symbol)).toEqual({ long: Number(qty), short: 0 });
});

it('an unprotected position is closed once, however late the answer, and its neighbour stays', async () => {
  const neighbour = await desk.loneBot();
  const bot = await desk.addBot('ewmac', neighbour.symbol);
  const qty = await desk.quantity(bot.symbol);
  await hold(neighbour, 'long', qty);
  const refused = desk.sim.admin.addFault({ kind: 'stop_rejected', path: ALGO });
  await desk.outcome(await desk.intend(bot, { side: 'long', qty }));
  const blind = [
    desk.sim.admin.addFault({ kind: 'drop_event' }),
    desk.sim.admin.addFault({ kind: 'stale_reads', method: 'GET', path: '/fapi/*', durationMs: 2_000 }),
  ];
  desk.sim.admin.addFault({ kind: 'reset', method: 'POST', path: ORDER, count: 1, accepted: true });
  await eventually(() => desk.exchangePosition(bot.symbol) === Number(qty));
  await sleep(3_000);
  for (const { id } of [...blind, refused]) desk.sim.admin.clearFaults(id);
  await eventually(async () => (await isHeld(bot, 0)) && (await isHeld(neighbour, Number(qty))));
  expect(desk.exchangeSides(bot.symbol)).toEqual({ long: Number(qty), short: 0 });
  const closings = (await orders(bot, 'exit')).filter(({ status }) => status === 'filled');
  expect(closings).toHaveLength(1);
});

it('a take-profit that is refused is tried and reported once, and stands in the way of no stop or exit', async () => {
  const bot = await desk.loneBot();
  const failures = () => desk.errorCount(service, 'EXECUTOR_SUBMIT_FAILED');
  const before = await failures();
  await hold(bot, 'long', await desk.quantity(bot.symbol), '99999999');
  await eventually(async () => (await failures()) > before);
  await sleep(3_000);
  expect(await orders(bot, 'tp')).toHaveLength(1);
  expect(await failures()).toBe(before + 1);
  await expectFlat(await desk.intend(bot, { side: 'flat' }), bot);
});

it('protective orders beyond the thousandth attempt are placed like the first, and exits likewise', async () => {
  const bot = await desk.loneBot();
  const qty = Number(await desk.quantity(bot.symbol));
  const intentId = await hold(bot, 'long', String(qty));
  for (const leg of ['sl', 'exit'])
    await desk.insert('trading.orders', {
      order_id: crypto.randomUUID(),
      intent_id: intentId,
      bot_id: bot.botId,
      network: 'testnet',
      symbol: bot.symbol,
      leg,
      attempt: 1_500,
      order_type: 'market',
      side: 'sell',
      qty: '1',
      reduce_only: true,
      status: 'rejected',
      client_order_id: `used-up-${leg}-${bot.symbol}`,
    });
  // A position that shrinks needs a stop of its new size.
  desk.sim.admin.liquidate('main', bot.symbol, '0.5', true);
  const left = desk.exchangePosition(bot.symbol);
  await eventually(() => isHeld(bot, left));
  expect((await orders(bot, 'sl')).some(({ attempt }) => attempt > 1_500)).toBe(true);
  await expectFlat(await desk.intend(bot, { side: 'flat' }), bot);
});

import type { ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bot, ExecutorDesk, FAST_TIMING } from './desk';

const ORDER = '/fapi/v1/order';
const ALGO = '/fapi/v1/algoOrder';
const INCOME = '/fapi/v1/income';

let desk: ExecutorDesk;
let service: ServiceHandle;
beforeAll(async () => {
  desk = await ExecutorDesk.open({ seed: 21 });
  service = await desk.startReady({}, FAST_TIMING);
});
afterAll(() => desk?.close());

/** A long of the given size under its stop. */
async function hold(bot: Bot, qty: string, tp?: string): Promise<void> {
  const intent = await desk.intend(bot, { side: 'long', qty, ...(tp === undefined ? {} : { tp }) });
  expect((await desk.outcome(intent)).outcome).toBe('accepted');
  await eventually(() => desk.liveStops(bot.symbol).length >= 1);
}

const submits = () => desk.requests('POST', ORDER).length;
const isFlat = ({ symbol }: Bot) => desk.isAtRest(symbol, 0);

it.each(['hang', 'reset', 'unknown_503', 'timeout'] as const)(
  'an entry whose answer is lost after %s is found by asking: one order, one outcome, one stop',
  async (kind) => {
    const bot = await desk.loneBot();
    const qty = await desk.quantity(bot.symbol);
    const before = submits();
    desk.sim.admin.addFault({ kind, method: 'POST', path: ORDER, count: 1 });
    await hold(bot, qty);
    expect(desk.entries(bot.symbol)).toHaveLength(1);
    expect(submits()).toBe(before + 1);
    await eventually(() => desk.isAtRest(bot.symbol, Number(qty)));
  },
);

it('an entry whose answer is lost is not given up while reads lag behind and do not show it', async () => {
  const bot = await desk.loneBot();
  const qty = await desk.quantity(bot.symbol);
  desk.sim.admin.addFault({ kind: 'reset', method: 'POST', path: ORDER, count: 1 });
  const lag = { kind: 'stale_reads', method: 'GET', durationMs: 1_500 } as const;
  const stale = [ORDER, '/fapi/v1/openOrders', '/fapi/v3/positionRisk'].map((path) =>
    desk.sim.admin.addFault({ ...lag, path }),
  );
  await hold(bot, qty);
  for (const { id } of stale) desk.sim.admin.clearFaults(id);
  expect(desk.entries(bot.symbol)).toHaveLength(1);
  await eventually(() => desk.isAtRest(bot.symbol, Number(qty)));
});

it('an entry that never arrived stays unknown and blocks the symbol until its absence is proved', async () => {
  const bot = await desk.loneBot();
  const before = submits();
  // Nothing is proved while the exchange does not answer questions.
  const { id } = desk.sim.admin.addFault({ kind: 'reset', method: 'GET', path: ORDER });
  desk.sim.admin.addFault({ kind: 'reset', method: 'POST', path: ORDER, count: 1, accepted: false });
  const lost = await desk.intend(bot, { side: 'long', qty: await desk.quantity(bot.symbol) });
  await eventually(async () => {
    const shown = (await (await fetch(`${service.url}/positions`)).json()) as {
      networks: { unresolved_orders: { symbol: string; status: string }[] }[];
    };
    return shown.networks[0]!.unresolved_orders.some(
      ({ symbol, status }) => symbol === bot.symbol && status === 'unknown',
    );
  });
  desk.sim.admin.clearFaults(id);
  expect(await desk.outcome(lost)).toEqual({
    outcome: 'rejected',
    outcome_reason: 'entry_submission_failed',
  });
  expect(desk.entries(bot.symbol)).toEqual([]);
  expect(submits()).toBe(before + 1);
});

it('an entry of unknown fate blocks entries of its symbol, but no exit of a neighbour', async () => {
  const bot = await desk.loneBot();
  const neighbour = await desk.addBot('bollinger', bot.symbol);
  const qty = await desk.quantity(bot.symbol);
  await hold(neighbour, qty);
  const { id } = desk.sim.admin.addFault({ kind: 'reset', method: 'GET', path: ORDER });
  desk.sim.admin.addFault({ kind: 'reset', method: 'POST', path: ORDER, count: 1, accepted: false });
  const lost = await desk.intend(bot, { side: 'long', qty });
  await eventually(async () => {
    const [order] = await desk.rows<{ status: string }>(
      'SELECT status FROM trading.orders WHERE intent_id = $1',
      [lost],
    );
    return order?.status === 'unknown';
  });
  const flat = await desk.intend(neighbour, { side: 'flat' });
  expect((await desk.outcome(flat)).outcome).toBe('accepted');
  expect(await desk.rows('SELECT outcome FROM trading.order_intents WHERE intent_id = $1', [lost])).toEqual([
    { outcome: null },
  ]);
  desk.sim.admin.clearFaults(id);
  expect((await desk.outcome(lost)).outcome).toBe('rejected');
  await eventually(() => isFlat(bot));
});

it('a stop that is refused a few times is placed all the same', async () => {
  desk.sim.admin.addFault({ kind: 'stop_rejected', method: 'POST', path: ALGO, count: 2 });
  const bot = await desk.loneBot();
  const qty = await desk.quantity(bot.symbol);
  await hold(bot, qty);
  expect(desk.exchangePosition(bot.symbol)).toBe(Number(qty));
});

it('a stop that cannot be placed in time closes the position, and the bot can enter again afterwards', async () => {
  const { id } = desk.sim.admin.addFault({ kind: 'stop_rejected', method: 'POST', path: ALGO });
  const bot = await desk.loneBot();
  await desk.outcome(await desk.intend(bot, { side: 'long', qty: await desk.quantity(bot.symbol) }));
  await eventually(() => isFlat(bot));
  expect(desk.entries(bot.symbol)).toHaveLength(1);
  desk.sim.admin.clearFaults(id);
  await hold(bot, await desk.quantity(bot.symbol));
});

it('a stop whose answer is lost leaves exactly one behind', async () => {
  desk.sim.admin.addFault({ kind: 'hang', method: 'POST', path: ALGO, count: 1 });
  const bot = await desk.loneBot();
  await hold(bot, await desk.quantity(bot.symbol));
  await eventually(async () => {
    const open = await desk.rows(
      `SELECT FROM trading.orders WHERE symbol = $1 AND leg = 'sl' AND status < 'filled'`,
      [bot.symbol],
    );
    return desk.liveStops(bot.symbol).length === 1 && open.length === 1;
  });
});

it('a stop that the market reaches is booked, and leaves neither position nor target behind', async () => {
  const bot = await desk.loneBot();
  const mark = await desk.markPrice(bot.symbol);
  await hold(bot, await desk.quantity(bot.symbol), String(mark * 1.2));
  await eventually(() => desk.liveStops(bot.symbol).length === 2);
  desk.sim.admin.changeMarket({ symbol: bot.symbol, factor: 0.85 });
  await eventually(() => isFlat(bot));
  await eventually(() => desk.liveStops(bot.symbol).length === 0);
  const [stop] = await desk.rows<{ status: string }>(
    `SELECT status FROM trading.orders WHERE leg = 'sl' AND symbol = $1`,
    [bot.symbol],
  );
  expect(stop!.status).toBe('filled');
});

it.each(['trigger_rejected', 'trigger_stuck'] as const)(
  'a stop that meets %s when the market reaches it is replaced by closing the position',
  async (kind) => {
    const bot = await desk.loneBot();
    await hold(bot, await desk.quantity(bot.symbol));
    desk.sim.admin.addFault({ kind, path: bot.symbol, count: 1 });
    desk.sim.admin.changeMarket({ symbol: bot.symbol, factor: 0.85 });
    await eventually(() => isFlat(bot));
    await eventually(() => desk.liveStops(bot.symbol).length === 0);
  },
);

it('a stop follows a fill that the stream never reported', async () => {
  const { id } = desk.sim.admin.addFault({ kind: 'mute_stream' });
  const bot = await desk.loneBot();
  const qty = await desk.quantity(bot.symbol);
  await hold(bot, qty);
  await eventually(() => desk.isAtRest(bot.symbol, Number(qty)));
  desk.sim.admin.clearFaults(id);
});

it('a partial closing by the exchange is booked to its bot and leaves a stop of what is left', async () => {
  const bot = await desk.loneBot();
  const qty = await desk.quantity(bot.symbol);
  await hold(bot, qty);
  desk.sim.admin.liquidate('main', bot.symbol, '0.5', true);
  const left = desk.exchangePosition(bot.symbol);
  expect(left).toBeLessThan(Number(qty));
  await eventually(() => desk.isAtRest(bot.symbol, left));
  await eventually(() => {
    const stops = desk.liveStops(bot.symbol);
    return stops.length === 1 && Number(stops[0]!['quantity']) === left;
  });
});

it('a closing of everything by the exchange is booked, ends in a roundtrip and leaves no order', async () => {
  const bot = await desk.loneBot();
  await hold(bot, await desk.quantity(bot.symbol));
  desk.sim.admin.liquidate('main', bot.symbol);
  await eventually(() => isFlat(bot));
  await eventually(() => desk.liveStops(bot.symbol).length === 0);
  const [trip] = await eventually(async () => {
    const rows = await desk.rows<{ exit_reason: string }>(
      'SELECT exit_reason FROM trading.roundtrips WHERE run_id IN (SELECT id FROM trading.runs WHERE bot_id = $1)',
      [bot.botId],
    );
    return rows.length === 1 && rows;
  });
  expect(trip!.exit_reason).toBe('forced');
});

it('two bots on one symbol each have a stop of their own share, share the funding, and do not interfere', async () => {
  const one = await desk.loneBot();
  const other = await desk.addBot('ewmac', one.symbol);
  const qty = Number(await desk.quantity(one.symbol));
  await hold(one, String(qty));
  await hold(other, (2 * qty).toFixed(8));
  await eventually(() => desk.liveStops(one.symbol).length === 2);
  await eventually(() => desk.isAtRest(one.symbol, 3 * qty));
  desk.sim.admin.settleFunding();
  const funding = await eventually(async () => {
    const rows = await desk.rows<{ funding: number }>(
      `SELECT funding::float8 FROM trading.positions WHERE symbol = $1 AND funding <> 0 ORDER BY abs(funding)`,
      [one.symbol],
    );
    return rows.length === 2 && rows.map((row) => row.funding);
  });
  expect(funding[1]! / funding[0]!).toBeCloseTo(2, 6);
  const charged = desk
    .ledger('income')
    .filter((row) => row['symbol'] === one.symbol && row['incomeType'] === 'FUNDING_FEE');
  expect(funding[0]! + funding[1]!).toBeCloseTo(Number(charged[0]!['income']), 8);

  await desk.outcome(await desk.intend(one, { side: 'flat' }));
  await eventually(() => desk.isAtRest(one.symbol, 2 * qty));
  await eventually(() => {
    const stops = desk.liveStops(one.symbol);
    return stops.length === 1 && Math.abs(Number(stops[0]!['quantity']) - 2 * qty) < 1e-9;
  });
});

it('the wallet agrees with what is booked after faults, and an unexplained difference is reported', async () => {
  const drifts = () => desk.errorCount(service, 'EXECUTOR_RECONCILE_DRIFT');
  const lookTwice = async () => {
    const looks = desk.requests('GET', INCOME).length;
    await eventually(() => desk.requests('GET', INCOME).length >= looks + 2);
  };
  const bot = await desk.loneBot();
  await hold(bot, await desk.quantity(bot.symbol));
  await desk.outcome(await desk.intend(bot, { side: 'flat' }));
  await eventually(() => isFlat(bot));
  // A look may find a fill in the wallet that is not booked yet; from here on nothing fills.
  await lookTwice();
  const before = await drifts();
  desk.sim.admin.deposit('main', '1000');
  await lookTwice();
  expect(await drifts()).toBe(before);
  const deposits = await desk.rows(
    `SELECT asset FROM trading.transfers WHERE network = 'testnet' AND amount = 1000`,
  );
  expect(deposits).toEqual([{ asset: 'USDT' }]);
  await desk.rows(
    'UPDATE trading.fills SET fee = fee + 5 WHERE fill_id = (SELECT max(fill_id) FROM trading.fills)',
  );
  await eventually(async () => (await drifts()) > before);
});

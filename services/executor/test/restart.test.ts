import { eventually, tcpProxy } from '@platform/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ExecutorDesk, FAST_TIMING, SYMBOL } from './desk';

const ORDER = '/fapi/v1/order';
const TRADES = '/fapi/v1/userTrades';
const HISTORY = '/fapi/v1/allOrders';

let desk: ExecutorDesk;
beforeEach(async () => {
  desk = await ExecutorDesk.open({ seed: 22 });
});
afterEach(() => desk?.close());

it('a restart finds stops live, books what happened meanwhile and cancels what is left over', async () => {
  const first = await desk.startReady({}, FAST_TIMING);
  const bot = await desk.addBot();
  await desk.outcome(await desk.intend(bot, { side: 'long' }));
  await eventually(() => desk.liveStops().length === 1);
  await desk.stop(first);
  expect(desk.liveStops()).toHaveLength(1);
  desk.sim.admin.changeMarket({ symbol: SYMBOL, factor: 0.85 });
  expect(desk.exchangePosition()).toBe(0);

  await desk.startReady({}, FAST_TIMING);
  await eventually(() => desk.isAtRest(SYMBOL, 0));
  await eventually(async () => {
    return (await desk.rows(`SELECT FROM trading.orders WHERE status < 'filled'`)).length === 0;
  });
});

it('a restart is not ready before every unknown order is resolved, and takes no intent before', async () => {
  const bot = await desk.addBot();
  const lost = await desk.intend(bot, { side: 'long' });
  // As a process leaves it that died between write-ahead and send.
  await desk.insert('trading.orders', {
    order_id: lost,
    intent_id: lost,
    bot_id: bot.botId,
    network: 'testnet',
    symbol: SYMBOL,
    leg: 'entry',
    order_type: 'market',
    side: 'buy',
    qty: '0.01',
    notional_usd: '500',
    client_order_id: `${lost.replaceAll('-', '')}e`,
  });
  // Nothing is proved while the exchange does not answer questions.
  const { id } = desk.sim.admin.addFault({ kind: 'unavailable_503', method: 'GET', path: ORDER });
  const service = await desk.start({}, FAST_TIMING);
  const late = await desk.intend(await desk.addBot('ewmac', 'ETHUSDT'), { side: 'long', qty: '0.1' });
  await eventually(() => desk.requests('GET', ORDER).length > 0);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  expect(desk.requests('POST', ORDER)).toEqual([]);
  desk.sim.admin.clearFaults(id);
  expect((await desk.outcome(lost)).outcome_reason).toBe('entry_submission_failed');
  expect((await desk.outcome(late)).outcome).toBe('accepted');
  expect(desk.entries()).toEqual([]);
});

it('a restart sets what bots hold to their leverage without any entry, and names what is refused', async () => {
  const first = await desk.startReady({}, FAST_TIMING);
  const bot = await desk.addBot();
  await desk.configure(bot);
  await desk.outcome(await desk.intend(bot, { side: 'long' }));
  await eventually(() => desk.liveStops().length === 1);
  await desk.stop(first);
  const isLeverage = (leverage: number) =>
    desk.ledger('config').findLast(({ setting }) => setting === 'leverage')!['leverage'] === leverage;
  const change = (leverage: number) =>
    desk.sim.admin.configure('main', { setting: 'leverage', symbol: SYMBOL, leverage });
  change(50);
  expect(isLeverage(50)).toBe(true);
  const message = 'Margin type cannot be changed if there exists position.';
  const refusal = { method: 'POST', path: '/fapi/v1/marginType', symbol: SYMBOL, code: -4048, message };
  const { id } = desk.sim.admin.addFault({ kind: 'error', ...refusal });
  const service = await desk.start({}, FAST_TIMING);
  const readiness = async () => (await fetch(`${service.url}/readyz`)).text();
  await eventually(async () => (await readiness()).includes(message));
  expect(isLeverage(1)).toBe(true);

  desk.sim.admin.clearFaults(id);
  await eventually(async () => !(await readiness()).includes(message));
  change(20);
  await eventually(() => isLeverage(1));
  expect(desk.entries()).toHaveLength(1);
});

it('a restart that cannot read trades waits for them, and does not take them for an anomaly', async () => {
  const first = await desk.startReady({}, FAST_TIMING);
  const bot = await desk.addBot();
  await desk.outcome(await desk.intend(bot, { side: 'long' }));
  await eventually(() => desk.liveStops().length === 1);
  await desk.stop(first);
  const order = { symbol: SYMBOL, side: 'SELL', positionSide: 'LONG', type: 'MARKET', quantity: '0.01' };
  desk.sim.admin.trade('main', order);
  for (const path of [TRADES, HISTORY]) desk.sim.admin.addFault({ kind: 'unavailable_503', path });

  const before = desk.requests('GET', TRADES).length;
  const service = await desk.start({}, FAST_TIMING);
  const startedMs = performance.now();
  await eventually(() => desk.requests('GET', TRADES).length > before);
  // Longer than an anomaly has to last before it counts, and asked more than once after that.
  await eventually(() => performance.now() - startedMs > 2 * FAST_TIMING.settlingMs!);
  const asked = desk.requests('GET', TRADES).length;
  await eventually(() => desk.requests('GET', TRADES).length >= asked + 2);
  const state = async () => {
    const answer = await fetch(`${service.url}/positions`);
    return ((await answer.json()) as { networks: { state: string }[] }).networks[0]!.state;
  };
  expect(await state()).toBe('starting');
  desk.sim.admin.clearFaults();
  await eventually(async () => (await state()) === 'ready');
  await eventually(() => desk.isAtRest(SYMBOL, 0));
  const events = await desk.rows<{ event_type: string }>(
    `SELECT event_type FROM trading.bot_events WHERE event_type IN ('ReconcileQuarantine', 'PositionAdjusted')`,
  );
  expect(events).toEqual([{ event_type: 'PositionAdjusted' }]);
});

it('a restart with unowned exposure quarantines the network until an operator clears it, on record', async () => {
  const order = { symbol: SYMBOL, side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity: '0.02' };
  desk.sim.admin.trade('main', order);
  const service = await desk.start({}, FAST_TIMING);
  await eventually(async () => {
    return (
      (await desk.rows(`SELECT FROM trading.bot_events WHERE event_type = 'ReconcileQuarantine'`)).length ===
      1
    );
  });
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  const bot = await desk.addBot('ewmac', 'ETHUSDT');
  const waiting = await desk.intend(bot, { side: 'long', qty: '0.1' });

  const body = { confirm_token: '01923456-789a-4000-8000-000000000001', network_scope: 'testnet' };
  const cleared = await desk.post(service, '/clear-quarantine', body);
  expect(cleared.body).toEqual({ status: 'quarantine_cleared', networks: ['testnet'] });
  const again = await desk.post(service, '/clear-quarantine', body);
  expect(again).toMatchObject({ status: 400, body: { field: 'confirm_token' } });
  await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 200);
  expect((await desk.outcome(waiting)).outcome).toBe('accepted');
  expect(desk.exchangePosition()).toBe(0.02);
  const audited = await desk.rows<{ action: string; resource_id: string }>(
    'SELECT action, resource_id FROM ops.audit_log',
  );
  expect(audited).toEqual([{ action: 'clear_quarantine', resource_id: 'testnet' }]);
});

it('a database lost during an entry leaves the fill under a stop at once, and both in the books later', async () => {
  const proxy = await tcpProxy({ port: desk.database.port });
  const databaseUrl = desk.database
    .urlFor('platform_executor')
    .replace(`:${desk.database.port}/`, `:${proxy.port}/`);
  const service = await desk.startReady(
    { PLATFORM_EXECUTOR_DATABASE_URL: databaseUrl },
    { ...FAST_TIMING, requestMs: 20_000, stopOverdueMs: 200 },
  );
  desk.sim.admin.addFault({ kind: 'latency', method: 'POST', path: ORDER, durationMs: 4_000, count: 1 });
  const bot = await desk.addBot();
  const intentId = await desk.intend(bot, { side: 'long' });
  await eventually(() => desk.entries().length === 1 || desk.requests('POST', ORDER).length === 1);
  proxy.blackhole(true);
  await eventually(() => desk.liveStops().length === 1);
  // Only its own row was given up so far: it did not wait for the fill to be recorded.
  expect(await desk.errorCount(service, 'EXECUTOR_DB_WRITE_FAILED')).toBe(1);
  proxy.blackhole(false);
  proxy.reset();
  expect((await desk.outcome(intentId)).outcome).toBe('accepted');
  await eventually(() => desk.isAtRest(SYMBOL, 0.01));
  await eventually(async () => {
    const open = await desk.rows(`SELECT FROM trading.orders WHERE leg = 'sl' AND status = 'new'`);
    return open.length === 1 && desk.liveStops().length === 1;
  });
  expect(desk.entries()).toHaveLength(1);
  await desk.close();
  await proxy.close();
  desk = undefined as unknown as ExecutorDesk;
});

it('a second executor stands by while the first trades and takes over when it is gone', async () => {
  const first = await desk.startReady({}, FAST_TIMING);
  const second = await desk.start({}, FAST_TIMING);
  const bot = await desk.addBot();
  await desk.outcome(await desk.intend(bot, { side: 'long' }));
  expect((await fetch(`${second.url}/readyz`)).status).toBe(503);
  expect(desk.entries()).toHaveLength(1);
  await desk.stop(first);
  await eventually(async () => (await fetch(`${second.url}/readyz`)).status === 200);
  await desk.outcome(await desk.intend(bot, { side: 'flat' }));
  await eventually(() => desk.isAtRest(SYMBOL, 0));
});

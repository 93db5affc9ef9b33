import { eventually, tcpProxy } from '@platform/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bot, BREAK_GLASS_TOKEN, ExecutorDesk, SYMBOL } from './desk';

let desk: ExecutorDesk;
beforeEach(async () => {
  desk = await ExecutorDesk.open({ seed: 31 });
});
afterEach(() => desk?.close());

async function hold(symbol = SYMBOL, qty = '0.01'): Promise<Bot> {
  const bot = await desk.addBot('supertrend', symbol);
  await desk.outcome(await desk.intend(bot, { side: 'long', qty }));
  await eventually(() => desk.liveStops(symbol).length === 1);
  return bot;
}

const isFlat = (symbol = SYMBOL) => desk.venuePosition(symbol) === 0 && desk.liveStops(symbol).length === 0;

async function isCommitted(count: number): Promise<boolean> {
  const [cursor] = await desk.rows<{ position: string }>(
    `SELECT position::text FROM ops.consumer_cursors WHERE consumer = 'executor'`,
  );
  return Number(cursor?.position ?? 0) >= count;
}

describe('a flatten command', () => {
  it('closes every symbol and cancels in both spaces while halted, step by step on record, once', async () => {
    await desk.startReady();
    await hold();
    await hold('ETHUSDT', '0.1');
    await desk.setLatch(true);
    await desk.command('all');
    await eventually(() => isFlat() && isFlat('ETHUSDT'), 30_000);
    await eventually(() => isCommitted(1));
    const steps = await desk.rows<{ step: string }>(
      `SELECT DISTINCT metadata->>'step' AS step FROM trading.bot_events WHERE event_type = 'FlattenStepComplete'`,
    );
    expect(steps.map(({ step }) => step).sort()).toEqual(['aggressive_limit', 'flat', 'step_zero_cancel']);
    const orders = await desk.rows(
      `SELECT FROM trading.orders WHERE leg = 'flatten' AND order_type = 'flatten'`,
    );
    expect(orders).toHaveLength(2);
    await eventually(
      async () => (await desk.rows('SELECT FROM trading.positions WHERE qty <> 0')).length === 0,
    );
  });

  it('for one bot leaves the other symbol and its stop alone', async () => {
    await desk.startReady();
    const bot = await hold();
    await hold('ETHUSDT', '0.1');
    await desk.command(`bot:${bot.botId}`, bot.botId);
    await eventually(() => isFlat());
    await eventually(() => isCommitted(1));
    expect(desk.venuePosition('ETHUSDT')).toBe(0.1);
    expect(desk.liveStops('ETHUSDT')).toHaveLength(1);
  });

  it('falls back to the market when the limit is refused, and goes through throttling', async () => {
    await desk.startReady();
    await hold();
    desk.sim.admin.addFault({ kind: 'throttle', method: 'POST' });
    desk.sim.admin.addFault({
      kind: 'error',
      method: 'GET',
      path: '/fapi/v1/ticker/bookTicker',
      code: -1000,
      status: 400,
    });
    await desk.command(`symbol:${SYMBOL}`);
    await eventually(() => isFlat(), 30_000);
  });
});

describe('POST /flatten', () => {
  it('answers with what it targets and flattens it', async () => {
    const service = await desk.startReady();
    await hold();
    const answer = await desk.post(service, '/flatten', { network_scope: 'testnet' });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'flatten_initiated', positions_targeted: 1 },
    });
    await eventually(() => isFlat());
  });
});

describe('break-glass', () => {
  const bearer = { authorization: `Bearer ${BREAK_GLASS_TOKEN}` };
  const path = '/executor/break-glass/flatten';
  const nowSeconds = () => Math.floor(Date.now() / 1000);

  it('flattens with the database gone, and is on record when it is back', async () => {
    const proxy = await tcpProxy({ port: desk.database.port });
    const databaseUrl = desk.database
      .urlFor('platform_executor')
      .replace(`:${desk.database.port}/`, `:${proxy.port}/`);
    const service = await desk.startReady({ PLATFORM_EXECUTOR_DATABASE_URL: databaseUrl });
    await hold();
    proxy.blackhole(true);
    const body = { confirm_ts: nowSeconds(), network_scope: 'all', reason: 'a drill' };
    expect((await desk.post(service, path, body, bearer)).status).toBe(200);
    await eventually(() => isFlat(), 60_000);
    proxy.blackhole(false);
    proxy.reset();
    await eventually(async () => {
      const rows = await desk.rows<{ outcome: string }>(
        `SELECT metadata->>'outcome' AS outcome FROM trading.bot_events WHERE event_type = 'BreakGlassInvoked'`,
      );
      return rows.length === 1 && rows[0]!.outcome === 'Accepted';
    }, 30_000);
    await desk.stop(service);
    await proxy.close();
  }, 120_000);

  it('refuses a wrong token, a stale confirmation and a malformed body, and records each', async () => {
    const service = await desk.startReady();
    const body = { confirm_ts: nowSeconds(), network_scope: 'all', reason: 'a drill' };
    expect((await desk.post(service, path, body, { authorization: 'Bearer wrong' })).status).toBe(401);
    const stale = await desk.post(service, path, { ...body, confirm_ts: nowSeconds() - 61 }, bearer);
    expect(stale.body['code']).toBe('EXECUTOR_BREAK_GLASS_DENIED');
    expect((await desk.post(service, path, { reason: 1 }, bearer)).status).toBe(400);
    const outcomes = await eventually(async () => {
      const rows = await desk.rows<{ outcome: string }>(
        `SELECT metadata->>'outcome' AS outcome FROM trading.bot_events WHERE event_type = 'BreakGlassInvoked' ORDER BY id`,
      );
      if (rows.length < 3) throw new Error('not yet recorded');
      return rows.map(({ outcome }) => outcome);
    });
    expect(outcomes).toEqual(['AuthFail', 'StaleConfirm', 'MalformedRequest']);
  });
});

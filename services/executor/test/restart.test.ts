import { eventually, tcpProxy } from '@platform/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExecutorDesk, HASTE, SYMBOL } from './desk';

const ORDER = '/fapi/v1/order';

let desk: ExecutorDesk;
beforeEach(async () => {
  desk = await ExecutorDesk.open({ seed: 22 });
});
afterEach(() => desk?.close());

describe('a restart', () => {
  it('finds stops live, books what happened meanwhile and cancels what is left over', async () => {
    const first = await desk.startReady({}, HASTE);
    const bot = await desk.addBot();
    await desk.outcome(await desk.intend(bot, { side: 'long' }));
    await eventually(() => desk.liveStops().length === 1);
    await desk.stop(first);
    expect(desk.liveStops()).toHaveLength(1);
    desk.sim.admin.changeMarket({ symbol: SYMBOL, factor: 0.85 });
    expect(desk.venuePosition()).toBe(0);

    await desk.startReady({}, HASTE);
    await eventually(() => desk.isAtRest(SYMBOL, 0));
    await eventually(async () => {
      return (await desk.rows(`SELECT FROM trading.orders WHERE status < 'filled'`)).length === 0;
    });
  });

  it('is not ready before every order of unknown fate is resolved, and takes no intent before', async () => {
    const bot = await desk.addBot();
    const lost = await desk.intend(bot, { side: 'long' });
    // As a process leaves it that died between write-ahead and send.
    await desk.insert('trading.orders', {
      ...{
        order_id: lost,
        intent_id: lost,
        bot_id: bot.botId,
        network: 'testnet',
        symbol: SYMBOL,
        leg: 'entry',
      },
      ...{ order_type: 'market', side: 'buy', qty: '0.01', notional_usd: '500' },
      client_order_id: `${lost.replaceAll('-', '')}e`,
    });
    const service = await desk.start({}, HASTE);
    const late = await desk.intend(await desk.addBot('ewmac', 'ETHUSDT'), { side: 'long', qty: '0.1' });
    await eventually(() => desk.requests('GET', ORDER).length > 0);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect(desk.requests('POST', ORDER)).toEqual([]);
    expect((await desk.outcome(lost)).outcome_reason).toBe('entry_submission_failed');
    expect((await desk.outcome(late)).outcome).toBe('accepted');
    expect(desk.entries()).toEqual([]);
  });

  it('with exposure that no bot answers for quarantines the network until an operator clears it with a fresh token, on record', async () => {
    const order = { symbol: SYMBOL, side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity: '0.02' };
    desk.sim.admin.trade('main', order);
    const service = await desk.start({}, HASTE);
    await eventually(async () => {
      return (
        (await desk.rows(`SELECT FROM trading.bot_events WHERE event_type = 'ReconcileQuarantine'`))
          .length === 1
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
    expect(desk.venuePosition()).toBe(0.02);
    const audited = await desk.rows<{ action: string; resource_id: string }>(
      'SELECT action, resource_id FROM ops.audit_log',
    );
    expect(audited).toEqual([{ action: 'clear_quarantine', resource_id: 'testnet' }]);
  });
});

describe('a database that goes away while an entry is under way', () => {
  it('leaves the fill under a stop at once, and both in the books when it is back', async () => {
    const proxy = await tcpProxy({ port: desk.database.port });
    const databaseUrl = desk.database
      .urlFor('platform_executor')
      .replace(`:${desk.database.port}/`, `:${proxy.port}/`);
    const service = await desk.startReady(
      { PLATFORM_EXECUTOR_DATABASE_URL: databaseUrl },
      { ...HASTE, requestMs: 20_000, stopOverdueMs: 200 },
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
});

describe('a second executor', () => {
  it('stands by while the first trades and takes over when it is gone', async () => {
    const first = await desk.startReady({}, HASTE);
    const second = await desk.start({}, HASTE);
    const bot = await desk.addBot();
    await desk.outcome(await desk.intend(bot, { side: 'long' }));
    expect((await fetch(`${second.url}/readyz`)).status).toBe(503);
    expect(desk.entries()).toHaveLength(1);
    await desk.stop(first);
    await eventually(async () => (await fetch(`${second.url}/readyz`)).status === 200);
    await desk.outcome(await desk.intend(bot, { side: 'flat' }));
    await eventually(() => desk.isAtRest(SYMBOL, 0));
  });
});

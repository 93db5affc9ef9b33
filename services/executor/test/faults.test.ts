import { eventually, tcpProxy } from '@platform/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExecutorDesk, SYMBOL } from './desk';

const ORDER = '/fapi/v1/order';
const ALGO = '/fapi/v1/algoOrder';

let desk: ExecutorDesk;
beforeEach(async () => {
  desk = await ExecutorDesk.open({ seed: 21 });
});
afterEach(() => desk?.close());

async function isAtRest(quantity: number): Promise<boolean> {
  const [booked] = await desk.rows<{ qty: string }>(
    'SELECT coalesce(sum(qty), 0)::text AS qty FROM trading.positions',
  );
  return desk.venuePosition() === quantity && Number(booked!.qty) === quantity;
}

describe('an entry whose answer is lost', () => {
  it.each(['hang', 'reset', 'unknown_503', 'timeout'] as const)(
    'after %s is found by asking: one order, one outcome, one stop',
    async (kind) => {
      await desk.startReady();
      desk.sim.admin.addFault({ kind, method: 'POST', path: ORDER, count: 1 });
      const bot = await desk.addBot();
      expect((await desk.outcome(await desk.intend(bot, { side: 'long' }), 40_000)).outcome).toBe('accepted');
      await eventually(() => desk.liveStops().length === 1);
      expect(desk.entries()).toHaveLength(1);
      expect(desk.requests('POST', ORDER)).toHaveLength(1);
      await eventually(() => isAtRest(0.01));
    },
  );

  it('and that the venue never took stays unknown until its absence is proved, blocks the symbol and is never sent again', async () => {
    await desk.startReady();
    desk.sim.admin.addFault({ kind: 'reset', method: 'POST', path: ORDER, count: 1, accepted: false });
    const bot = await desk.addBot();
    const lost = await desk.intend(bot, { side: 'long' });
    await eventually(async () => {
      const [order] = await desk.rows<{ status: string }>(
        'SELECT status FROM trading.orders WHERE intent_id = $1',
        [lost],
      );
      return order?.status === 'unknown';
    });
    expect(await desk.outcome(lost, 60_000)).toEqual({
      outcome: 'rejected',
      outcome_reason: 'entry_submission_failed',
    });
    expect(desk.entries()).toEqual([]);
    expect(desk.requests('POST', ORDER)).toHaveLength(1);
  }, 90_000);
});

describe('a stop', () => {
  it('that is refused a few times is placed all the same', async () => {
    await desk.startReady();
    desk.sim.admin.addFault({ kind: 'stop_rejected', method: 'POST', path: ALGO, count: 3 });
    const bot = await desk.addBot();
    await desk.outcome(await desk.intend(bot, { side: 'short' }));
    await eventually(() => desk.liveStops().length === 1);
    expect(desk.venuePosition()).toBe(-0.01);
  });

  it('that cannot be placed in time closes the position', async () => {
    await desk.startReady();
    desk.sim.admin.addFault({ kind: 'stop_rejected', method: 'POST', path: ALGO });
    const bot = await desk.addBot();
    await desk.outcome(await desk.intend(bot, { side: 'long' }));
    await eventually(() => desk.venuePosition() === 0.01);
    await eventually(() => isAtRest(0), 40_000);
  }, 60_000);

  it('whose answer is lost leaves exactly one behind', async () => {
    await desk.startReady();
    desk.sim.admin.addFault({ kind: 'hang', method: 'POST', path: ALGO, count: 1 });
    const bot = await desk.addBot();
    await desk.outcome(await desk.intend(bot, { side: 'long' }));
    await eventually(async () => {
      const open = await desk.rows(`SELECT FROM trading.orders WHERE leg = 'sl' AND status < 'filled'`);
      return desk.liveStops().length === 1 && open.length === 1;
    }, 30_000);
  }, 60_000);

  it('that the market reaches is booked, and leaves neither position nor target behind', async () => {
    await desk.startReady();
    const bot = await desk.addBot();
    const mark = await desk.markPrice();
    await desk.outcome(await desk.intend(bot, { side: 'long', tp: (mark * 1.2).toFixed(2) }));
    await eventually(() => desk.liveStops().length === 2);
    desk.sim.admin.changeMarket({ symbol: SYMBOL, factor: 0.85 });
    await eventually(() => isAtRest(0));
    await eventually(() => desk.liveStops().length === 0);
    const [stop] = await desk.rows<{ status: string }>(`SELECT status FROM trading.orders WHERE leg = 'sl'`);
    expect(stop!.status).toBe('filled');
  });

  it('follows a fill that the stream never told', async () => {
    await desk.startReady();
    desk.sim.admin.addFault({ kind: 'mute_stream' });
    const bot = await desk.addBot();
    await desk.outcome(await desk.intend(bot, { side: 'long' }));
    await eventually(() => desk.liveStops().length === 1);
    await eventually(() => isAtRest(0.01), 40_000);
  }, 60_000);
});

describe('a restart', () => {
  it('finds stops live, books what happened meanwhile and cancels what is left over', async () => {
    const first = await desk.startReady();
    const bot = await desk.addBot();
    await desk.outcome(await desk.intend(bot, { side: 'long' }));
    await eventually(() => desk.liveStops().length === 1);
    await desk.stop(first);
    expect(desk.liveStops()).toHaveLength(1);

    const second = await desk.startReady();
    expect(desk.liveStops()).toHaveLength(1);
    await desk.stop(second);
    desk.sim.admin.changeMarket({ symbol: SYMBOL, factor: 0.85 });
    expect(desk.venuePosition()).toBe(0);

    await desk.startReady();
    await eventually(() => isAtRest(0));
    await eventually(async () => {
      return (await desk.rows(`SELECT FROM trading.orders WHERE status < 'filled'`)).length === 0;
    });
  }, 60_000);

  it('with exposure that no bot answers for quarantines the network until an operator clears it with a fresh token', async () => {
    desk.sim.admin.trade('main', { symbol: SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.02' });
    const service = await desk.start();
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
    await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 200, 30_000);
    expect((await desk.outcome(waiting)).outcome).toBe('accepted');
    expect(desk.venuePosition()).toBe(0.02);
  });
});

describe('a database that goes away while an entry is under way', () => {
  it('leaves the fill under a stop at once, and both in the books when it is back', async () => {
    const proxy = await tcpProxy({ port: desk.database.port });
    const databaseUrl = desk.database
      .urlFor('platform_executor')
      .replace(`:${desk.database.port}/`, `:${proxy.port}/`);
    await desk.startReady({ PLATFORM_EXECUTOR_DATABASE_URL: databaseUrl });
    desk.sim.admin.addFault({ kind: 'latency', method: 'POST', path: ORDER, durationMs: 1_500, count: 1 });
    const bot = await desk.addBot();
    const intentId = await desk.intend(bot, { side: 'long' });
    await eventually(() => desk.entries().length === 1 || desk.requests('POST', ORDER).length === 1);
    proxy.blackhole(true);
    await eventually(() => desk.liveStops().length === 1, 40_000);
    proxy.blackhole(false);
    proxy.reset();
    expect((await desk.outcome(intentId, 60_000)).outcome).toBe('accepted');
    await eventually(() => isAtRest(0.01), 40_000);
    await eventually(async () => {
      const open = await desk.rows(`SELECT FROM trading.orders WHERE leg = 'sl' AND status = 'new'`);
      return open.length === 1 && desk.liveStops().length === 1;
    }, 40_000);
    expect(desk.entries()).toHaveLength(1);
    await desk.close();
    await proxy.close();
    desk = undefined as unknown as ExecutorDesk;
  }, 150_000);
});

describe('a second executor', () => {
  it('stands by while the first trades and takes over when it is gone', async () => {
    const first = await desk.startReady();
    const second = await desk.start();
    const bot = await desk.addBot();
    await desk.outcome(await desk.intend(bot, { side: 'long' }));
    expect((await fetch(`${second.url}/readyz`)).status).toBe(503);
    expect(desk.entries()).toHaveLength(1);
    await desk.stop(first);
    await eventually(async () => (await fetch(`${second.url}/readyz`)).status === 200, 30_000);
    await desk.outcome(await desk.intend(bot, { side: 'flat' }));
    await eventually(() => isAtRest(0));
  }, 60_000);
});

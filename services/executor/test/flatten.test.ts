import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { PositionsResponse } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually, tcpProxy, temporaryDirectory } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../src/app/flattener';
import { type Bot, BREAK_GLASS_TOKEN, ExecutorDesk, FAST_TIMING, SYMBOL } from './desk';

const ORDER = '/fapi/v1/order';
const secrets = temporaryDirectory('secrets');
const tokenFile = join(secrets.path, 'break-glass');
let desk: ExecutorDesk;
let proxy: Awaited<ReturnType<typeof tcpProxy>>;
let service: ServiceHandle;
beforeAll(async () => {
  desk = await ExecutorDesk.open({ seed: 31 });
  proxy = await tcpProxy({ port: desk.database.port });
  const direct = desk.database.urlFor('platform_executor');
  service = await desk.startReady(
    {
      PLATFORM_EXECUTOR_DATABASE_URL: direct.replace(`:${desk.database.port}/`, `:${proxy.port}/`),
      PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN_FILE: tokenFile,
    },
    FAST_TIMING,
  );
});
afterAll(async () => {
  await desk?.close();
  await proxy?.close();
  secrets.remove();
});

let bots = 0;

async function hold(symbol = SYMBOL, qty = '0.01'): Promise<Bot> {
  bots += 1;
  const bot = await desk.addBot(`strategy ${bots}`, symbol);
  // A moment after a throttle nothing can be read, and an entry that came then is refused.
  await eventually(async () => {
    const { outcome } = await desk.outcome(await desk.intend(bot, { side: 'long', qty }));
    return outcome === 'accepted';
  });
  await eventually(() => desk.liveStops(symbol).length === 1);
  return bot;
}

const isFlat = (symbol = SYMBOL) =>
  desk.exchangePosition(symbol) === 0 && desk.liveStops(symbol).length === 0;

/** The database is there and answers nothing. */
async function whileSilent(work: () => Promise<void>): Promise<void> {
  proxy.blackhole(true);
  try {
    await work();
  } finally {
    proxy.blackhole(false);
    proxy.reset();
  }
}

/** The last fill of the symbol came before its last stop was cancelled. */
function isClosedUnderItsStop(symbol = SYMBOL): boolean {
  const last = (kind: 'fill' | 'algo', isMeant: (data: Readonly<Record<string, unknown>>) => boolean) =>
    desk.sim.admin
      .ledger({ kinds: [kind], limit: 1_000_000 })
      .findLast(({ data }) => isMeant(data as Readonly<Record<string, unknown>>))!.seq;
  const closed = last('fill', (fill) => fill['symbol'] === symbol);
  const cancelled = last('algo', (algo) => algo['symbol'] === symbol && algo['algoStatus'] === 'CANCELED');
  return closed < cancelled;
}

/** Between a request to the executor and the last closing fill of the symbol, by the clock of the machine. */
function closedWithinMs(requestedAtMs: number, symbol = SYMBOL): number {
  const fills = desk.sim.admin.ledger({ kinds: ['fill'], limit: 1_000_000 });
  return (
    fills.findLast(({ data }) => (data as { symbol?: string }).symbol === symbol)!.wallMs - requestedAtMs
  );
}

/**
 * A flatten has to be done within 2 s whatever the database does, which a benchmark measures. One that waits
 * for the database takes more than 10 s: that much a busy machine can tell apart.
 */
const FLAT_WITHIN_MS = 9_000;

async function isCommitted(count: number): Promise<boolean> {
  const [done] = await desk.rows<{ n: number }>('SELECT count(*)::int AS n FROM trading.commands_done');
  return done!.n >= count;
}

it('a flatten command closes every symbol and cancels in both spaces while halted, once and on record', async () => {
  await hold();
  await hold('ETHUSDT', '0.1');
  await desk.setLatch(true);
  await desk.command('all');
  await eventually(() => isFlat() && isFlat('ETHUSDT'));
  await eventually(() => isCommitted(1));
  await eventually(async () => {
    const steps = await desk.rows<{ step: string }>(
      `SELECT DISTINCT metadata->>'step' AS step FROM trading.bot_events WHERE event_type = 'FlattenStepComplete'`,
    );
    expect(steps.map(({ step }) => step).sort()).toEqual(['aggressive_limit', 'flat', 'step_zero_cancel']);
  });
  const orders = await desk.rows(
    `SELECT FROM trading.orders WHERE leg = 'flatten' AND order_type = 'flatten'`,
  );
  expect(orders).toHaveLength(2);
  await eventually(
    async () => (await desk.rows('SELECT FROM trading.positions WHERE qty <> 0')).length === 0,
  );
  await desk.setLatch(false);
  await eventually(async () => {
    const health = (await (await fetch(`${service.url}/healthz`)).json()) as { halted: boolean };
    return !health.halted;
  });
});

it('a flatten command for one bot leaves the other symbol and its stop alone', async () => {
  const bot = await hold();
  await hold('ETHUSDT', '0.1');
  await desk.command(`bot:${bot.botId}`, bot.botId);
  await eventually(() => isFlat());
  await eventually(() => isCommitted(2));
  expect(desk.exchangePosition('ETHUSDT')).toBe(0.1);
  expect(desk.liveStops('ETHUSDT')).toHaveLength(1);
});

it('a flatten command for one bot is tried again until its holding can be read', async () => {
  const bot = await hold();
  const asked = await desk.rows(`SELECT FROM trading.bot_commands WHERE kind = 'flatten'`);
  const holder = new pg.Client(desk.database.adminUrl);
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE trading.positions IN ACCESS EXCLUSIVE MODE');
    await desk.command(`bot:${bot.botId}`, bot.botId);
    await setTimeout(3 * PATIENCE_MS);
  } finally {
    await holder.end();
  }
  await eventually(() => isFlat());
  await eventually(() => isCommitted(asked.length + 1));
});

it('a flatten command waits for the fate of the bot’s entry, and closes what that opened', async () => {
  const bot = await desk.addBot('a strategy that has just entered', 'SOLUSDT');
  const asked = await desk.rows(`SELECT FROM trading.bot_commands WHERE kind = 'flatten'`);
  desk.sim.admin.addFault({ kind: 'hang', method: 'POST', path: ORDER, symbol: bot.symbol, count: 1 });
  await desk.intend(bot, { side: 'long', qty: await desk.quantity(bot.symbol) });
  await eventually(() => desk.exchangePosition(bot.symbol) > 0);
  await desk.command(`bot:${bot.botId}`, bot.botId);
  await eventually(() => isCommitted(asked.length + 1));
  expect(isFlat(bot.symbol)).toBe(true);
  await eventually(() => desk.isAtRest(bot.symbol, 0));
});

it('a flatten command falls back to the market when the limit is refused, and goes through throttling', async () => {
  await hold();
  desk.sim.admin.addFault({ kind: 'throttle', method: 'POST', count: 3 });
  desk.sim.admin.addFault({
    kind: 'error',
    method: 'GET',
    path: '/fapi/v1/ticker/bookTicker',
    code: -1000,
    status: 400,
  });
  await desk.command(`symbol:${SYMBOL}`);
  await eventually(() => isFlat());
  desk.sim.admin.clearFaults();
  expect(desk.exchangePosition('ETHUSDT')).toBe(0.1);
});

it('GET /positions shows what is held, what the exchange says of it, and how far both can be trusted', async () => {
  await hold();
  const shown = await eventually(async () => {
    const answer = (await (await fetch(`${service.url}/positions`)).json()) as PositionsResponse;
    const position = answer.positions.find(({ symbol }) => symbol === SYMBOL);
    // The stop rests at the exchange before the executor has heard of it.
    const isKnown = position?.protected === true && answer.networks[0]!.unresolved_orders.length === 0;
    return isKnown && position.mark_price != null && { position, networks: answer.networks };
  });
  const { position, networks } = shown;
  expect(position).toMatchObject({ side: 'long', qty: '0.01', protected: true, network: 'testnet' });
  const gain = (Number(position.mark_price) - Number(position.entry_price)) * 0.01;
  expect(Number(position.unrealised_pnl_usd)).toBeCloseTo(gain, 6);
  expect(Number(position.stop_price)).toBeLessThan(Number(position.mark_price));
  expect(networks).toMatchObject([
    { network: 'testnet', state: 'ready', stream_live: true, unresolved_orders: [] },
  ]);
  expect(networks[0]!.last_reconcile_age_ms).toBeGreaterThanOrEqual(0);
});

it('POST /flatten answers with what it targets, flattens it and is on the audit log', async () => {
  const request = { network_scope: 'testnet', reason: 'the end of the day' };
  const answer = await desk.post(service, '/flatten', request);
  expect(answer).toMatchObject({
    status: 200,
    body: { status: 'flatten_initiated', positions_targeted: 2 },
  });
  await eventually(() => isFlat() && isFlat('ETHUSDT'));
  const [row] = await desk.rows(
    `SELECT resource_id, reason, "after" FROM ops.audit_log WHERE action = 'flatten'`,
  );
  expect(row).toEqual({
    resource_id: 'testnet',
    reason: request.reason,
    after: { positions_targeted: 2 },
  });
});

it('POST /flatten flattens before a silent database has answered, closing before any stop goes', async () => {
  const bot = await hold();
  const request = { network_scope: 'testnet', reason: 'the database is gone' };
  await whileSilent(async () => {
    const requestedAtMs = Date.now();
    const answer = await desk.post(service, '/flatten', request);
    expect(answer).toMatchObject({ status: 200, body: { positions_targeted: 1 } });
    await eventually(() => isFlat());
    expect(closedWithinMs(requestedAtMs)).toBeLessThan(FLAT_WITHIN_MS);
  });
  expect(isClosedUnderItsStop()).toBe(true);
  await eventually(() => desk.isAtRest(bot.symbol, 0));
});

it('POST /flatten without the books lets nothing be opened beside it, nor between its attempts', async () => {
  const bot = await hold();
  const other = await desk.addBot('another strategy', bot.symbol);
  const refusal = { kind: 'error', code: -2010, status: 400, accepted: false } as const;
  const { id } = desk.sim.admin.addFault({ ...refusal, method: 'POST', path: ORDER, count: 10_000 });
  try {
    const sent = desk.requests('POST', ORDER).length;
    await whileSilent(async () => {
      await desk.post(service, '/flatten', { network_scope: 'testnet', reason: 'the database is slow' });
      await eventually(() => desk.requests('POST', ORDER).length > sent);
    });
    const attempts = () => desk.requests('DELETE', '/fapi/v1/allOpenOrders').length;
    for (const first = attempts(); attempts() === first; ) {
      const entry = await desk.outcome(await desk.intend(other, { side: 'long' }));
      expect(entry).toMatchObject({ outcome: 'rejected', outcome_reason: 'risk_halted' });
    }
  } finally {
    desk.sim.admin.clearFaults(id);
  }
  await eventually(() => desk.isAtRest(bot.symbol, 0));
});

it('a flatten command that is given up is reported for as long as its position is open', async () => {
  const bot = await hold();
  const failures = () => desk.errorCount(service, 'EXECUTOR_FLATTEN_FAILED');
  const before = await failures();
  const asked = await desk.rows(`SELECT FROM trading.bot_commands WHERE kind = 'flatten'`);
  const refusal = { kind: 'error', code: -2010, status: 400, accepted: false } as const;
  const { id } = desk.sim.admin.addFault({ ...refusal, method: 'POST', path: ORDER, count: 10_000 });
  try {
    await desk.command(`bot:${bot.botId}`, bot.botId);
    await eventually(() => isCommitted(asked.length + 1));
    // Once at the deadline, and again.
    await eventually(async () => (await failures()) >= before + 2);
  } finally {
    desk.sim.admin.clearFaults(id);
  }
  await desk.command(`bot:${bot.botId}`, bot.botId);
  await eventually(() => desk.isAtRest(bot.symbol, 0));
});

describe('break-glass', () => {
  const bearer = { authorization: `Bearer ${BREAK_GLASS_TOKEN}` };
  const path = '/executor/break-glass/flatten';
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const outcomes = (table: string) =>
    desk.rows<{ outcome: string }>(`SELECT ${table} AS outcome FROM ${FROM[table]} ORDER BY id`);

  it('break-glass has no token before its file, and refuses on record a wrong, stale or malformed request', async () => {
    const body = { confirm_ts: nowSeconds(), network_scope: 'all', reason: 'a drill' };
    expect((await desk.post(service, path, body, bearer)).status).toBe(503);
    writeFileSync(tokenFile, `${BREAK_GLASS_TOKEN}\n`);
    expect((await desk.post(service, path, body, { authorization: 'Bearer wrong' })).status).toBe(401);
    const stale = await desk.post(service, path, { ...body, confirm_ts: nowSeconds() - 61 }, bearer);
    expect(stale.body['code']).toBe('EXECUTOR_BREAK_GLASS_DENIED');
    expect((await desk.post(service, path, { reason: 1 }, bearer)).status).toBe(400);
    const expected = ['AuthFail', 'AuthFail', 'StaleConfirm', 'MalformedRequest'];
    await eventually(async () => {
      expect((await outcomes(EVENTS)).map(({ outcome }) => outcome)).toEqual(expected);
      expect((await outcomes(AUDIT)).map(({ outcome }) => outcome)).toEqual(expected);
    });
  });

  it('break-glass flattens before a silent database answers, and is on record when it is back', async () => {
    await hold();
    const body = { confirm_ts: nowSeconds(), network_scope: 'all', reason: 'a drill' };
    await whileSilent(async () => {
      const requestedAtMs = Date.now();
      expect((await desk.post(service, path, body, bearer)).status).toBe(200);
      await eventually(() => isFlat());
      expect(closedWithinMs(requestedAtMs)).toBeLessThan(FLAT_WITHIN_MS);
    });
    expect(isClosedUnderItsStop()).toBe(true);
    await eventually(async () => {
      expect((await outcomes(EVENTS)).at(-1)!.outcome).toBe('Accepted');
      expect((await outcomes(AUDIT)).at(-1)!.outcome).toBe('Accepted');
    });
  });

  it('break-glass closes what an entry opens that was on its way when the exchange did not show it', async () => {
    const bot = await desk.addBot('a strategy that enters', 'ETHUSDT');
    const ids = [
      desk.sim.admin.addFault({ kind: 'hang', method: 'POST', path: ORDER, symbol: bot.symbol, count: 1 }),
      desk.sim.admin.addFault({ kind: 'stale_reads', method: 'GET', path: '/fapi/*', durationMs: 3_000 }),
    ].map(({ id }) => id);
    await desk.intend(bot, { side: 'long', qty: await desk.quantity(bot.symbol) });
    await eventually(() => desk.exchangePosition(bot.symbol) > 0);
    const body = { confirm_ts: nowSeconds(), network_scope: 'all', reason: 'a drill' };
    expect((await desk.post(service, path, body, bearer)).status).toBe(200);
    await eventually(() => isFlat(bot.symbol));
    for (const id of ids) desk.sim.admin.clearFaults(id);
  });
});

const EVENTS = `metadata->>'outcome'`;
const AUDIT = `"after"->>'outcome'`;
const FROM: Readonly<Record<string, string>> = {
  [EVENTS]: `trading.bot_events WHERE event_type = 'BreakGlassInvoked'`,
  [AUDIT]: `ops.audit_log WHERE action = 'break_glass_flatten'`,
};

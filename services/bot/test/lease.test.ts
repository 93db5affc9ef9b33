/**
 * One bot per symbol and strategy: a bot that lost its lease writes nothing, however it lost it. Each test
 * has a pair of its own and most of its time goes into waiting for a lease to run out, so they wait side by
 * side.
 */
import { randomUUID } from 'node:crypto';
import { Secret } from '@platform/service-kit';
import { eventually, type SpawnedService, spawnService, tcpProxy } from '@platform/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { DatabaseLease } from '../src/store/lease';
import { eventsOf, intentsOf, metric, untilReady } from './support/live-bot';
import { botEnvironment, newBotId, OPERATOR_TOKEN, useSurroundings } from './support/surroundings';

const surroundings = useSurroundings();
const running: SpawnedService[] = [];
afterAll(async () => {
  await Promise.all(running.map((bot) => bot.end('SIGKILL')));
});

let pairs = 0;
const newPair = () => `LEASE${++pairs}USDT`;

async function manualBot(symbol: string, botId = newBotId(), more: Record<string, string> = {}) {
  const env = { PLATFORM_BOT_STRATEGY: 'manual', PLATFORM_BOT_SYMBOL: symbol, ...more };
  const bot = await spawnService('bot', botEnvironment(surroundings(), botId, env));
  running.push(bot);
  return { ...bot, botId };
}

const emit = (bot: { url: string }, intentId: string = randomUUID(), qty = '0.5') =>
  fetch(`${bot.url}/test/emit-intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-token': OPERATOR_TOKEN },
    body: JSON.stringify({ intent_id: intentId, side: 'long', qty, sl: '90.5' }),
  });

const exited = (bot: SpawnedService) => eventually(() => bot.process.exitCode !== null);

describe.concurrent('the lease', () => {
  it('a lease makes a second bot of the same pair give up, with its code and an event', async () => {
    const symbol = newPair();
    const first = await manualBot(symbol);
    await untilReady(first);
    const second = await manualBot(symbol);
    await exited(second);
    expect(second.process.exitCode).toBe(1);
    expect(second.output()).toContain('BOT_LEASE_ACQUIRE_TIMEOUT');
    expect(await eventsOf(surroundings().owner, second.botId)).toEqual(['BOT_LEASE_ACQUIRE_TIMEOUT']);
    const { rows } = await surroundings().owner.query(
      `SELECT metadata ->> 'message' AS message FROM trading.bot_events WHERE bot_id = $1`,
      [second.botId],
    );
    expect(rows).toEqual([
      { message: `symbol ${symbol} and strategy manual are held by bot ${first.botId}` },
    ]);
    expect((await emit(first)).status).toBe(200);
  });

  it('a lease passes on at once after SIGTERM and after SIGKILL, each time with a higher fence', async () => {
    const symbol = newPair();
    const botId = newBotId();
    for (const [signal, fence] of [
      ['SIGTERM', 1],
      ['SIGKILL', 2],
      ['SIGTERM', 3],
    ] as const) {
      const bot = await manualBot(symbol, botId);
      await untilReady(bot);
      expect(await metric(bot, 'platform_bot_fence')).toBe(fence);
      expect(await bot.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null);
    }
  });

  it('a bot that was stopped past its lease emits nothing once continued, and ends', async () => {
    const symbol = newPair();
    const first = await manualBot(symbol);
    await untilReady(first);
    expect((await emit(first)).status).toBe(200);
    first.process.kill('SIGSTOP');
    const second = await manualBot(symbol);
    await untilReady(second);
    // The request waits in the stopped bot's socket and is served first of all when it wakes.
    const late = emit(first).then(
      (response) => response.status,
      () => 'refused',
    );
    first.process.kill('SIGCONT');
    expect(await late).not.toBe(200);
    await exited(first);
    expect(first.process.exitCode).toBe(1);
    expect(first.output()).toContain('BOT_LEASE_LOST');
    expect(await intentsOf(surroundings().owner, first.botId)).toHaveLength(1);
    expect((await emit(second)).status).toBe(200);
  });

  it('a shadow has a lease with a key of its own, and lives beside the bot', async () => {
    const symbol = newPair();
    const botId = newBotId();
    const blue = await manualBot(symbol, botId);
    const green = await manualBot(symbol, botId, { PLATFORM_BOT_SHADOW: 'true' });
    await untilReady(blue);
    await untilReady(green);
    const { rows } = await surroundings().owner.query(
      'SELECT shadow, lease_key FROM trading.bot_leases WHERE symbol = $1 ORDER BY shadow',
      [symbol],
    );
    expect(BigInt(rows[1].lease_key) - BigInt(rows[0].lease_key)).toBe(1n);
    expect((await emit(green)).status).toBe(409);
    expect(await intentsOf(surroundings().owner, botId)).toEqual([]);
  });
});

describe.concurrent('the connection of a lease', () => {
  const leaseOf = (symbol: string, port?: number) => {
    const url = new URL(surroundings().database.urlFor('platform_bot'));
    if (port !== undefined) url.port = String(port);
    const holder = { botId: newBotId(), holderId: randomUUID() };
    return new DatabaseLease(new Secret(url.href), { ...holder, symbol, strategy: 'manual', shadow: false });
  };

  it('a lease connection is cut when it gives no answer, and the next renewal is made on a new one', async () => {
    const { port } = new URL(surroundings().database.adminUrl);
    const proxy = await tcpProxy({ port: Number(port) });
    const lease = leaseOf(newPair(), proxy.port);
    try {
      expect(await lease.tryAcquire()).toBe('1');
      proxy.blackhole(true);
      await expect(lease.renew()).rejects.toThrow('timeout');
      proxy.blackhole(false);
      expect(await lease.renew()).toBe('held');
    } finally {
      await lease.release();
      await proxy.close();
    }
  });

  it('a lease connection survives a statement that the database ends, so that no other bot gets the lock', async () => {
    const symbol = newPair();
    const [lease, other] = [leaseOf(symbol), leaseOf(symbol)];
    const client = await surroundings().owner.connect();
    try {
      expect(await lease.tryAcquire()).toBe('1');
      await client.query('BEGIN');
      await client.query('SELECT FROM trading.bot_leases WHERE symbol = $1 FOR UPDATE', [symbol]);
      await expect(lease.renew()).rejects.toThrow('statement timeout');
      await client.query('ROLLBACK');
      expect(await other.tryAcquire()).toBeNull();
      expect(await lease.renew()).toBe('held');
    } finally {
      client.release();
      await lease.release();
      await other.release();
    }
  });
});

describe.concurrent('an intent by hand', () => {
  it('an intent by hand is emitted once per id; the same id for something else is refused', async () => {
    const bot = await manualBot(newPair());
    await untilReady(bot);
    const id = randomUUID();
    const answers = await Promise.all([emit(bot, id), emit(bot, id), emit(bot, id)]);
    const statuses = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { status: string }).status),
    );
    expect(statuses.sort()).toEqual(['duplicate', 'duplicate', 'emitted']);
    expect((await emit(bot, id, '0.7')).status).toBe(409);
    expect(await intentsOf(surroundings().owner, bot.botId)).toHaveLength(1);
  });
});

describe.concurrent('commands', () => {
  const command = (kind: string, botId: string) =>
    surroundings().owner.query(
      `INSERT INTO trading.bot_commands (kind, scope, bot_id, reason, issued_by)
       VALUES ($1::trading.bot_command_kind, 'bot:' || $2, $2::uuid, 'test', 'test')`,
      [kind, botId],
    );

  it('commands are acknowledged once each, and a stop ends the process; an old stop does not end the next', async () => {
    const [symbol, botId] = [newPair(), newBotId()];
    const first = await manualBot(symbol, botId);
    await untilReady(first);
    for (const kind of ['pause', 'resume', 'flatten']) await command(kind, botId);
    const answered = async () =>
      (await eventsOf(surroundings().owner, botId)).filter((type) => /^(bot|flatten)_/.test(type));
    await eventually(async () => (await answered()).length === 3);
    await command('stop', botId);
    await exited(first);
    expect(first.process.exitCode).toBe(0);
    expect(await answered()).toEqual(['bot_paused', 'bot_resumed', 'flatten_acknowledged', 'bot_stopping']);
    await command('stop', botId);
    const second = await manualBot(symbol, botId);
    await untilReady(second);
    await eventually(async () => (await answered()).length === 5);
    expect((await emit(second)).status).toBe(200);
  });
});

import { randomUUID } from 'node:crypto';
import { eventually, startPostgres } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../src';
import { BOT_ID, insert, intent, setLatch } from './rows';
import { refusal, Sessions } from './sessions';

let sessions: Sessions;
let bot: pg.Client;
let executor: pg.Client;
let risk: pg.Client;
let manager: pg.Client;
let data: pg.Client;
const heard: { channel: string; payload: unknown }[] = [];

const CHANNELS = [
  'risk_halt_changed',
  'breaker_state',
  'portfolio_state',
  'source_freshness',
  'trading.data_events',
  'trading.order_intents',
  'trading.bot_commands',
  'trading.bot_events',
  'ops.source_commands',
  'ops.outbox',
];

beforeAll(async () => {
  sessions = await Sessions.open();
  bot = await sessions.as('platform_bot');
  executor = await sessions.as('platform_executor');
  risk = await sessions.as('platform_risk');
  manager = await sessions.as('platform_manager');
  data = await sessions.as('platform_data_writer');
  const listener = await sessions.as('platform_manager');
  listener.on('notification', ({ channel, payload }) =>
    heard.push({ channel, payload: JSON.parse(payload!) }),
  );
  for (const channel of CHANNELS) await listener.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
});
afterAll(async () => await sessions.close());

/** What `act` notified, in order. A marker sent afterwards shows that nothing else was on its way. */
async function during(act: () => Promise<unknown>): Promise<typeof heard> {
  heard.length = 0;
  await act();
  const marker = randomUUID();
  await manager.query(`SELECT pg_notify('ops.outbox', $1)`, [JSON.stringify({ marker })]);
  await eventually(() => heard.some(({ payload }) => (payload as { marker?: string }).marker === marker));
  return heard.slice(0, -1);
}

test('every change of the halt latch is announced on risk_halt_changed, and nothing but a change', async () => {
  const changes = await during(async () => {
    await setLatch(risk, true);
    await setLatch(risk, true);
    await setLatch(risk, false);
  });
  expect(changes).toMatchObject([
    { channel: 'risk_halt_changed', payload: { halted: true, halt_trace_id: expect.any(String) } },
    { channel: 'risk_halt_changed', payload: { halted: false, version: expect.any(Number) } },
  ]);
});

test('an intent is announced by its id, network and symbol alone', async () => {
  const row = intent();
  const notified = await during(() => insert(bot, 'trading.order_intents', row));
  const { intent_id, network, symbol } = row;
  expect(notified).toEqual([{ channel: 'trading.order_intents', payload: { intent_id, network, symbol } }]);
});

test('commands, bot events, source commands and outbox rows are announced as they are written', async () => {
  const notified = await during(async () => {
    const command = {
      kind: 'pause',
      scope: `bot:${BOT_ID}`,
      bot_id: BOT_ID,
      reason: 'a test',
      issued_by: 'a test',
    };
    await insert(risk, 'trading.bot_commands', command);
    await insert(bot, 'trading.bot_events', { bot_id: BOT_ID, event_type: 'container_started' });
    await insert(manager, 'ops.source_commands', {
      kind: 'unquarantine',
      source: 'funding',
      issued_by: 'a test',
    });
    await insert(executor, 'ops.outbox', { subject: 'trading.fills.x', payload: '{}' });
  });
  expect(notified).toEqual([
    { channel: 'trading.bot_commands', payload: { id: expect.any(Number), kind: 'pause', bot_id: BOT_ID } },
    {
      channel: 'trading.bot_events',
      payload: { id: expect.any(Number), bot_id: BOT_ID, event_type: 'container_started' },
    },
    {
      channel: 'ops.source_commands',
      payload: { id: expect.any(Number), kind: 'unquarantine', source: 'funding' },
    },
    { channel: 'ops.outbox', payload: { id: expect.any(Number), producer: 'platform_executor' } },
  ]);
});

test('a breaker is announced when it appears or changes state, not when its value moves', async () => {
  const notified = await during(async () => {
    await insert(risk, 'risk.breaker_state', { breaker: 'vpin', scope: 'symbol:BTCUSDT', value: 0.1 });
    await risk.query('UPDATE risk.breaker_state SET value = 0.2');
    await risk.query(`UPDATE risk.breaker_state SET status = 'tripped', outcome = 'PauseBots', value = 0.8`);
  });
  expect(notified).toMatchObject([
    { channel: 'breaker_state', payload: { breaker: 'vpin', status: 'ok', value: 0.1 } },
    {
      channel: 'breaker_state',
      payload: { breaker: 'vpin', status: 'tripped', outcome: 'PauseBots', value: 0.8 },
    },
  ]);
});

test('a position is announced on portfolio_state', async () => {
  const position = {
    network: 'testnet',
    symbol: 'BTCUSDT',
    bot_id: BOT_ID,
    qty: '-0.5',
    entry_price: '50000',
  };
  const notified = await during(async () => {
    await insert(executor, 'trading.positions', position);
    await executor.query('UPDATE trading.positions SET qty = 0');
  });
  expect(notified).toMatchObject([
    { channel: 'portfolio_state', payload: { symbol: 'BTCUSDT', bot_id: BOT_ID, qty: -0.5 } },
    { channel: 'portfolio_state', payload: { qty: 0 } },
  ]);
});

test('a source is announced on source_freshness, and its failures and quarantine as data events', async () => {
  const notified = await during(async () => {
    await insert(data, 'market.source_state', { source: 'funding', cadence_ms: 60_000 });
    await data.query('UPDATE market.source_state SET failure_streak = 1');
    await data.query(`UPDATE market.source_state SET status = 'quarantined', quarantined_at = now()`);
    await data.query(`UPDATE market.source_state SET status = 'active', quarantined_at = NULL`);
  });
  expect(notified.filter(({ channel }) => channel === 'source_freshness')).toHaveLength(4);
  expect(
    notified.filter(({ channel }) => channel === 'trading.data_events').map(({ payload }) => payload),
  ).toEqual([
    { kind: 'SourceFailure', source: 'funding', failure_streak: 1 },
    { kind: 'SourceQuarantined', source: 'funding' },
    { kind: 'SourceUnquarantined', source: 'funding' },
  ]);
});

test('macro values and gamma snapshots are announced as data events, once per statement and series', async () => {
  const notified = await during(async () => {
    await data.query(
      `INSERT INTO market.macro_series VALUES ('DGS10', 1, 4.1), ('DGS10', 2, 4.2), ('VIXCLS', 1, 20)`,
    );
    await insert(data, 'market.gex_snapshots', {
      underlying: 'BTC',
      ts: 5,
      spot_price: 50_000,
      total_gex_usd: -1e9,
    });
  });
  expect(notified.map(({ payload }) => payload)).toEqual(
    expect.arrayContaining([
      { kind: 'MacroWritten', series_id: 'DGS10', ts: 2 },
      { kind: 'MacroWritten', series_id: 'VIXCLS', ts: 1 },
      { kind: 'GexSnapshot', underlying: 'BTC', ts: 5 },
    ]),
  );
  expect(notified).toHaveLength(3);
});

test('the data service announces a written kline through its function', async () => {
  const notified = await during(() =>
    data.query(`SELECT market.notify_data_event('KlineWritten', '{"symbol": "BTCUSDT"}')`),
  );
  expect(notified).toEqual([
    { channel: 'trading.data_events', payload: { kind: 'KlineWritten', symbol: 'BTCUSDT' } },
  ]);
});

test('a full notification queue stops other notifiers but never the halt', async () => {
  const server = await startPostgres();
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({ connectionString: server.adminUrl('postgres') });
    await client.connect();
    clients.push(client);
    return client;
  };
  try {
    await migrate({ connectionString: server.adminUrl('postgres'), log: () => {} });
    await (await connect()).query('ALTER SYSTEM SET max_notify_queue_pages = 64');
    await clients.pop()!.end();
    await server.stop();
    await server.start();
    const [stuck, flooder, operator] = [await connect(), await connect(), await connect()];
    await stuck.query('LISTEN flood');
    await stuck.query('BEGIN');
    await stuck.query('SELECT 1');
    const flood = () => refusal(flooder.query(`SELECT pg_notify('flood', repeat('x', 7900) || random())`));
    await eventually(async () => (await flood()) !== 'accepted');
    await setLatch(operator, true);
    expect((await operator.query('SELECT halted FROM risk.risk_state')).rows).toEqual([{ halted: true }]);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await server.dispose();
  }
});

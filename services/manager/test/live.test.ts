import { once } from 'node:events';
import type { RiskEvent, WebsocketBatch, WebsocketMessage, WebsocketNotice } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { publishAs } from './bus';
import { ManagerFixture, TOKEN } from './fixture';

let fixture: ManagerFixture;
let manager: ServiceHandle;
const open: Viewer[] = [];

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  manager = await fixture.start();
});
afterAll(async () => {
  for (const viewer of open) viewer.socket.terminate();
  await fixture.close();
});

/** A client of the feed and everything it has heard. */
class Viewer {
  readonly messages: WebsocketMessage[] = [];
  readonly notices: WebsocketNotice[] = [];
  readonly batches: number[] = [];
  closed: number | undefined;

  constructor(readonly socket: WebSocket) {
    open.push(this);
    socket.on('message', (data) => {
      const said = JSON.parse(String(data)) as WebsocketBatch | WebsocketNotice;
      if ('notice' in said) return void this.notices.push(said);
      this.messages.push(...said.messages);
      this.batches.push(said.messages.length);
    });
    socket.on('close', (code) => {
      this.closed = code;
    });
  }

  static async connect(service: { url: string } = manager): Promise<Viewer> {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const viewer = new Viewer(new WebSocket(`${service.url.replace('http', 'ws')}/ws`, { headers }));
    await once(viewer.socket, 'open');
    return viewer;
  }

  async subscribe(channels: readonly string[], lastOffset?: string): Promise<this> {
    const before = this.notices.length;
    this.socket.send(JSON.stringify({ action: 'subscribe', channels, ...(lastOffset && { lastOffset }) }));
    await eventually(() => expect(this.notices.length).toBeGreaterThan(before));
    return this;
  }

  of(channel: string): WebsocketMessage[] {
    return this.messages.filter((message) => message.channel === channel);
  }
}

async function refusal(headers: Record<string, string>, path = '/ws'): Promise<number> {
  const socket = new WebSocket(`${manager.url.replace('http', 'ws')}${path}`, { headers });
  socket.on('error', () => undefined);
  const [, response] = await once(socket, 'unexpected-response');
  socket.terminate();
  return response.statusCode;
}

const fill = (tradeId: string) => ({ trade_id: tradeId, bot_id: 'b', realized_pnl: '1' });
const leave = (subject: string, payload: object, eventId = newId()) =>
  fixture.rows('INSERT INTO ops.outbox (event_id, subject, payload) VALUES ($1, $2, $3) RETURNING id', [
    eventId,
    subject,
    JSON.stringify(payload),
  ]);
/** More than any page of the outbox holds. */
const MANY = Array.from({ length: 2_600 }, (_, i) => `missed ${i}`);
const leaveMany = (trades: readonly string[], at = fixture) =>
  at.rows(
    `INSERT INTO ops.outbox (event_id, subject, payload)
     SELECT gen_random_uuid(), 'trading.fills.b', jsonb_build_object('trade_id', trade, 'bot_id', 'b', 'realized_pnl', '1')
     FROM unnest($1::text[]) WITH ORDINALITY AS given (trade, place) ORDER BY place`,
    [trades],
  );
const tradesOf = (viewer: Viewer) =>
  viewer.of('fills').map(({ payload }) => (payload as { tradeId: string }).tradeId);
const riskEvent = (event: string): RiskEvent => ({
  event_id: newId(),
  breaker: 'vpin',
  scope: 'all',
  event,
  status: 'tripped',
  outcome: null,
  value: 0.5,
  threshold: 0.2,
  halted: false,
  trace_id: null,
  created_at: Date.now(),
  metadata: {},
});
const trip = (breaker: string, status: 'ok' | 'tripped') =>
  fixture.rows(
    `INSERT INTO risk.breaker_state (breaker, status, value, threshold) VALUES ($1, $2, 0.5, 0.2)
     ON CONFLICT (breaker, scope) DO UPDATE SET status = excluded.status`,
    [breaker, status],
  );

it('GET /ws refuses a client without the token, and says so in the usual way', async () => {
  expect(await refusal({})).toBe(401);
  expect(await refusal({ 'x-operator-token': 'wrong' })).toBe(401);
  expect(await refusal({ 'x-operator-token': TOKEN }, '/ws/no')).toBe(404);
  const plain = await fetch(`${manager.url}/ws`, { headers: { 'x-operator-token': TOKEN } });
  expect(plain.status).toBe(400);
  expect(await plain.json()).toMatchObject({ code: 'MANAGER_INVALID_REQUEST', field: 'upgrade' });
});

it('GET /ws refuses a page in a browser even with the token', async () => {
  const headers = { 'x-operator-token': TOKEN };
  expect(await refusal({ ...headers, origin: 'http://evil.example' })).toBe(401);
  expect(await refusal({ ...headers, origin: 'null' })).toBe(401);
});

it('GET /ws answers a ping, and says what it does not understand', async () => {
  const viewer = await Viewer.connect();
  for (const text of [
    '{"action":"ping"}',
    'no',
    '[]',
    '{"action":"subscribe","channels":["x"]}',
    '{"action":"ping","y":1}',
  ]) {
    viewer.socket.send(text);
  }
  await eventually(() =>
    expect(viewer.notices.map(({ notice }) => notice)).toEqual(['pong', ...Array(4).fill('invalid')]),
  );
});

it('GET /ws forwards notifications in camelCase to those who follow their channel only', async () => {
  const follower = await (await Viewer.connect()).subscribe([
    'portfolio_state',
    'source_freshness',
    'backfill_jobs',
  ]);
  const other = await (await Viewer.connect()).subscribe(['risk_halt_changed']);
  await fixture.rows(
    `INSERT INTO trading.positions (network, symbol, qty, entry_price) VALUES ('testnet', 'BTCUSDT', 1, 100)`,
  );
  await fixture.rows(`INSERT INTO market.source_state (source, cadence_ms) VALUES ('klines', 60000)`);
  await fixture.rows(`SELECT ops.notify('backfill_jobs', '{"id": "j", "rows_fetched": 5}')`);
  await fixture.rows(
    `WITH act AS (INSERT INTO risk.risk_audit_log (halt_trace_id, action, scope, reason, actor)
         VALUES ($1, 'halt', 'all', 'drill', 'x')) UPDATE risk.risk_state SET halted = true, halt_trace_id = $1`,
    [newId()],
  );
  // Snapshots come on their own period, and may fall in between.
  const events = (viewer: Viewer) => viewer.messages.filter(({ type }) => type === 'event');
  await eventually(() => {
    expect(events(follower)).toMatchObject([
      { channel: 'portfolio_state', payload: { entryPrice: 100, botId: null } },
      { channel: 'source_freshness', payload: { source: 'klines', failureStreak: 0 } },
      { channel: 'backfill_jobs', payload: { id: 'j', rowsFetched: 5 } },
    ]);
    expect(events(other)).toMatchObject([{ channel: 'risk_halt_changed', payload: { halted: true } }]);
  });
});

it('GET /ws begins breaker_state with a snapshot, then sends each risk event once, from bus or outbox', async () => {
  await trip('vpin', 'ok');
  const viewer = await (await Viewer.connect()).subscribe(['breaker_state']);
  await eventually(() => viewer.messages.length > 0);
  expect(viewer.messages[0]).toMatchObject({
    type: 'snapshot',
    payload: [{ breaker: 'vpin', status: 'ok', distance: -0.3 }],
  });
  const event = riskEvent('tripped');
  await publishAs(fixture.nats, 'risk', 'risk.events.vpin', event);
  await eventually(() => expect(viewer.messages.filter(({ type }) => type === 'event')).toHaveLength(1));
  await leave('risk.events.vpin', event, event.event_id);
  const unheard = { ...event, event_id: newId(), event: 'cleared' };
  await leave('risk.events.vpin', unheard, unheard.event_id);
  await eventually(() =>
    expect(
      viewer.messages
        .filter(({ type }) => type === 'event')
        .map(({ payload }) => (payload as { event: string }).event),
    ).toEqual(['tripped', 'cleared']),
  );
});

it('GET /ws gives a client that comes back what it missed, and the state of what it follows', async () => {
  const first = await (await Viewer.connect()).subscribe(['fills']);
  await leave('trading.fills.b', fill('1'));
  await eventually(() => expect(first.of('fills')).toHaveLength(1));
  first.socket.close();
  await leave('trading.fills.b', fill('2'));
  await leave('trading.fills.b', fill('3'));
  const back = await Viewer.connect();
  await back.subscribe(['fills', 'portfolio_state'], first.messages[0]!.offset!);
  await leave('trading.fills.b', fill('4'));
  await eventually(() => {
    const trades = new Set(back.of('fills').map(({ payload }) => (payload as { tradeId: string }).tradeId));
    expect([...trades]).toEqual(expect.arrayContaining(['2', '3', '4']));
    expect(back.of('portfolio_state')[0]).toMatchObject({
      type: 'snapshot',
      payload: [{ symbol: 'BTCUSDT', updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }],
    });
  });
  const metrics = await (await fetch(`${manager.url}/metrics`)).text();
  expect(Number(/platform_manager_ws_replay_rows_total (\d+)/.exec(metrics)![1])).toBeGreaterThanOrEqual(2);
});

it('GET /ws gives a client that missed thousands of events every one of them', async () => {
  const first = await (await Viewer.connect()).subscribe(['fills']);
  await leave('trading.fills.b', fill('the last one seen'));
  await eventually(() => expect(first.of('fills')).toHaveLength(1));
  const seen = first.messages[0]!.offset!;
  first.socket.close();
  await leaveMany(MANY);
  // A client that comes back while the log still moves is overtaken by it, dropped, and comes back once
  // more.
  await eventually(async () => {
    const [row] = await fixture.rows<{ isDone: boolean }>(
      `SELECT coalesce((SELECT position FROM ops.consumer_cursors WHERE consumer = 'manager-live'), 0)
           >= (SELECT max(id) FROM ops.outbox) AS "isDone"`,
    );
    return row!.isDone;
  });
  const back = await (await Viewer.connect()).subscribe(['fills'], seen);
  await eventually(() => expect(tradesOf(back)).toEqual(expect.arrayContaining(MANY)));
});

it('GET /ws publishes every event that was left while the manager was down', async () => {
  const second = await ManagerFixture.open();
  try {
    const before = await second.start();
    await eventually(async () => {
      const rows = await second.rows(`SELECT FROM ops.consumer_cursors WHERE consumer = 'manager-live'`);
      expect(rows).toHaveLength(1);
    });
    await before.close();
    await leaveMany(MANY, second);
    const after = await second.start();
    await eventually(async () => {
      const metrics = await (await fetch(`${after.url}/metrics`)).text();
      expect(metrics).toContain(`platform_manager_ws_replay_rows_total ${MANY.length}`);
    });
  } finally {
    await second.close();
  }
});

it('GET /ws recovers from lost connections to database and bus, and loses neither state nor fills', async () => {
  const viewer = await (await Viewer.connect()).subscribe(['fills', 'risk_halt_changed', 'breaker_state']);
  const limitConnections = (count: number) =>
    fixture.rows(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT ${count}', current_database()); END $$`,
    );
  await fixture.nats.kill();
  await limitConnections(0);
  await fixture.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'platform_manager' AND datname = current_database()`,
  );
  await leave('trading.fills.b', fill('during the outage'));
  await trip('vpin', 'tripped');
  await limitConnections(-1);
  await eventually(() => {
    expect(viewer.of('fills').map(({ payload }) => (payload as { tradeId: string }).tradeId)).toContain(
      'during the outage',
    );
    expect(viewer.of('risk_halt_changed').at(-1)).toMatchObject({
      type: 'snapshot',
      payload: { halted: true },
    });
    const states = viewer.of('breaker_state').filter(({ type }) => type === 'snapshot');
    expect(states.at(-1)).toMatchObject({ payload: [{ status: 'tripped' }] });
  });
  await fixture.nats.start();
  const event = riskEvent('after the bus came back');
  await publishAs(fixture.nats, 'risk', 'risk.events.vpin', event);
  await eventually(() => expect(JSON.stringify(viewer.of('breaker_state'))).toContain(event.event));
});

describe('five hundred clients', () => {
  const notify = (channel: string, from: number, to: number, filler = '') =>
    fixture.rows(
      `SELECT ops.notify($1, jsonb_build_object('n', n, 'id', n::text, 'source', 'klines', 'filler', $4::text)) FROM generate_series($2::int, $3::int) n`,
      [channel, from, to, filler],
    );
  const numbers = (viewer: Viewer, channel: string) =>
    viewer
      .of(channel)
      .flatMap(({ type, payload }) => (type === 'event' ? [(payload as { n: number }).n] : []));
  const allHave = (viewers: readonly Viewer[], channel: string, count: number) =>
    eventually(() => {
      const behind = viewers.filter((viewer) => numbers(viewer, channel).length !== count);
      expect(behind.length).toBe(0);
    });

  it('five hundred clients get every message in order while ten stalled ones are notified and dropped', async () => {
    const overflowed = async () => {
      const metrics = await (await fetch(`${manager.url}/metrics`)).text();
      return Number(/^platform_manager_ws_overflow_total (\d+)$/m.exec(metrics)?.[1] ?? 0);
    };
    const before = await overflowed();
    const degraded = async () =>
      ((await (await fetch(`${manager.url}/healthz`)).json()) as { degraded: string[] }).degraded;
    const viewers = await Promise.all(Array.from({ length: 500 }, () => Viewer.connect()));
    expect(await degraded()).toContain('ws_reconnect_storm');
    const [stalled, heavy, light] = [viewers.slice(0, 10), viewers.slice(10, 12), viewers.slice(12)];
    await Promise.all(light.map((viewer) => viewer.subscribe(['backfill_jobs'])));
    await Promise.all(
      [...stalled, ...heavy].map((viewer) => viewer.subscribe(['backfill_jobs', 'source_freshness'])),
    );
    for (const { socket } of stalled) socket.pause();

    // Fill what the kernel holds for a connection, at the pace of those who read.
    const chunk = 200;
    for (let n = 0; n < 1_000; n += chunk) {
      await notify('source_freshness', n + 1, n + chunk, 'x'.repeat(7_500));
      await allHave(heavy, 'source_freshness', n + chunk);
    }
    const count = 1_300;
    await notify('backfill_jobs', 1, count);
    const healthy = [...heavy, ...light];
    await allHave(healthy, 'backfill_jobs', count);
    const inOrder = Array.from({ length: count }, (_, i) => i + 1);
    for (const viewer of healthy.slice(0, 20)) {
      expect(numbers(viewer, 'backfill_jobs')).toEqual(inOrder);
    }
    expect(Math.max(...light[0]!.batches)).toBeGreaterThan(1);

    for (const { socket } of stalled) socket.resume();
    await eventually(() => expect(stalled.map(({ closed }) => closed)).toEqual(Array(10).fill(1013)));
    expect(healthy.filter(({ closed }) => closed !== undefined)).toEqual([]);
    expect((await overflowed()) - before).toBe(10);
    const metrics = await (await fetch(`${manager.url}/metrics`)).text();
    expect(metrics).toMatch(/platform_manager_ws_messages_sent_total\{channel="backfill_jobs"\} \d{6}/);
    expect(await degraded()).toContain('ws_subscriber_overload');
  });
});

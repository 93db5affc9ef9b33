import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BotConfig, PortfolioResponse, RiskView, StrategiesResponse } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, ManagerFixture, TOKEN } from './fixture';

const RISK_TOKEN = 'risk-operator-token-of-the-test-with-256-bits-of-it';

let fixture: ManagerFixture;
let risk: SpawnedService;
let others: Server;
let manager: ServiceHandle;
let alone: ServiceHandle;
const asked: string[] = [];

/** What the metrics server, the alert manager and the data service answer, each by its own documentation. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/v1/query': {
    status: 'success',
    data: { resultType: 'vector', result: [{ metric: {}, value: [1, '7'] }] },
  },
  '/api/v2/alerts': [
    {
      fingerprint: '0123456789abcdef',
      labels: { alertname: 'BotSilent', severity: 'critical' },
      annotations: { summary: 's' },
      startsAt: '2026-01-01T00:00:00Z',
    },
  ],
  '/readyz': { status: 'ready' },
  '/sources/health': {
    sources: [
      {
        name: 'klines',
        status: 'healthy',
        last_success_at: null,
        freshness_seconds: 3,
        cadence_seconds: 60,
        consecutive_failures: 0,
        last_error: null,
      },
    ],
  },
  '/backfill/jobs': [{ id: 'j', source: 'klines', status: 'running', rows_fetched: 5, started_at: 'now' }],
  '/backfill/klines/report': {
    source: 'klines',
    coverage: [
      {
        symbol: 'BTCUSDT',
        market: 'perp',
        timeframe: '1m',
        earliest: 1,
        latest: 2,
        row_count: 3,
        gap_count: 0,
        gaps: [],
      },
    ],
  },
};

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  others = createServer((request, response) => {
    const path = new URL(request.url!, 'http://x').pathname;
    asked.push(request.url!);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(ANSWERS[path] ?? { source: path.split('/')[2], coverage: [] }));
  }).listen(0, '127.0.0.1');
  await once(others, 'listening');
  const othersUrl = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
  risk = await spawnService('risk', {
    PLATFORM_RISK_DATABASE_URL: fixture.database.urlFor('platform_risk'),
    PLATFORM_RISK_BIND_ADDR: '127.0.0.1:0',
    PLATFORM_RISK_OPERATOR_TOKEN: RISK_TOKEN,
    PLATFORM_BUS_NATS_URL: fixture.nats.url,
    PLATFORM_BUS_NATS_CREDS: fixture.nats.credsFor('risk'),
  });
  manager = await fixture.start({
    PLATFORM_MANAGER__RISK_SERVICE_URL: risk.url,
    PLATFORM_MANAGER__PLATFORM_RISK_OPERATOR_TOKEN: RISK_TOKEN,
    PLATFORM_MANAGER__DATA_SERVICE_URL: othersUrl,
    PLATFORM_MANAGER__PLATFORM_PROMETHEUS_URL: othersUrl,
    PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL: othersUrl,
  });
  alone = await fixture.start();
});
afterAll(async () => {
  await risk?.end('SIGTERM');
  others?.close();
  await fixture?.close();
});

const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
  call(manager, 'POST', path, body, headers);
const get = <T>(path: string) => call<T>(manager, 'GET', path);
const isHalted = async () =>
  (await fixture.rows<{ halted: boolean }>('SELECT halted FROM risk.risk_state'))[0]!.halted;
const operator = { 'x-operator-token': TOKEN, 'x-actor': 'alice' };

async function createBot(): Promise<string> {
  const bot = { bot_name: `bot ${newId()}`, strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1d' };
  return (await call<BotConfig>(manager, 'POST', '/bots', bot)).body.id;
}

it.each([
  ['/bff/emergency-flatten', { authorization: `Bearer ${TOKEN}`, 'x-actor': 'alice' }],
  ['/bff/risk/emergency-flatten', operator],
  ['/risk/emergency-flatten', operator],
])(
  'a risk command to %s engages the latch, resume clears it, and both services audit both',
  async (path, headers) => {
    const reason = `because of ${path}`;
    expect(await post(path, { reason }, headers)).toEqual({
      status: 200,
      body: { status: 'flatten_initiated', positionsTargeted: 0 },
    });
    expect(await isHalted()).toBe(true);
    expect(await post('/bff/risk/resume', { reason })).toEqual({
      status: 200,
      body: { status: 'resumed', resumedBots: [] },
    });
    expect(await isHalted()).toBe(false);
    await eventually(async () => {
      const rows = await fixture.rows(
        'SELECT actor, action FROM ops.audit_log WHERE reason = $1 ORDER BY action',
        [reason],
      );
      expect(rows).toEqual([
        { actor: 'operator:alice', action: 'emergency_flatten' },
        { actor: 'operator:alice', action: 'risk_resume' },
      ]);
    });
    const theirs = await fixture.rows('SELECT actor FROM risk.risk_audit_log WHERE reason = $1', [reason]);
    expect(theirs).toEqual([{ actor: 'operator:alice' }, { actor: 'operator:alice' }]);
  },
);

it('the manager halts without closing and closes one scope without halting, audited by both services', async () => {
  const reason = 'one at a time';
  const botId = await createBot();
  expect(await post('/bff/risk/halt', { reason })).toEqual({ status: 200, body: { status: 'halted' } });
  expect(await isHalted()).toBe(true);
  await post('/bff/risk/resume', { reason: 'go on' });
  expect(await post('/bff/risk/close', { reason, scope: `bot:${botId}`, pause: true })).toEqual({
    status: 200,
    body: { status: 'close_initiated', positionsTargeted: 0, pausedBots: [] },
  });
  expect(await isHalted()).toBe(false);
  await eventually(async () => {
    const rows = await fixture.rows(
      'SELECT action, resource_id FROM ops.audit_log WHERE reason = $1 ORDER BY action',
      [reason],
    );
    expect(rows).toEqual([
      { action: 'risk_close', resource_id: `bot:${botId}` },
      { action: 'risk_halt', resource_id: 'all' },
    ]);
  });
  const refused = await post('/bff/risk/close', { reason, scope: 'all' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'RISK_INVALID_SCOPE', field: 'scope' } });
});

it('the manager starts a drill, and shows the latest of each breaker with its time', async () => {
  expect(await post('/bff/risk/drill', { reason: 'practice', breaker: 'vpin' })).toMatchObject({
    status: 200,
    body: { status: 'drill_started', breaker: 'vpin', expectedOutcome: 'Flatten' },
  });
  const { body } = await get<{ drills: { breaker: string; at: string }[] }>('/bff/risk');
  expect(body.drills).toEqual([expect.objectContaining({ breaker: 'vpin', at: expect.any(String) })]);
  await eventually(isHalted);
  await eventually(async () => {
    await post('/bff/risk/resume', { reason: 'practice is over' });
    const drilling = await fixture.rows("SELECT FROM risk.breaker_state WHERE reason = 'fire drill'");
    return drilling.length === 0 && !(await isHalted());
  });
});

it('flatten and pause wait for no audit row: they are done while the log is locked, and audited later', async () => {
  const id = await createBot();
  const reason = 'the audit log is locked';
  const locker = new pg.Client({ connectionString: fixture.database.adminUrl });
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE ops.audit_log IN ACCESS EXCLUSIVE MODE');
  const rows = () =>
    fixture.rows('SELECT action, resource_id FROM ops.audit_log WHERE reason = $1 ORDER BY action', [reason]);
  try {
    expect((await post('/bff/risk/emergency-flatten', { reason })).status).toBe(200);
    expect(await isHalted()).toBe(true);
    expect((await post(`/bff/risk/pause/${id}`, { reason })).status).toBe(200);
  } finally {
    await locker.query('ROLLBACK');
    await locker.end();
  }
  await eventually(async () => {
    expect(await rows()).toEqual([
      { action: 'emergency_flatten', resource_id: 'all' },
      { action: 'risk_pause', resource_id: id },
    ]);
  });
  expect((await post('/bff/risk/resume', { reason: 'done' })).status).toBe(200);
});

it('an audit row that cannot be written raises an alarm, and still lets nothing go on unaudited', async () => {
  await fixture.rows('REVOKE INSERT ON ops.audit_log FROM platform_manager');
  try {
    expect((await post('/bff/risk/emergency-flatten', { reason: 'no grant' })).status).toBe(200);
    expect(await isHalted()).toBe(true);
    expect((await post('/bff/risk/resume', { reason: 'no grant' })).status).toBe(500);
    expect(await isHalted()).toBe(true);
    await eventually(async () => {
      const metrics = await (await fetch(`${manager.url}/metrics`)).text();
      expect(metrics).toMatch(/errors_total\{[^}]*code="MANAGER_AUDIT_NOT_WRITTEN"[^}]*\} 1/);
    });
  } finally {
    await fixture.rows('GRANT INSERT ON ops.audit_log TO platform_manager');
  }
  expect((await post('/bff/risk/resume', { reason: 'done' })).status).toBe(200);
});

it('risk commands take a Bearer where the contract says so, and nowhere else', async () => {
  const bearer = { authorization: `Bearer ${TOKEN}` };
  expect((await post('/bff/emergency-flatten', { reason: 'r' }, { 'x-operator-token': TOKEN })).status).toBe(
    401,
  );
  expect((await post('/bff/risk/resume', { reason: 'r' }, bearer)).status).toBe(401);
  expect((await post('/bff/risk/resume', { reason: 'r' }, { 'x-operator-token': RISK_TOKEN })).status).toBe(
    401,
  );
  expect(await isHalted()).toBe(false);
});

it('a limit is changed and audited by both services, and never beyond its range', async () => {
  const path = '/bff/risk/limits/drawdown_bot_pause_fraction';
  const reason = `because of ${path}`;
  const changed = await call(manager, 'PUT', path, { reason, value: 0.08 }, operator);
  expect(changed).toMatchObject({ status: 200, body: { value: 0.08, updatedBy: 'operator:alice' } });
  expect(await call(manager, 'PUT', path, { reason, value: 2 }, operator)).toMatchObject({
    status: 400,
    body: { code: 'RISK_INVALID_REQUEST' },
  });
  const { limits } = (await get<RiskView>('/bff/risk')).body;
  expect(limits.find(({ name }) => name === 'drawdown_bot_pause_fraction')).toMatchObject({ value: 0.08 });
  const rows = await fixture.rows('SELECT resource_id FROM ops.audit_log WHERE reason = $1', [reason]);
  expect(rows).toEqual(Array(2).fill({ resource_id: 'drawdown_bot_pause_fraction' }));
  const theirs = await fixture.rows('SELECT actor FROM risk.risk_audit_log WHERE reason = $1', [reason]);
  expect(theirs).toEqual([{ actor: 'operator:alice' }]);
});

it('the manager passes the refusals of the risk service on with their own codes', async () => {
  const id = await createBot();
  expect(await post(`/bff/risk/pause/${id}`, { reason: 'r' })).toEqual({
    status: 200,
    body: { status: 'paused', botId: id },
  });
  const refusals = [
    [await post('/bff/risk/pause/nonsense', { reason: 'r' }), 400, 'RISK_INVALID_BOT_ID'],
    [await post(`/bff/risk/pause/${newId()}`, { reason: 'r' }), 404, 'RISK_BOT_NOT_FOUND'],
    [await post('/risk/emergency-flatten', { reason: 'r', scope: 'moon' }), 400, 'RISK_INVALID_SCOPE'],
    [await post('/risk/emergency-flatten', { reason: ' ' }), 400, 'RISK_REASON_REQUIRED'],
    [await post('/bff/risk/resume', { reason: 'x'.repeat(501) }), 400, 'RISK_REASON_TOO_LONG'],
    [await post('/bff/risk/resume'), 400, 'RISK_REASON_REQUIRED'],
  ] as const;
  for (const [answer, status, code] of refusals) expect(answer).toMatchObject({ status, body: { code } });
  expect(await isHalted()).toBe(false);
});

describe('what stands behind the manager', () => {
  const READS = [
    '/source-health',
    '/data/status',
    '/data/inventory',
    '/data/backfill/jobs',
    '/bff/alerts/firing',
  ];

  it('a service behind the manager that is not configured is a 503', async () => {
    const bot = await createBot();
    for (const path of [...READS, `/bff/bots/${bot}/metrics-summary`]) {
      const answer = await call(alone, 'GET', path);
      expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'MANAGER_UPSTREAM_UNAVAILABLE']);
    }
    expect((await call(alone, 'POST', '/bff/risk/resume', { reason: 'r' })).status).toBe(503);
  });

  it('answers of the services behind the manager are shown in camelCase', async () => {
    expect((await get('/source-health')).body).toMatchObject({
      items: [{ name: 'klines', freshnessSeconds: 3 }],
    });
    expect((await get('/data/status')).body).toMatchObject({
      ready: true,
      runningJobs: 1,
      sources: [{ cadenceSeconds: 60 }],
    });
    const inventory = await get<{ items: unknown[] }>('/data/inventory');
    expect(inventory.body.items).toContainEqual({
      source: 'klines',
      symbol: 'BTCUSDT',
      market: 'perp',
      timeframe: '1m',
      earliest: 1,
      latest: 2,
      rowCount: 3,
      gapCount: 0,
      gaps: [],
    });
    expect((await get('/data/backfill/jobs')).body).toMatchObject({
      items: [{ rowsFetched: 5, error: null }],
    });
    expect((await get('/bff/alerts/firing')).body).toMatchObject({
      items: [{ name: 'BotSilent', severity: 'critical' }],
    });
  });

  it('the settlements of a span are given as columns, its end left out', async () => {
    await fixture.rows(
      `INSERT INTO market.funding_rates (symbol, funding_time, rate) VALUES ('BTCUSDT', 10, 0.1), ('BTCUSDT', 20, 0.2), ('BTCUSDT', 30, 0.3)`,
    );
    const { body } = await get('/data/funding?symbol=BTCUSDT&from_ts=10&to_ts=30');
    expect(body).toEqual({ ts: [10, 20], rate: [0.1, 0.2] });
  });

  it('a job is cancelled by the id that the data service gave, capitals included', async () => {
    asked.length = 0;
    expect((await call(manager, 'DELETE', '/data/backfill/jobs/01JABCXYZ')).status).toBe(200);
    expect(asked).toEqual(['/backfill/jobs/01JABCXYZ']);
  });

  it('the manager answers the six questions about a bot', async () => {
    const id = await createBot();
    asked.length = 0;
    const { body } = await get(`/bff/bots/${id}/metrics-summary`);
    expect(body).toEqual({
      botId: id,
      up: 7,
      candlesProcessed: 7,
      signalsEmitted: 7,
      intentsEmitted: 7,
      errors: 7,
      leaseLivenessAgeSeconds: 7,
    });
    expect(asked).toHaveLength(6);
    for (const url of asked) expect(decodeURIComponent(url)).toContain(`bot_id="${id}"`);
  });
});

it('projections list every strategy with its form, and the defaults of a bot', async () => {
  const { items } = (await get<StrategiesResponse>('/strategies')).body;
  expect(items).toHaveLength(14);
  expect(items[0]).toMatchObject({
    name: 'supertrend',
    validatedTimeframes: ['1d', '8h'],
    schema: { type: 'object' },
  });
  expect((await get('/bff/bot-defaults')).body).toMatchObject({
    network: 'testnet',
    warmupMode: 'strict',
    leverage: 1,
  });
});

it('projections give the warm-up of a strategy for the parameters asked about', async () => {
  const answer = async (query: string) =>
    (await call<{ warmupBars: number }>(manager, 'GET', `/bff/warmup?${query}`)).body;
  const bars = async (params: string) =>
    (await answer(`strategy=supertrend&timeframe=1h&params=${encodeURIComponent(params)}`)).warmupBars;
  expect(await bars('{"atr_period":14}')).toBeGreaterThan(await bars('{}'));
  expect(await answer('strategy=none&timeframe=1h')).toMatchObject({ code: 'MANAGER_INVALID_STRATEGY' });
  expect(await answer('strategy=psar&timeframe=1h&params=%5B%5D')).toMatchObject({ field: 'params' });
  expect(await answer('strategy=psar&timeframe=1h&params=%7B%22x%22%3A1%7D')).toMatchObject({
    field: 'params/x',
  });
});

it('projections are counted and timed by route', async () => {
  await get('/strategies');
  const metrics = await (await fetch(`${manager.url}/metrics`)).text();
  expect(metrics).toMatch(/platform_manager_bff_reads_total\{route="\/strategies",status="200"\} [1-9]/);
  expect(metrics).toMatch(/platform_manager_operator_flatten_requests_total\{outcome="ok"\} 5/);
});

it('projections mark positions at the newest bar and count those without a stop', async () => {
  const id = await createBot();
  await fixture.rows(
    `INSERT INTO trading.positions (network, symbol, bot_id, qty, entry_price) VALUES ('testnet', 'BTCUSDT', $1, -2, 100)`,
    [id],
  );
  await fixture.rows(`SELECT market.ensure_kline_partitions(0, 0)`);
  await fixture.rows(
    `INSERT INTO market.klines VALUES ('perp', 'BTCUSDT', '1m', 0, 90, 90, 90, 90, 1, 1, 1, 1)`,
  );
  const { body } = await get<PortfolioResponse>('/portfolio');
  expect(body).toMatchObject({ unprotectedPositions: 1, equityUsd: null });
  expect(Number(body.grossExposureUsd)).toBe(180);
  expect(body.positions).toMatchObject([
    { botId: id, side: 'short', qty: '2', markPrice: '90', protected: false },
  ]);
  expect(Number(body.positions[0]!.unrealisedPnlUsd)).toBe(20);
});

it('projections page events of bots and decisions of overlays, newest first', async () => {
  const id = await createBot();
  for (const type of ['a', 'b', 'c']) {
    await fixture.rows('INSERT INTO trading.bot_events (bot_id, event_type) VALUES ($1, $2)', [id, type]);
  }
  const first = await get<{ items: { eventType: string }[]; nextCursor: string }>(
    `/bots/${id}/events?page_size=2`,
  );
  expect(first.body.items.map(({ eventType }) => eventType)).toEqual(['c', 'b']);
  const second = await get<{ items: { eventType: string }[] }>(
    `/bots/${id}/events?page_size=2&cursor=${first.body.nextCursor}`,
  );
  expect(second.body.items.map(({ eventType }) => eventType)).toEqual(['a']);
  await fixture.rows(
    `INSERT INTO trading.overlay_decisions (bot_id, overlay, symbol, timeframe, bar_open_time, verdict, reason)
       VALUES ($1, 'macro', 'BTCUSDT', '1d', 0, 'veto', 'r'), ($1, 'macro', 'BTCUSDT', '1d', 1, 'pass', 'r')`,
    [id],
  );
  expect((await get(`/overlays/decisions?bot_id=${id}`)).body).toMatchObject({
    items: [{ barOpenTime: 1 }, { verdict: 'veto' }],
  });
  expect((await get('/overlays/summary')).body).toEqual({
    items: [{ overlay: 'macro', decisions: 2, vetoes: 1 }],
  });
});

it('deploy lists without deploys are empty, and deploys are refused where nothing runs to be deployed', async () => {
  const id = await createBot();
  expect((await get(`/bots/${id}/deploy/status`)).body).toEqual({ deploy: null });
  expect((await get(`/bots/${id}/deploys`)).body).toEqual({ items: [], next_cursor: null });
  expect((await get('/releases')).body).toEqual({ items: [] });
  expect((await get('/releases/v2')).status).toBe(404);
  expect((await get('/deploys/service')).body).toEqual({ items: [], next_cursor: null });
  expect((await get(`/deploys/service/${id}/status`)).status).toBe(404);
  for (const path of [`/bots/${id}/promote`, `/bots/${id}/deploy/promote`]) {
    expect(await post(path, { target_image_tag: 'v2' })).toMatchObject({
      status: 500,
      body: { code: 'MANAGER_DEPLOY_INITIATION_FAILED' },
    });
    expect(await post(path, { target_image_tag: '!' })).toMatchObject({
      status: 400,
      body: { code: 'MANAGER_INVALID_IMAGE_TAG' },
    });
  }
  expect(await post('/deploys/service', { service: 'risk', target_image_tag: 'v2' })).toMatchObject({
    status: 500,
    body: { code: 'MANAGER_DEPLOY_INITIATION_FAILED' },
  });
  expect(await post(`/bots/${id}/deploy/abort`)).toMatchObject({
    status: 409,
    body: { code: 'MANAGER_INVALID_STATE_TRANSITION' },
  });
});

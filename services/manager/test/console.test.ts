import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  BotConfig,
  BotOverviewsResponse,
  EventView,
  ExecutionView,
  FillView,
  KlinesView,
  PerformanceResponse,
  PortfolioResponse,
  RiskView,
  RunDetail,
  RunSummary,
  ServiceView,
} from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

const MINUTE = 60_000;
const DAY = 86_400_000;

let fixture: ManagerFixture;
let manager: ServiceHandle;
let botId: string;
const runId = newId();
const midnight = Math.floor(Date.now() / DAY) * DAY;

const get = async <T>(path: string) => {
  const { status, body } = await call<T>(manager, 'GET', path);
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
  return body;
};

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  manager = await fixture.start({ PLATFORM_MANAGER__RISK_SERVICE_URL: 'http://127.0.0.1:9' });
  const bot = {
    bot_name: 'a',
    strategy: 'supertrend',
    symbol: 'BTCUSDT',
    timeframe: '1d',
    cluster_id: 'majors',
  };
  botId = (await call<BotConfig>(manager, 'POST', '/bots', bot)).body.id;
  await tradeLive();
});
afterAll(() => fixture.close());

/** Eight days ago it began with 1,000 and stood at 1,010; last midnight at 1,030; now at 1,024, short 2 BTC. */
async function tradeLive(): Promise<void> {
  const { rows } = fixture;
  const query = rows.bind(fixture);
  await query(
    `INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity)
     VALUES ($1, 'live', 'running', $2, 'testnet', 'supertrend', 'BTCUSDT', '1d', 1000)`,
    [runId, botId],
  );
  const points = [
    [midnight - 8 * DAY, 1010, 0],
    [midnight - MINUTE, 1030, 0],
    ...Array.from({ length: 200 }, (_, i) => [midnight + i * 1_000, 1024, 0.58]),
  ];
  for (const point of points) {
    await query('INSERT INTO trading.equity_points VALUES ($1, $2, $3, $4)', [runId, ...point]);
  }
  await query(
    `INSERT INTO trading.roundtrips (run_id, seq, side, qty, entry_ts, exit_ts, entry_price, exit_price, pnl, pnl_pct, fees, exit_reason)
     VALUES ($1, 0, 'long', 1, 1, $2, 100, 110, 9.5, 9.5, 0.5, 'flip')`,
    [runId, midnight],
  );
  await query(
    `INSERT INTO trading.positions (network, symbol, bot_id, qty, entry_price) VALUES ('testnet', 'BTCUSDT', $1, -2, 100)`,
    [botId],
  );
  await query('SELECT market.ensure_kline_partitions(0, 0)');
  await query(
    `INSERT INTO market.klines SELECT 'perp', 'BTCUSDT', '1m', i * 60000, 90, 90, 90, 90, 1, 1, 1, 1 FROM generate_series(0, 9) i`,
  );
  await query(
    `INSERT INTO trading.orders (order_id, bot_id, network, symbol, leg, order_type, side, qty, reduce_only, client_order_id, status)
     VALUES ($1, $2, 'testnet', 'BTCUSDT', 'exit', 'market', 'buy', 1, true, 'c-1', 'unknown')`,
    [newId(), botId],
  );
  await query(
    `INSERT INTO trading.fills (network, symbol, trade_id, bot_id, side, qty, price, fee, trade_time)
     SELECT 'testnet', 'BTCUSDT', i::text, $1, 'sell', 1, 100, 0.04, i FROM generate_series(1, 3) i`,
    [botId],
  );
  await query(
    `INSERT INTO trading.bot_states (bot_id, generation, strategy, symbol, timeframe, params, bar_open_time, digest, held, evaluator)
     VALUES ($1, 1, 'supertrend', 'BTCUSDT', '1d', '{}', $2, decode(repeat('00', 32), 'hex'), -1, '{}')`,
    [botId, midnight - DAY],
  );
  await query(
    `INSERT INTO trading.parity_audits (bot_id, generation, from_open_time, to_open_time, bar_count, result)
     VALUES ($1, 1, 0, 1, 42, 'match')`,
    [botId],
  );
  await query(
    `INSERT INTO trading.bot_events (bot_id, event_type, metadata) VALUES ($1, 'container_started', '{}'),
       ($1, 'IntentRejected', '{"reason_code": "stale_fence"}'), (NULL, 'ReconcileComplete', '{"network": "testnet", "anomalies": 2, "fixed": 1}')`,
    [botId],
  );
}

describe('the table of bots', () => {
  it('shows in one read what a bot is, holds, made and met with', async () => {
    const { items } = await get<BotOverviewsResponse>('/bff/bots');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      ...{
        botId,
        botName: 'a',
        network: 'testnet',
        candleSource: 'data-ws',
        status: 'stopped',
        generation: 1,
      },
      ...{ equityUsd: '1024', pnlTodayUsd: '-6', pnl7dUsd: '14', pnlAllUsd: '24', drawdownPct: 0.58 },
      lastBarOpenTime: midnight - DAY,
      position: { side: 'short', qty: '2', markPrice: '90', unrealisedPnlUsd: '20', protected: false },
      parity: { result: 'match', barCount: 42, acknowledged: false },
      lastError: { eventType: 'IntentRejected', message: 'stale_fence' },
    });
    expect(items[0]!.lastBarAgeSeconds).toBeCloseTo((Date.now() - midnight) / 1_000, -2);
  });

  it('draws the last day with at most fifty points and ends where equity stands', async () => {
    const { items } = await get<BotOverviewsResponse>(`/bff/bots?botId=${botId.toUpperCase()}`);
    const { sparkline } = items[0]!;
    expect(sparkline.length).toBeGreaterThan(1);
    expect(sparkline.length).toBeLessThanOrEqual(50);
    expect([sparkline[0], sparkline.at(-1)]).toEqual([1030, 1024]);
    expect((await get<BotOverviewsResponse>(`/bff/bots?bot_id=${newId()}`)).items).toEqual([]);
  });
});

describe('live trading', () => {
  it('adds up to a portfolio with exposure by symbol and cluster', async () => {
    const body = await get<PortfolioResponse>('/portfolio');
    expect(body).toMatchObject({
      ...{ equityUsd: '1024', pnlTodayUsd: '-6', pnl7dUsd: '14', pnlAllUsd: '24', unprotectedPositions: 1 },
      exposureBySymbol: [
        { symbol: 'BTCUSDT', longUsd: '0', shortUsd: '180', grossUsd: '180', netUsd: '-180' },
      ],
      exposureByCluster: [{ clusterId: 'majors', grossUsd: '180' }],
    });
  });

  it('has one curve and its figures, whole or from a day on', async () => {
    const whole = await get<PerformanceResponse>('/performance?resolution=1d');
    expect(whole.equity.map(({ equityUsd }) => Number(equityUsd))).toEqual([1010, 1030, 1024]);
    expect(whole.stats).toMatchObject({
      netPnlUsd: '9.5',
      feesUsd: '0.5',
      roundtripCount: 1,
      winRatePct: 100,
    });
    expect(whole.stats.maxDrawdownPct).toBeCloseTo((100 * 6) / 1030);
    const today = await get<PerformanceResponse>(`/performance?bot_id=${botId}&from_ts=${midnight}`);
    expect(today.equity).toHaveLength(1);
    expect(Number(today.equity[0]!.equityUsd)).toBe(1024);
    expect(today.equity[0]!.drawdownPct).toBeCloseTo((100 * 6) / 1030);
  });

  it('pages fills newest first, and shows orders of unknown fate and the last reconcile', async () => {
    const first = await get<{ items: FillView[]; nextCursor: string }>(`/bots/${botId}/fills?page_size=2`);
    const rest = await get<{ items: FillView[] }>(
      `/bots/${botId}/fills?page_size=2&cursor=${first.nextCursor}`,
    );
    expect([...first.items, ...rest.items].map(({ tradeId }) => tradeId)).toEqual(['3', '2', '1']);
    const execution = await get<ExecutionView>('/bff/execution');
    expect(execution.networks).toMatchObject([
      { network: 'testnet', anomalies: 2, fixed: 1, quarantined: false },
    ]);
    expect(execution.unresolvedOrders).toMatchObject([{ botId, leg: 'exit', status: 'unknown' }]);
  });

  it('gives the newest candles ascending, or those from a moment on', async () => {
    const newest = await get<KlinesView>('/data/klines?symbol=BTCUSDT&timeframe=1m&limit=2');
    expect(newest.klines.map(({ openTime }) => openTime)).toEqual([8 * MINUTE, 9 * MINUTE]);
    const first = await get<KlinesView>('/data/klines?symbol=BTCUSDT&timeframe=1m&limit=2&from_ts=0');
    expect(first.klines.map(({ openTime }) => openTime)).toEqual([0, MINUTE]);
  });
});

describe('a live run that goes on', () => {
  it('stands where its newest point says, not where its last snapshot did', async () => {
    await fixture.rows(
      `INSERT INTO trading.performance_snapshots (run_id, ts, max_drawdown_pct, total_return_pct, roundtrip_count, fees, slippage, funding, metrics)
       VALUES ($1, $2, 0, 0.1, 1, 0.5, 0, 0, '{"net_pnl": 1, "total_return": 0.001}')`,
      [runId, midnight - DAY],
    );
    await fixture.rows('UPDATE trading.runs SET max_drawdown_pct = 0.58 WHERE id = $1', [runId]);
    const run = await get<RunDetail>(`/runs/${runId}`);
    expect(run).toMatchObject({
      performance: { netPnlUsd: '24', maxDrawdownPct: 0.58, roundtripCount: 1 },
      ...{ netPnlUsd: '24', roundtripCount: 1, asOf: midnight + 199_000, figuresAsOf: midnight - DAY },
    });
    expect(run.returnPct).toBeCloseTo(2.4);
    expect(run.metrics['totalReturn']).toBeCloseTo(0.024);
    const { items } = await get<{ items: RunSummary[] }>(`/bots/${botId}/runs`);
    expect(items[0]).toMatchObject({ netPnlUsd: '24', roundtripCount: 1 });
  });
});

it('the warm-up of a strategy is that of the parameters asked about', async () => {
  const bars = async (params: string) =>
    (
      await get<{ warmupBars: number }>(
        `/bff/warmup?strategy=supertrend&timeframe=1h&params=${encodeURIComponent(params)}`,
      )
    ).warmupBars;
  expect(await bars('{"atr_period":14}')).toBeGreaterThan(await bars('{}'));
  const refusal = async (query: string) => (await call(manager, 'GET', `/bff/warmup?${query}`)).body;
  expect(await refusal('strategy=none&timeframe=1h')).toMatchObject({ code: 'MANAGER_INVALID_STRATEGY' });
  expect(await refusal('strategy=psar&timeframe=1h&params=%5B%5D')).toMatchObject({ field: 'params' });
  expect(await refusal('strategy=psar&timeframe=1h&params=%7B%22x%22%3A1%7D')).toMatchObject({
    field: 'params/x',
  });
});

describe('with an executor that answers', () => {
  it('shows the exchange’s marks, liquidation price and how its networks are', async () => {
    const answer = {
      positions: [
        {
          ...{
            network: 'testnet',
            symbol: 'BTCUSDT',
            bot_id: botId,
            side: 'short',
            qty: '2',
            entry_price: '100',
          },
          ...{
            mark_price: '91',
            unrealised_pnl_usd: '18',
            leverage: 1,
            stop_price: null,
            liquidation_price: '190',
          },
          ...{ protected: false, updated_at: new Date().toISOString() },
        },
      ],
      networks: [
        {
          ...{ network: 'testnet', state: 'ready', stream_live: true, last_reconcile_age_ms: 2_500 },
          unresolved_orders: [],
        },
      ],
    };
    const executor = createServer((_, response) => response.end(JSON.stringify(answer))).listen(
      0,
      '127.0.0.1',
    );
    await once(executor, 'listening');
    const { port } = executor.address() as AddressInfo;
    const asking = await fixture.start({
      PLATFORM_MANAGER__EXECUTOR_SERVICE_URL: `http://127.0.0.1:${port}`,
    });
    const marked = { markPrice: '91', unrealisedPnlUsd: '18', liquidationPrice: '190' };
    // Three fills of 1 sold are not the 2 that the position says.
    await eventually(async () =>
      expect(await (await fetch(`${asking.url}/metrics`)).text()).toContain(
        'platform_manager_portfolio_drift_total 1',
      ),
    );
    expect((await call(asking, 'GET', '/portfolio')).body).toMatchObject({ positions: [marked] });
    expect((await call(asking, 'GET', '/bff/bots')).body).toMatchObject({ items: [{ position: marked }] });
    // What a flip leaves behind for a moment: the liquidation price of a long under a short.
    answer.positions[0]!.liquidation_price = '12';
    await eventually(async () =>
      expect((await call(asking, 'GET', '/portfolio')).body).toMatchObject({
        positions: [{ markPrice: '91', liquidationPrice: null }],
      }),
    );
    expect((await call(asking, 'GET', '/bff/execution')).body).toMatchObject({
      networks: [
        { network: 'testnet', state: 'ready', streamLive: true, reconcileAgeSeconds: 2.5, anomalies: 2 },
      ],
    });
    executor.close();
  });
});

describe('events and risk', () => {
  it('page what happened from all logs in order of time, without loss or repetition', async () => {
    await fixture.rows(
      `INSERT INTO risk.risk_events (breaker, event, created_at) SELECT 'vpin', 'r' || i, now() + make_interval(secs => 2 * i)
       FROM generate_series(1, 3) i`,
    );
    await fixture.rows(
      `INSERT INTO trading.bot_events (bot_id, event_type, created_at) SELECT $1, 'b' || i, now() + make_interval(secs => 2 * i + 1)
       FROM generate_series(1, 3) i`,
      [botId],
    );
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/bff/events?page_size=2${cursor && `&cursor=${cursor}`}`;
      const page = await get<{ items: EventView[]; nextCursor: string | null }>(path);
      seen.push(...page.items.map(({ type }) => type));
      cursor = page.nextCursor;
    }
    expect(seen.slice(0, 6)).toEqual(['b3', 'r3', 'b2', 'r2', 'b1', 'r1']);
    expect(seen.slice(6).sort()).toEqual([
      'IntentRejected',
      'ReconcileComplete',
      'container_started',
      'create',
    ]);
    const history = await get<{ items: EventView[] }>('/bff/events?breaker=vpin');
    expect(history.items.map(({ type }) => type)).toEqual(['r3', 'r2', 'r1']);
  });

  it('name who engaged the latch and why', async () => {
    expect((await get<RiskView>('/bff/risk')).latch).toMatchObject({ halted: false, actor: null });
    const trace = newId();
    await fixture.rows(
      `WITH act AS (INSERT INTO risk.risk_audit_log (halt_trace_id, action, scope, reason, actor)
         VALUES ($1, 'halt', 'all', 'a drill', 'operator:alice'))
       UPDATE risk.risk_state SET halted = true, halt_trace_id = $1`,
      [trace],
    );
    const risk = await get<RiskView>('/bff/risk');
    expect(risk.latch).toMatchObject({
      halted: true,
      actor: 'operator:alice',
      reason: 'a drill',
      traceId: trace,
    });
    expect(risk.limits.length).toBeGreaterThan(5);
    expect(await get('/bff/risk/audit')).toMatchObject({ items: [{ action: 'halt', traceId: trace }] });
  });

  it('tell the highest value of a breaker today, and nothing of the day before', async () => {
    await fixture.rows(
      `INSERT INTO risk.breaker_state (breaker, scope, value, highest_value, highest_on)
       SELECT 'vpin', 'symbol:' || symbol, 0.1, 0.4, (now() AT TIME ZONE 'UTC')::date - age
       FROM (VALUES ('ATODAY', 0), ('BYESTERDAY', 1)) AS row (symbol, age)`,
    );
    const { breakers } = await get<RiskView>('/bff/risk');
    expect(breakers.map(({ scope, highestToday }) => [scope, highestToday])).toEqual([
      ['symbol:ATODAY', 0.4],
      ['symbol:BYESTERDAY', 0.1],
    ]);
  });
});

describe('the stack', () => {
  it('names the service that is down, and is degraded by it', async () => {
    await eventually(async () => {
      const { items } = await get<{ items: ServiceView[] }>('/bff/services');
      expect(items.map(({ service, state }) => [service, state])).toEqual([
        ['data', 'unconfigured'],
        ['risk', 'down'],
        ['manager', 'up'],
        ['executor', 'unconfigured'],
      ]);
    });
    expect(await get('/healthz')).toMatchObject({ status: 'degraded', degraded: ['peer_down'] });
    expect(await get('/bff/services/manager/config')).toMatchObject({ databaseUrl: '***' });
    expect((await call(manager, 'GET', '/bff/services/risk/config')).status).toBe(503);
    expect((await call(manager, 'GET', '/exchange/ping')).status).toBe(503);
  });

  it('hands the operator’s word about a source to the data service, with an audit row', async () => {
    const answer = await call(manager, 'POST', '/data/sources/klines/unquarantine');
    expect(answer).toMatchObject({ status: 202, body: { status: 'unquarantine_requested' } });
    const commands = await fixture.rows('SELECT source, issued_by FROM ops.source_commands');
    expect(commands).toEqual([{ source: 'klines', issued_by: 'operator:alice' }]);
    expect((await call(manager, 'POST', '/data/backfill/klines', {})).status).toBe(503);
  });
});

describe('a second bot', () => {
  let second: string;
  beforeAll(async () => {
    const bot = { bot_name: 'b', strategy: 'psar', symbol: 'ETHUSDT', timeframe: '1d' };
    second = (await call<BotConfig>(manager, 'POST', '/bots', bot)).body.id;
  });
  afterAll(() => call(manager, 'DELETE', `/bots/${second}`));

  const overview = async () => (await get<BotOverviewsResponse>(`/bff/bots?bot_id=${second}`)).items[0]!;

  it('counts in the portfolio from its start, with nothing made and no run yet', async () => {
    expect(await get<PortfolioResponse>('/portfolio')).toMatchObject({ equityUsd: '1024' });
    expect(await overview()).toMatchObject({ equityUsd: null, pnlAllUsd: null });
    const curve = async () => (await get<PerformanceResponse>('/performance?resolution=1d')).equity;
    const before = await curve();
    await fixture.rows(
      `INSERT INTO trading.bot_events (bot_id, event_type) VALUES ($1, 'container_started')`,
      [second],
    );
    expect(await get<PortfolioResponse>('/portfolio')).toMatchObject({ equityUsd: '11024', pnlAllUsd: '24' });
    expect(await overview()).toMatchObject({ equityUsd: '10000', pnlTodayUsd: '0', pnlAllUsd: '0' });
    expect((await curve()).slice(0, -1)).toEqual(before.slice(0, -1));
  });

  it('says of its newest deploy that it is under way, waits for acceptance or failed, and nothing once it is over', async () => {
    const deploy = async (columns: string) => {
      await fixture.rows(`UPDATE ops.deploys SET ${columns} WHERE bot_id = $1`, [second]);
      return (await overview()).deploy;
    };
    expect((await overview()).deploy).toBeNull();
    await fixture.rows(
      `INSERT INTO ops.deploys (id, bot_id, from_image_tag, target_image_tag, slot, from_generation, replay_bars, min_live_bars,
         requested_by) VALUES ($1, $2, 'latest', 'v2', 'green', 1, 0, 1, 'operator:alice')`,
      [newId(), second],
    );
    const under = { status: 'pending', targetImageTag: 'v2', waitsForAcceptance: false };
    expect((await overview()).deploy).toEqual(under);
    const shadowing = { ...under, status: 'shadowing' };
    expect(await deploy(`status = 'shadowing', divergence_digest = 'd1'`)).toEqual(shadowing);
    expect(await deploy('is_deliberate = true')).toEqual({ ...shadowing, waitsForAcceptance: true });
    expect(await deploy(`accepted_digest = 'd1', accepted_by = 'operator:alice'`)).toEqual(shadowing);
    expect(await deploy(`divergence_digest = 'd2'`)).toEqual({ ...shadowing, waitsForAcceptance: true });
    expect(await deploy(`status = 'failed', error = 'it ended', finished_at = now()`)).toEqual({
      ...under,
      status: 'failed',
    });
    await fixture.rows(
      `INSERT INTO ops.deploys (id, bot_id, from_image_tag, target_image_tag, slot, from_generation, replay_bars, min_live_bars,
         requested_by, created_at) VALUES ($1, $2, 'latest', 'v3', 'green', 1, 0, 1, 'operator:alice', now() + interval '1 second')`,
      [newId(), second],
    );
    expect((await overview()).deploy).toMatchObject({ targetImageTag: 'v3' });
    await fixture.rows(
      `UPDATE ops.deploys SET status = 'aborted', finished_at = now() WHERE bot_id = $1 AND status = 'pending'`,
      [second],
    );
    expect((await overview()).deploy).toBeNull();
  });

  it('shows the cause of a failed start, not that there was one', async () => {
    await fixture.rows(
      `INSERT INTO trading.bot_events (bot_id, event_type, metadata) VALUES
         ($1, 'BOT_WARMUP_INCOMPLETE', '{"reasons": ["perp_klines ETHUSDT 1d: 160 of 370 rows", "and more"]}'),
         ($1, 'reconcile_error', '{"reason": "the bot ended without being asked to"}'),
         ($1, 'BOT_QUARANTINED', '{"failures": 5}')`,
      [second],
    );
    expect((await overview()).lastError).toMatchObject({
      eventType: 'BOT_WARMUP_INCOMPLETE',
      message: 'perp_klines ETHUSDT 1d: 160 of 370 rows; and more',
    });
  });

  it('is let go on after a mismatch by a reason that goes into the audit log, once', async () => {
    const path = `/bff/bots/${second}/acknowledge-parity`;
    const refused = await call(manager, 'POST', path, { reason: 'nothing to see' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'MANAGER_INVALID_STATE_TRANSITION' } });
    const divergence = {
      ...{ open_time_ms: 60_000, kind: 'bar_differs', field: 'open', bot: null, engine: 'long' },
    };
    await fixture.rows(
      `INSERT INTO trading.parity_audits (bot_id, generation, from_open_time, to_open_time, bar_count, result, first_divergence)
       VALUES ($1, 1, 0, 1, 2, 'divergence', $2), ($1, 1, 0, 2, 3, 'match', NULL)`,
      [second, divergence],
    );
    // A later match does not hide what still keeps the bot from entering.
    expect((await overview()).parity).toMatchObject({
      ...{ result: 'divergence', acknowledged: false },
      divergence: { barOpenTime: 60_000, kind: 'bar_differs', field: 'open', bot: null, engine: 'long' },
    });
    expect((await call(manager, 'POST', path, {})).body).toMatchObject({ code: 'RISK_REASON_REQUIRED' });
    expect((await call(manager, 'POST', path, { reason: 'known' }, {})).status).toBe(401);
    expect(await call(manager, 'POST', path, { reason: 'a bad print, known' })).toMatchObject({
      ...{ status: 200, body: { status: 'parity_acknowledged', botId: second } },
    });
    expect((await overview()).parity).toMatchObject({ result: 'match' });
    const [audit] = await fixture.rows(
      `SELECT actor, action, reason FROM ops.audit_log WHERE resource_id = $1 ORDER BY id DESC LIMIT 1`,
      [second],
    );
    expect(audit).toEqual({
      ...{ actor: 'operator:alice', action: 'acknowledge_parity', reason: 'a bad print, known' },
    });
    expect((await call(manager, 'POST', path, { reason: 'again' })).status).toBe(409);
  });

  it('says who paused it and why', async () => {
    await call(manager, 'POST', `/bots/${second}/start`);
    await call(manager, 'POST', `/bots/${second}/pause`);
    expect((await overview()).pausedByOperator).toMatchObject({ actor: 'operator:alice', reason: null });
    await call(manager, 'POST', `/bots/${second}/stop`);
    expect((await overview()).pausedByOperator).toBeNull();
  });
});

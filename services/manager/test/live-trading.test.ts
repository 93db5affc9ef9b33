import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  BotOverviewsResponse,
  ExecutionView,
  FillView,
  KlinesView,
  PerformanceResponse,
  PortfolioResponse,
  RunDetail,
  RunSummary,
} from '@platform/contracts';
import { newId } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from './fixture';
import { DAY, type LiveTrading, MINUTE, openLiveTrading } from './live-trading';

let trading: LiveTrading;

beforeAll(async () => {
  trading = await openLiveTrading();
});
afterAll(() => trading.fixture.close());

const get = <T>(path: string) => trading.get<T>(path);

it('the table of bots shows in one read what a bot is, holds, made and met with', async () => {
  const { items } = await get<BotOverviewsResponse>('/bff/bots');
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    botId: trading.botId,
    botName: 'a',
    network: 'testnet',
    candleSource: 'data-ws',
    status: 'stopped',
    generation: 1,
    equityUsd: '1024',
    pnlTodayUsd: '-6',
    pnl7dUsd: '14',
    pnlAllUsd: '24',
    drawdownPct: 0.58,
    lastBarOpenTime: trading.midnight - DAY,
    position: { side: 'short', qty: '2', markPrice: '90', unrealisedPnlUsd: '20', protected: false },
    parity: { result: 'match', barCount: 42, acknowledged: false },
    lastError: { eventType: 'IntentRejected', message: 'stale_fence' },
  });
  expect(items[0]!.lastBarAgeSeconds).toBeCloseTo((Date.now() - trading.midnight) / 1_000, -2);
});

it('the table of bots draws the last day with at most fifty points and ends where equity stands', async () => {
  const { items } = await get<BotOverviewsResponse>(`/bff/bots?botId=${trading.botId.toUpperCase()}`);
  const { sparkline } = items[0]!;
  expect(sparkline.length).toBeGreaterThan(1);
  expect(sparkline.length).toBeLessThanOrEqual(50);
  expect([sparkline[0], sparkline.at(-1)]).toEqual([1030, 1024]);
  expect((await get<BotOverviewsResponse>(`/bff/bots?bot_id=${newId()}`)).items).toEqual([]);
});

it('live trading adds up to a portfolio with exposure by symbol and cluster', async () => {
  const body = await get<PortfolioResponse>('/portfolio');
  expect(body).toMatchObject({
    equityUsd: '1024',
    pnlTodayUsd: '-6',
    pnl7dUsd: '14',
    pnlAllUsd: '24',
    unprotectedPositions: 1,
    exposureBySymbol: [{ symbol: 'BTCUSDT', longUsd: '0', shortUsd: '180', grossUsd: '180', netUsd: '-180' }],
    exposureByCluster: [{ clusterId: 'majors', grossUsd: '180' }],
  });
});

it('live trading has one curve and its figures, whole or from a day on', async () => {
  const whole = await get<PerformanceResponse>('/performance?resolution=1d');
  expect(whole.equity.map(({ equityUsd }) => Number(equityUsd))).toEqual([1010, 1030, 1024]);
  expect(whole.stats).toMatchObject({
    netPnlUsd: '9.5',
    feesUsd: '0.5',
    roundtripCount: 1,
    winRatePct: 100,
  });
  expect(whole.stats.maxDrawdownPct).toBeCloseTo((100 * 6) / 1030);
  const today = await get<PerformanceResponse>(
    `/performance?bot_id=${trading.botId}&from_ts=${trading.midnight}`,
  );
  expect(today.equity).toHaveLength(1);
  expect(Number(today.equity[0]!.equityUsd)).toBe(1024);
  expect(today.equity[0]!.drawdownPct).toBeCloseTo((100 * 6) / 1030);
});

it('live trading pages fills newest first, and shows orders of unknown fate and the last reconcile', async () => {
  const first = await get<{ items: FillView[]; nextCursor: string }>(
    `/bots/${trading.botId}/fills?page_size=2`,
  );
  const rest = await get<{ items: FillView[] }>(
    `/bots/${trading.botId}/fills?page_size=2&cursor=${first.nextCursor}`,
  );
  expect([...first.items, ...rest.items].map(({ tradeId }) => tradeId)).toEqual(['3', '2', '1']);
  const execution = await get<ExecutionView>('/bff/execution');
  expect(execution.networks).toMatchObject([
    { network: 'testnet', anomalies: 2, fixed: 1, quarantined: false },
  ]);
  expect(execution.unresolvedOrders).toMatchObject([
    { botId: trading.botId, leg: 'exit', status: 'unknown' },
  ]);
});

it('live trading gives the newest bars ascending, or those from a moment on', async () => {
  const newest = await get<KlinesView>('/data/klines?symbol=BTCUSDT&timeframe=1m&limit=2');
  expect(newest.klines.map(({ openTime }) => openTime)).toEqual([8 * MINUTE, 9 * MINUTE]);
  const first = await get<KlinesView>('/data/klines?symbol=BTCUSDT&timeframe=1m&limit=2&from_ts=0');
  expect(first.klines.map(({ openTime }) => openTime)).toEqual([0, MINUTE]);
});

it('a live run stands where its newest point says, not where its last snapshot did', async () => {
  await trading.fixture.rows(
    `INSERT INTO trading.performance_snapshots (run_id, ts, max_drawdown_pct, total_return_pct, roundtrip_count, fees, slippage, funding, metrics)
       VALUES ($1, $2, 0, 0.1, 1, 0.5, 0, 0, '{"net_pnl": 1, "total_return": 0.001}')`,
    [trading.runId, trading.midnight - DAY],
  );
  await trading.fixture.rows('UPDATE trading.runs SET max_drawdown_pct = 0.58 WHERE id = $1', [
    trading.runId,
  ]);
  const run = await get<RunDetail>(`/runs/${trading.runId}`);
  expect(run).toMatchObject({
    performance: { netPnlUsd: '24', maxDrawdownPct: 0.58, roundtripCount: 1 },
    netPnlUsd: '24',
    roundtripCount: 1,
    asOf: trading.midnight + 199_000,
    figuresAsOf: trading.midnight - DAY,
  });
  expect(run.returnPct).toBeCloseTo(2.4);
  expect(run.metrics['totalReturn']).toBeCloseTo(0.024);
  const { items } = await get<{ items: RunSummary[] }>(`/bots/${trading.botId}/runs`);
  expect(items[0]).toMatchObject({ netPnlUsd: '24', roundtripCount: 1 });
});

it('a position shows the exchange’s marks and liquidation price, and how the executor’s networks are', async () => {
  const answer = {
    positions: [
      {
        network: 'testnet',
        symbol: 'BTCUSDT',
        bot_id: trading.botId,
        side: 'short',
        qty: '2',
        entry_price: '100',
        mark_price: '91',
        unrealised_pnl_usd: '18',
        leverage: 1,
        stop_price: null,
        liquidation_price: '190',
        protected: false,
        updated_at: new Date().toISOString(),
      },
    ],
    networks: [
      {
        network: 'testnet',
        state: 'ready',
        stream_live: true,
        last_reconcile_age_ms: 2_500,
        unresolved_orders: [],
      },
    ],
  };
  const executor = createServer((_, response) => response.end(JSON.stringify(answer))).listen(0, '127.0.0.1');
  await once(executor, 'listening');
  const { port } = executor.address() as AddressInfo;
  const asking = await trading.fixture.start({
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

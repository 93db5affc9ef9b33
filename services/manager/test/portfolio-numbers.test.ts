/**
 * Every figure that the console shows of the portfolio and of a live run is recomputed from the rows in the
 * database.
 */
import type {
  BotConfig,
  BotOverviewsResponse,
  PerformanceResponse,
  PortfolioResponse,
  RunCurve,
  RunDetail,
} from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { awayFromMidnight, call, ManagerFixture } from './fixture';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;
const INITIAL_USD = [1_000, 2_500, 400] as const;
/** Long, short and long again; the last without a stop. */
const HELD = [
  { qty: 0.5, entry: 100, mark: 104 },
  { qty: -3, entry: 90, mark: 97.5 },
  { qty: 20, entry: 5, mark: 4.75 },
] as const;
await awayFromMidnight();
const midnightMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const beganMs = midnightMs - 9 * DAY_MS;

interface Point {
  readonly run_id: string;
  readonly ts: number;
  readonly equity: number;
}

let fixture: ManagerFixture;
let manager: ServiceHandle;
let portfolio: PortfolioResponse;
/** When the portfolio was asked for. */
let askedMs: number;
let performance: PerformanceResponse;
let bots: BotOverviewsResponse['items'];
let points: readonly Point[];
const botIds: string[] = [];
const runIds = SYMBOLS.map(() => newId());

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  manager = await fixture.start();
  await fixture.rows('SELECT market.ensure_kline_partitions(0, 0)');
  for (const [k, symbol] of SYMBOLS.entries()) await tradeLive(k, symbol);
  const get = async <T>(path: string) => (await call<T>(manager, 'GET', path)).body;
  // Once more when a point of an hour has left the week meanwhile.
  do {
    askedMs = Date.now();
    portfolio = await get('/portfolio');
  } while (SYMBOLS.some((_, k) => hourOf(askedMs - k * MINUTE_MS) !== hourOf(Date.now() - k * MINUTE_MS)));
  performance = await get('/performance?resolution=1m');
  bots = (await get<BotOverviewsResponse>('/bff/bots')).items;
  points = await fixture.rows(
    'SELECT run_id, ts::float8 AS ts, equity::float8 AS equity FROM trading.equity_points ORDER BY ts',
  );
});
afterAll(() => fixture?.close());

/** A run that began nine days ago, has a point every hour and a trip every day, and holds something now. */
async function tradeLive(k: number, symbol: string): Promise<void> {
  const bot = {
    bot_name: symbol,
    strategy: 'supertrend',
    symbol,
    timeframe: '1h',
    cluster_id: `cluster ${k % 2}`,
  };
  const botId = (await call<BotConfig>(manager, 'POST', '/bots', bot)).body.id;
  botIds.push(botId);
  const initialUsd = INITIAL_USD[k]!;
  await fixture.rows(
    `INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity, from_ts)
     VALUES ($1, 'live', 'running', $2, 'testnet', 'supertrend', $3, '1h', $4, $5)`,
    [runIds[k], botId, symbol, initialUsd, beganMs],
  );
  // No two bots have a point in the same minute, so that the order of a curve is that of its times.
  await fixture.rows(
    `WITH wave AS (SELECT $2::bigint + hour * 3600000 + $3::bigint AS ts,
         $4::numeric * (1 + round((0.04 * sin(hour * (0.11 + 0.05 * $5::int)) - 0.0002 * hour)::numeric, 6)) AS equity
       FROM generate_series(1, 218) AS hour),
     fallen AS (SELECT ts, equity, 100 * (1 - equity / greatest($4::numeric, max(equity) OVER (ORDER BY ts))) AS fall FROM wave),
     stored AS (INSERT INTO trading.equity_points (run_id, ts, equity, drawdown_pct) SELECT $1, ts, equity, fall FROM fallen)
     UPDATE trading.runs SET sharpe = 1.25, max_drawdown_pct = (SELECT max(fall) FROM fallen) WHERE id = $1`,
    [runIds[k], beganMs, k * MINUTE_MS, initialUsd, k],
  );
  // Figures of days ago, before the deepest fall: only the ratios of it still hold.
  await fixture.rows(
    `INSERT INTO trading.performance_snapshots (run_id, ts, sharpe, sortino, max_drawdown_pct, cagr_pct, total_return_pct,
       win_rate_pct, profit_factor, roundtrip_count, fees, slippage, funding, metrics)
     VALUES ($1, $2, 1.25, 2.5, 0.01, 12, 99, 55, 1.5, 3, 1, 2, 3,
       '{"net_pnl": 99, "total_return": 0.99, "max_drawdown_pct": 0.01, "sortino": 2.5, "calmar": 3, "profit_factor": 1.5}')`,
    [runIds[k], beganMs + DAY_MS],
  );
  await fixture.rows(
    `INSERT INTO trading.roundtrips (run_id, seq, side, qty, entry_ts, exit_ts, entry_price, exit_price, pnl, pnl_pct, fees,
       slippage, funding, exit_reason)
     SELECT $1, day, 'long', 1, $2::bigint + day * 86400000, $2::bigint + day * 86400000 + 3600000, 100, 101,
       round((3 * cos(day * (1 + $3::int)))::numeric, 4), 1, 0.25 + 0.01 * day, 0.05, -0.02 * day, 'flip'
     FROM generate_series(0, 8) AS day`,
    [runIds[k], beganMs, k],
  );
  const { qty, entry, mark } = HELD[k]!;
  await fixture.rows(
    `INSERT INTO trading.positions (network, symbol, bot_id, qty, entry_price) VALUES ('testnet', $1, $2, $3, $4)`,
    [symbol, botId, qty, entry],
  );
  await fixture.rows(
    `INSERT INTO market.klines VALUES ('perp', $1, '1m', 60000, $2, $2, $2, $2, 1, 1, 1, 1)`,
    [symbol, mark],
  );
  if (k === 2) return;
  await fixture.rows(
    `INSERT INTO trading.orders (order_id, bot_id, network, symbol, leg, order_type, side, reduce_only, close_position,
       client_order_id, status, trigger_price)
     VALUES ($1, $2, 'testnet', $3, 'sl', 'stop_market', $4, true, true, $5, 'new', $6)`,
    [newId(), botId, symbol, qty > 0 ? 'sell' : 'buy', `stop-${k}`, entry],
  );
}

const hourOf = (ms: number) => Math.floor(ms / 3_600_000);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const ofRun = (k: number) => points.filter(({ run_id }) => run_id === runIds[k]);
const last = (k: number) => ofRun(k).at(-1)!.equity;
/** Where a run stood before a moment; at its capital when it had no point yet. */
const before = (k: number, ms: number) =>
  ofRun(k)
    .filter(({ ts }) => ts < ms)
    .at(-1)?.equity ?? INITIAL_USD[k]!;
const all = (each: (k: number) => number) => sum(SYMBOLS.map((_, k) => each(k)));

/** What all had together after each point, from their capital on. */
function together(): { ts: number; equity: number }[] {
  const standing = new Map<string, number>(runIds.map((id, k) => [id, INITIAL_USD[k]!]));
  return points.map(({ run_id, ts, equity }) => {
    standing.set(run_id, equity);
    return { ts, equity: sum([...standing.values()]) };
  });
}

const fallsPct = () => falls(sum(INITIAL_USD), together());
const fallsOf = (k: number) => falls(INITIAL_USD[k]!, ofRun(k));

/** From the highest so far, the capital included. */
function falls(capital: number, curve: readonly { readonly equity: number }[]): number[] {
  let peak = capital;
  return curve.map(({ equity }) => {
    peak = Math.max(peak, equity);
    return 100 * (1 - equity / peak);
  });
}

it('the figures of the portfolio are checked on bots that won and lost', () => {
  expect(points.length).toBeGreaterThan(600);
  expect(Math.max(...fallsPct())).toBeGreaterThan(1);
});

it('portfolio equity is the sum of all bots’ newest points, in the portfolio, its bots and their table', () => {
  expect(Number(portfolio.equityUsd)).toBeCloseTo(all(last), 6);
  expect(Number(performance.equity.at(-1)!.equityUsd)).toBeCloseTo(all(last), 6);
  for (const [k, botId] of botIds.entries()) {
    expect(Number(portfolio.bots.find((bot) => bot.botId === botId)!.equityUsd)).toBeCloseTo(last(k), 6);
    expect(Number(bots.find((bot) => bot.botId === botId)!.equityUsd)).toBeCloseTo(last(k), 6);
  }
});

it('portfolio profit is counted from midnight, from a week ago and from the capital', () => {
  const weekAgoMs = askedMs - 7 * DAY_MS;
  expect(Number(portfolio.pnlTodayUsd)).toBeCloseTo(
    all((k) => last(k) - before(k, midnightMs)),
    6,
  );
  expect(Number(portfolio.pnl7dUsd)).toBeCloseTo(
    all((k) => last(k) - before(k, weekAgoMs)),
    6,
  );
  expect(Number(portfolio.pnlAllUsd)).toBeCloseTo(
    all((k) => last(k) - INITIAL_USD[k]!),
    6,
  );
  for (const [k, botId] of botIds.entries()) {
    const bot = bots.find((each) => each.botId === botId)!;
    expect(Number(bot.pnlTodayUsd)).toBeCloseTo(last(k) - before(k, midnightMs), 6);
    expect(Number(bot.pnlAllUsd)).toBeCloseTo(last(k) - INITIAL_USD[k]!, 6);
  }
});

it('portfolio drawdown is the fall of everything together from its peak, now and at the deepest', () => {
  expect(portfolio.drawdownPct).toBeCloseTo(fallsPct().at(-1)!, 6);
  expect(performance.equity.at(-1)!.drawdownPct).toBeCloseTo(fallsPct().at(-1)!, 6);
  expect(performance.stats.maxDrawdownPct).toBeCloseTo(Math.max(...fallsPct()), 6);
});

it('the portfolio curve is what all had together, minute by minute', () => {
  const expected = together();
  expect(performance.equity.map(({ ts }) => ts)).toEqual(expected.map(({ ts }) => ts));
  for (const [i, { equity }] of expected.entries()) {
    expect(Number(performance.equity[i]!.equityUsd)).toBeCloseTo(equity, 6);
  }
});

it('portfolio results, win rate and costs are of the roundtrips closed', async () => {
  const trips = await fixture.rows<{ pnl: number; fees: number; slippage: number; funding: number }>(
    'SELECT pnl::float8, fees::float8, slippage::float8, funding::float8 FROM trading.roundtrips',
  );
  const { stats } = performance;
  expect(stats.roundtripCount).toBe(trips.length);
  expect(Number(stats.netPnlUsd)).toBeCloseTo(sum(trips.map(({ pnl }) => pnl)), 6);
  expect(Number(stats.feesUsd)).toBeCloseTo(sum(trips.map(({ fees }) => fees)), 6);
  expect(Number(stats.slippageUsd)).toBeCloseTo(sum(trips.map(({ slippage }) => slippage)), 6);
  expect(Number(stats.fundingUsd)).toBeCloseTo(sum(trips.map(({ funding }) => funding)), 6);
  const won = trips.filter(({ pnl }) => pnl > 0).length;
  expect(stats.winRatePct).toBeCloseTo((100 * won) / trips.length, 8);
});

it('portfolio exposure and what is unprotected are of what is held at the newest mark', () => {
  expect(portfolio.positions).toHaveLength(3);
  for (const [k, { qty, entry, mark }] of HELD.entries()) {
    const position = portfolio.positions.find(({ symbol }) => symbol === SYMBOLS[k])!;
    expect(Number(position.unrealisedPnlUsd)).toBeCloseTo(qty * (mark - entry), 8);
    expect(position).toMatchObject({ side: qty > 0 ? 'long' : 'short', protected: k !== 2 });
    const exposure = portfolio.exposureBySymbol.find(({ symbol }) => symbol === SYMBOLS[k])!;
    expect(Number(exposure.grossUsd)).toBeCloseTo(Math.abs(qty) * mark, 8);
    expect(Number(exposure.netUsd)).toBeCloseTo(qty * mark, 8);
  }
  const notional = (k: number) => HELD[k]!.qty * HELD[k]!.mark;
  expect(Number(portfolio.grossExposureUsd)).toBeCloseTo(
    all((k) => Math.abs(notional(k))),
    8,
  );
  const cluster = portfolio.exposureByCluster.find(({ clusterId }) => clusterId === 'cluster 0')!;
  expect(Number(cluster.longUsd)).toBeCloseTo(notional(0) + notional(2), 8);
  expect(Number(cluster.shortUsd)).toBe(0);
  expect(portfolio.unprotectedPositions).toBe(1);
});

it('figures of a live run that follow from days and trips are those of its last snapshot, with its time', async () => {
  const run = (await call<RunDetail>(manager, 'GET', `/runs/${runIds[0]}`)).body;
  expect(run.figuresAsOf).toBe(beganMs + DAY_MS);
  expect(run.performance).toMatchObject({ sharpe: 1.25, cagrPct: 12, winRatePct: 55, roundtripCount: 3 });
  expect(run.metrics).toMatchObject({ sortino: 2.5, calmar: 3, profitFactor: 1.5 });
});

it.each(SYMBOLS.map((symbol, k) => [symbol, k] as const))(
  'figures of a live run of %s stand at its newest point',
  async (_, k) => {
    const run = (await call<RunDetail>(manager, 'GET', `/runs/${runIds[k]}`)).body;
    const made = last(k) - INITIAL_USD[k]!;
    expect(Number(run.netPnlUsd)).toBeCloseTo(made, 6);
    expect(run.returnPct).toBeCloseTo((100 * made) / INITIAL_USD[k]!, 8);
    expect(run.asOf).toBe(ofRun(k).at(-1)!.ts);
    const deepest = Math.max(...fallsOf(k));
    expect(deepest).toBeGreaterThan(1);
    expect(run.maxDrawdownPct).toBeCloseTo(deepest, 8);
    expect(run.performance!.maxDrawdownPct).toBeCloseTo(deepest, 8);
    expect(Number(run.performance!.netPnlUsd)).toBeCloseTo(made, 6);
    expect(run.metrics['totalReturn']).toBeCloseTo(made / INITIAL_USD[k]!, 8);
    const curve = (await call<RunCurve>(manager, 'GET', `/runs/${runIds[k]}/curve`)).body;
    expect(curve.ts).toEqual(ofRun(k).map(({ ts }) => ts));
    expect(curve.equityUsd.at(-1)).toBeCloseTo(last(k), 6);
    for (const [i, fall] of fallsOf(k).entries()) expect(curve.drawdownPct[i]).toBeCloseTo(fall, 6);
    const { items } = (await call<{ items: unknown[] }>(manager, 'GET', `/runs/${runIds[k]}/roundtrips`))
      .body;
    expect(items).toHaveLength(9);
  },
);

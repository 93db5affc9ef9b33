/**
 * Live trading that is longer than a drawn curve: its figures are recomputed from every row in the database.
 */
import type { BotConfig, PerformanceResponse, PortfolioResponse } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { curveFigures, type LiveBot, type LiveMark, type LiveRun, liveCurve } from '../src/domain/live-curve';
import { call, ManagerFixture } from './fixture';

const MINUTE_MS = 60_000;
const YEAR_MS = 365.25 * 86_400_000;
const MINUTES = 6_000;
const DRAWN = 5_000;
const INITIAL_USD = 10_000;
/** Within a part of the curve that is not drawn, at no end of anything. */
const PEAK_AT = 437;
const beganMs = Math.floor(Date.now() / MINUTE_MS - MINUTES) * MINUTE_MS;
const bots: LiveBot[] = [];
const runs: LiveRun[] = [];

let fixture: ManagerFixture;
let manager: ServiceHandle;
let performance: PerformanceResponse;
let portfolio: PortfolioResponse;
/** What both bots had together at the end of each minute. */
let totals: readonly { readonly ts: number; readonly equity: number }[];

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  manager = await fixture.start();
  // They hedge each other: what one wins the other loses, but for a spike, a slow fall and a slow rise of the
  // first.
  await tradeLive(
    'BTCUSDT',
    0,
    `2000 * sin(minute / 90.0) - 3 * least(minute, 1000) + 0.7 * minute
    + CASE WHEN minute = ${PEAK_AT} THEN 5000 ELSE 0 END`,
  );
  await tradeLive('ETHUSDT', 0, '-2000 * sin(minute / 90.0)');
  performance = await get('/performance?resolution=1m');
  portfolio = await get('/portfolio');
  totals = await fixture.rows(
    `SELECT (ts / 60000 * 60000)::float8 AS ts, sum(equity)::float8 AS equity FROM trading.equity_points GROUP BY 1 ORDER BY 1`,
  );
});
afterAll(() => fixture?.close());

const get = async <T>(path: string) => (await call<T>(manager, 'GET', path)).body;

/** A run that begins in the given minute and has a point in each, with what it made until then. */
async function tradeLive(symbol: string, fromMinute: number, made: string): Promise<void> {
  const bot = { bot_name: symbol, strategy: 'supertrend', symbol, timeframe: '1h' };
  const { id: botId } = (await call<BotConfig>(manager, 'POST', '/bots', bot)).body;
  const [runId, startedMs] = [newId(), beganMs + fromMinute * MINUTE_MS];
  await fixture.rows(
    `INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity, from_ts)
     VALUES ($1, 'live', 'running', $2, 'testnet', 'supertrend', $3, '1h', $4, $5)`,
    [runId, botId, symbol, INITIAL_USD, startedMs],
  );
  await fixture.rows(
    `INSERT INTO trading.equity_points (run_id, ts, equity, drawdown_pct)
     SELECT $1, $2::bigint + minute * 60000, round(($3::int + ${made})::numeric, 6), 0
     FROM generate_series($4::int, $5::int - 1) AS minute`,
    [runId, beganMs, INITIAL_USD, fromMinute, MINUTES],
  );
  bots.push({ botId, startedMs, endedMs: null, capital: INITIAL_USD });
  runs.push({ runId, botId, initialEquity: INITIAL_USD, equityBefore: null });
}

/** What a curve of every minute says. */
async function figuresOfAll() {
  const marks = await fixture.rows<LiveMark>(
    `SELECT run_id AS "runId", (ts / 60000 * 60000)::float8 AS "bucketStartMs", equity::float8 AS equity
     FROM trading.equity_points ORDER BY ts, run_id`,
  );
  return curveFigures(liveCurve({ bots, runs, marks, bucketMs: MINUTE_MS }), MINUTE_MS);
}

function falls(): number[] {
  let peak = 2 * INITIAL_USD;
  return totals.map(({ equity }) => {
    peak = Math.max(peak, equity);
    return 100 * (1 - equity / peak);
  });
}

it('a long live curve falls from a peak before the first point that is drawn', () => {
  expect(totals).toHaveLength(MINUTES);
  const peak = Math.max(...totals.map(({ equity }) => equity));
  expect(totals.findIndex(({ equity }) => equity === peak)).toBe(PEAK_AT);
});

it('a long live curve has the drawdown of all of it, now and at the deepest', () => {
  expect(portfolio.drawdownPct).toBeCloseTo(falls().at(-1)!, 8);
  expect(performance.equity.at(-1)!.drawdownPct).toBeCloseTo(falls().at(-1)!, 8);
  expect(performance.stats.maxDrawdownPct).toBeCloseTo(Math.max(...falls()), 8);
});

it('a long live curve has grown since its first day', () => {
  const years = (totals.at(-1)!.ts - totals[0]!.ts) / YEAR_MS;
  const growth = totals.at(-1)!.equity / (2 * INITIAL_USD);
  expect(performance.stats.cagrPct! / 100 + 1).toBeCloseTo(growth ** (1 / years), 8);
});

it('a long live curve has the Sharpe ratio of every day', async () => {
  expect(performance.stats.sharpe).toBeCloseTo((await figuresOfAll()).sharpe!, 8);
});

it('a long live curve is drawn by its newest points, each with the equity and the fall it had', () => {
  expect(performance.equity.map(({ ts }) => ts)).toEqual(totals.slice(-DRAWN).map(({ ts }) => ts));
  const expected = falls().slice(-DRAWN);
  for (const [i, { equity }] of totals.slice(-DRAWN).entries()) {
    expect(Number(performance.equity[i]!.equityUsd)).toBeCloseTo(equity, 6);
    expect(performance.equity[i]!.drawdownPct).toBeCloseTo(expected[i]!, 8);
  }
});

it('a long live curve takes the capital of a bot that began in between for what it is', async () => {
  await tradeLive('SOLUSDT', 250, '-0.5 * (minute - 250)');
  const { stats } = await get<PerformanceResponse>('/performance?resolution=1m');
  const { sharpe, cagrPct, maxDrawdownPct } = await figuresOfAll();
  expect(stats.sharpe).toBeCloseTo(sharpe!, 8);
  expect(stats.cagrPct).toBeCloseTo(cagrPct!, 6);
  expect(stats.maxDrawdownPct).toBeCloseTo(maxDrawdownPct!, 8);
});

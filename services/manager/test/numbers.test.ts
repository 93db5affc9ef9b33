/**
 * Every figure that the console shows of a run is recomputed from the rows in the database, by the
 * definitions of docs/backtest.md.
 */
import type { RunDetail } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';
import { FIRST_BAR_MS, storeBars, storeFunding } from './market';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const YEAR_MS = 365.25 * DAY_MS;
const BARS = 3_000;

interface Trip {
  readonly pnl: number;
  readonly fees: number;
}

let fixture: ManagerFixture;
let manager: ServiceHandle;
let run: RunDetail;
let points: { ts: number; equity: number }[];
let trips: Trip[];

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  await storeBars(fixture.owner, 'BTCUSDT', '1h', BARS);
  await storeFunding(fixture.owner, 'BTCUSDT', FIRST_BAR_MS, FIRST_BAR_MS + BARS * HOUR_MS);
  manager = await fixture.start();
  const asked = { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1h', params: { atr_period: 7 } };
  const span = { from_ts: FIRST_BAR_MS + 500 * HOUR_MS, to_ts: FIRST_BAR_MS + BARS * HOUR_MS };
  const { body } = await call<{ run_id: string }>(manager, 'POST', '/backtest', { ...asked, ...span });
  run = await eventually(async () => {
    const found = (await call<RunDetail>(manager, 'GET', `/runs/${body.run_id}`)).body;
    expect(found.status).toBe('completed');
    return found;
  });
  points = await fixture.rows(
    'SELECT ts::float8 AS ts, equity::float8 AS equity FROM trading.equity_points WHERE run_id = $1 ORDER BY ts',
    [run.id],
  );
  trips = await fixture.rows(
    'SELECT pnl::float8 AS pnl, fees::float8 AS fees FROM trading.roundtrips WHERE run_id = $1 ORDER BY seq',
    [run.id],
  );
});
afterAll(() => fixture?.close());

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const initial = () => Number(run.initialEquityUsd);
const final = () => points.at(-1)!.equity;

/** From the initial equity over the last point of each UTC day; a point at midnight ends its day. */
function dailyReturns(): number[] {
  const closes = new Map(points.map(({ ts, equity }) => [Math.floor((ts - 1) / DAY_MS), equity]));
  const levels = [...closes.values()];
  return levels.map((equity, i) => equity / (levels[i - 1] ?? initial()) - 1);
}

function deepestFallPct(): number {
  let peak = 0;
  return Math.max(
    ...points.map(({ equity }) => {
      peak = Math.max(peak, equity);
      return (100 * (peak - equity)) / peak;
    }),
  );
}

it('the figures of a run are checked on one that traded, lost at times and paid for it', () => {
  expect(trips.length).toBeGreaterThan(10);
  expect(deepestFallPct()).toBeGreaterThan(0);
});

it('profit and return of a run are of its last equity point', () => {
  expect(Number(run.performance!.netPnlUsd)).toBeCloseTo(final() - initial(), 6);
  expect(Number(run.netPnlUsd)).toBeCloseTo(final() - initial(), 6);
  expect(run.returnPct).toBeCloseTo(100 * (final() / initial() - 1), 8);
  expect(run.metrics['totalReturn']).toBeCloseTo(final() / initial() - 1, 10);
});

it('drawdown of a run is the deepest fall of its points from their running peak', () => {
  expect(run.performance!.maxDrawdownPct).toBeCloseTo(deepestFallPct(), 8);
  expect(run.maxDrawdownPct).toBeCloseTo(deepestFallPct(), 8);
});

it('the Sharpe ratio of a run is of daily returns, by n - 1, times the root of 365', () => {
  const returns = dailyReturns();
  const mean = sum(returns) / returns.length;
  const variance = sum(returns.map((each) => (each - mean) ** 2)) / (returns.length - 1);
  expect(run.performance!.sharpe).toBeCloseTo((mean / Math.sqrt(variance)) * Math.sqrt(365), 6);
});

it('the CAGR of a run is over the years between its first and last point', () => {
  const years = (points.at(-1)!.ts - points[0]!.ts) / YEAR_MS;
  const cagr = (final() / initial()) ** (1 / years) - 1;
  expect(run.performance!.cagrPct).toBeCloseTo(100 * cagr, 5);
});

it('win rate, profit factor and count of a run are of its roundtrips', () => {
  const won = trips.filter(({ pnl }) => pnl > 0);
  const lost = trips.filter(({ pnl }) => pnl < 0);
  expect(run.performance!.roundtripCount).toBe(trips.length);
  expect(run.roundtripCount).toBe(trips.length);
  expect(run.performance!.winRatePct).toBeCloseTo((100 * won.length) / trips.length, 8);
  expect(run.metrics['profitFactor']).toBeCloseTo(
    sum(won.map(({ pnl }) => pnl)) / -sum(lost.map(({ pnl }) => pnl)),
    6,
  );
});

it('fees and slippage of a run are of all its fills, those of an open position included', async () => {
  const [paid] = await fixture.rows<{ fees: number; slippage: number }>(
    'SELECT sum(fee)::float8 AS fees, sum(slippage)::float8 AS slippage FROM trading.trades WHERE run_id = $1',
    [run.id],
  );
  expect(Number(run.performance!.feesUsd)).toBeCloseTo(paid!.fees, 5);
  expect(Number(run.performance!.slippageUsd)).toBeCloseTo(paid!.slippage, 5);
  expect(sum(trips.map(({ fees }) => fees))).toBeLessThanOrEqual(paid!.fees + 1e-6);
});

import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bot, ExecutorDesk, FAST_TIMING, SYMBOL } from './desk';

let desk: ExecutorDesk;
beforeAll(async () => {
  desk = await ExecutorDesk.open({ seed: 51 });
  await desk.startReady({}, FAST_TIMING);
});
afterAll(() => desk?.close());

interface Run {
  readonly id: string;
  readonly status: string;
  readonly strategy: string;
  readonly params: unknown;
  readonly max_drawdown_pct: number | null;
}

interface Figures {
  readonly ts: number;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly calmar: number | null;
  readonly cagr_pct: number | null;
  readonly max_drawdown_pct: number;
  readonly win_rate_pct: number | null;
  readonly profit_factor: number | null;
}

const INITIAL_USD = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

interface Point {
  readonly ts: number;
  readonly equity: number;
}

/** From the capital over the last point of each UTC day. */
function dailyReturns(points: readonly Point[]): number[] {
  const closes = [...new Map(points.map(({ ts, equity }) => [Math.floor(ts / DAY_MS), equity])).values()];
  return closes.map((equity, i) => equity / (closes[i - 1] ?? INITIAL_USD) - 1);
}

function deepestFallPct(points: readonly Point[]): number {
  let peak = INITIAL_USD;
  return Math.max(
    ...points.map(({ equity }) => {
      peak = Math.max(peak, equity);
      return 100 * (1 - equity / peak);
    }),
  );
}

const runsOf = ({ botId }: Bot) =>
  desk.rows<Run>(`SELECT * FROM trading.runs WHERE kind = 'live' AND bot_id = $1 ORDER BY created_at`, [
    botId,
  ]);

async function theRun(bot: Bot): Promise<Run> {
  return eventually(async () => {
    const runs = await runsOf(bot);
    if (runs.length !== 1) throw new Error(`${runs.length} runs`);
    return runs[0]!;
  });
}

const lastEquity = async (runId: string): Promise<{ equity: number; drawdown_pct: number }> => {
  const [point] = await desk.rows<{ equity: number; drawdown_pct: number }>(
    'SELECT equity::float8, drawdown_pct FROM trading.equity_points WHERE run_id = $1 ORDER BY ts DESC LIMIT 1',
    [runId],
  );
  return point!;
};

/** What the bot's position rows say it made: booked, funding included, without what is still open. */
async function bookedPnl({ botId }: Bot): Promise<number> {
  const [row] = await desk.rows<{ pnl: number }>(
    'SELECT sum(realized_pnl - fees + funding)::float8 AS pnl FROM trading.positions WHERE bot_id = $1',
    [botId],
  );
  return row!.pnl;
}

async function goFlat(bot: Bot): Promise<void> {
  await desk.outcome(await desk.intend(bot, { side: 'flat' }));
  await eventually(() => desk.exchangePosition(bot.symbol) === 0);
}

it('a live run begins with the first intent, follows the market, and closes a roundtrip as it is booked', async () => {
  const bot = await desk.addBot();
  const refused = await desk.intend(bot, { side: 'long', sl: null });
  expect((await desk.outcome(refused)).outcome).toBe('rejected');
  const { id } = await theRun(bot);
  expect(await eventually(() => lastEquity(id))).toEqual({ equity: 10_000, drawdown_pct: 0 });

  await desk.outcome(await desk.intend(bot, { side: 'long', qty: '0.05' }));
  await eventually(() => desk.liveStops().length === 1);
  desk.sim.admin.settleFunding();
  desk.sim.admin.changeMarket({ symbol: SYMBOL, factor: 0.95 });
  await eventually(async () => {
    const { equity, drawdown_pct } = await lastEquity(id);
    const mark = await desk.markPrice();
    return equity < 10_000 - 0.04 * mark * 0.05 && drawdown_pct > 1;
  });

  await goFlat(bot);
  const trip = await eventually(async () => {
    const [row] = await desk.rows<Record<string, string | number>>(
      'SELECT *, pnl::float8, funding::float8, fees::float8, qty::float8 FROM trading.roundtrips WHERE run_id = $1',
      [id],
    );
    return row!['pnl'] === undefined ? false : row!;
  });
  expect(trip).toMatchObject({ side: 'long', qty: 0.05, exit_reason: 'signal', seq: 0 });
  expect(trip['funding']).not.toBe(0);
  expect(trip['pnl']).toBeCloseTo(await bookedPnl(bot), 8);
  const trades = await desk.rows<{ action: string; reason: string }>(
    'SELECT action, reason FROM trading.trades WHERE run_id = $1 ORDER BY seq',
    [id],
  );
  expect(trades).toEqual([
    { action: 'entry', reason: 'signal' },
    { action: 'exit', reason: 'signal' },
  ]);
  const expected = 10_000 + Number(trip['pnl']);
  await eventually(async () => Math.abs((await lastEquity(id)).equity - expected) < 1e-6);
  const [snapshot] = await desk.rows<Record<string, number | string>>(
    `SELECT roundtrip_count, win_rate_pct, total_return_pct, max_drawdown_pct, fees::float8, funding::float8,
         (metrics->>'net_pnl')::float8 AS net_pnl
       FROM trading.performance_snapshots WHERE run_id = $1 ORDER BY ts DESC LIMIT 1`,
    [id],
  );
  expect(snapshot).toMatchObject({ roundtrip_count: 1, win_rate_pct: 0, fees: trip['fees'] });
  expect(snapshot!['net_pnl']).toBeCloseTo(Number(trip['pnl']), 6);
  expect(snapshot!['funding']).toBeCloseTo(Number(trip['funding']), 8);
  const [{ max_drawdown_pct: deepest }] = (await runsOf(bot)) as [Run];
  expect(snapshot!['max_drawdown_pct']).toBe(deepest);
});

it('a live run has ratios that follow from its points and roundtrips alone', async () => {
  const bot = await desk.loneBot();
  const qty = await desk.quantity(bot.symbol);
  const trade = async (side: 'long' | 'flat') => {
    expect((await desk.outcome(await desk.intend(bot, { side, qty }))).outcome).toBe('accepted');
    await eventually(() => desk.exchangePosition(bot.symbol) > 0 === (side === 'long'));
  };
  await trade('long');
  const { id } = await theRun(bot);
  // Twelve days before, in waves with dips that no end of an hour shows, as they would have been written.
  await desk.rows(
    `WITH wave AS (
         SELECT (extract(epoch FROM now()) * 1000)::bigint - 12 * 86400000 + i * 600000 + 1 AS ts,
           round((10000 * (1 + 0.03 * sin(i * 0.03) - 0.00002 * i - CASE WHEN i % 5 = 0 THEN 0.01 ELSE 0 END))::numeric, 8) AS equity
         FROM generate_series(0, 1727) AS i),
       fallen AS (SELECT ts, equity, 100 * (1 - equity / greatest(10000, max(equity) OVER (ORDER BY ts))) AS fall FROM wave),
       stored AS (INSERT INTO trading.equity_points (run_id, ts, equity, drawdown_pct) SELECT $1, ts, equity, fall FROM fallen)
       UPDATE trading.runs SET max_drawdown_pct = (SELECT max(fall) FROM fallen) WHERE id = $1`,
    [id],
  );
  await trade('flat');
  const snapshot = await eventually(async () => {
    const [row] = await desk.rows<Figures>(
      `SELECT ts::float8, sharpe, sortino, cagr_pct, max_drawdown_pct, win_rate_pct, profit_factor, roundtrip_count,
           (metrics->>'calmar')::float8 AS calmar
         FROM trading.performance_snapshots WHERE run_id = $1 AND roundtrip_count = 1 ORDER BY ts DESC LIMIT 1`,
      [id],
    );
    return row!.sharpe !== null && row!;
  });
  const points = await desk.rows<{ ts: number; equity: number }>(
    'SELECT ts::float8, equity::float8 FROM trading.equity_points WHERE run_id = $1 AND ts <= $2 ORDER BY ts',
    [id, snapshot.ts],
  );
  const trips = await desk.rows<{ pnl: number }>(
    'SELECT pnl::float8 FROM trading.roundtrips WHERE run_id = $1',
    [id],
  );
  const returns = dailyReturns(points);
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const root = (squares: readonly number[], count: number) =>
    Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / count);
  const spread = root(
    returns.map((each) => (each - mean) ** 2),
    returns.length - 1,
  );
  const losses = root(
    returns.map((each) => Math.min(0, each) ** 2),
    returns.length,
  );
  expect(returns.length).toBeGreaterThanOrEqual(12);
  expect(snapshot.sharpe).toBeCloseTo((mean / spread) * Math.sqrt(365), 8);
  expect(snapshot.sortino).toBeCloseTo((mean / losses) * Math.sqrt(365), 8);
  const hours = Math.floor(points.at(-1)!.ts / HOUR_MS) - Math.floor(points[0]!.ts / HOUR_MS);
  const cagr = (points.at(-1)!.equity / INITIAL_USD) ** ((365.25 * 24) / hours) - 1;
  expect(snapshot.cagr_pct).toBeCloseTo(100 * cagr, 6);
  expect(snapshot.max_drawdown_pct).toBeCloseTo(deepestFallPct(points), 8);
  expect(snapshot.calmar).toBeCloseTo((100 * cagr) / deepestFallPct(points), 6);
  const won = trips.filter(({ pnl }) => pnl > 0);
  expect(snapshot.win_rate_pct).toBe((100 * won.length) / trips.length);
  expect(snapshot.profit_factor).toBe(won.length === 1 ? null : 0);
});

it('a live run counts a stop that was hit as such, with what its price was worse by', async () => {
  const bot = await desk.addBot('psar', 'ETHUSDT');
  await desk.outcome(await desk.intend(bot, { side: 'short', qty: '1' }));
  await eventually(() => desk.liveStops('ETHUSDT').length === 1);
  desk.sim.admin.changeMarket({ symbol: 'ETHUSDT', factor: 1.15 });
  const { id } = await theRun(bot);
  const [trip] = await eventually(async () => {
    const rows = await desk.rows<{ exit_reason: string; slippage: number; pnl: number }>(
      'SELECT exit_reason, slippage::float8, pnl::float8 FROM trading.roundtrips WHERE run_id = $1',
      [id],
    );
    return rows.length === 1 && rows;
  });
  expect(trip!.exit_reason).toBe('stop_loss');
  expect(trip!.slippage).toBeGreaterThan(0);
  expect(trip!.pnl).toBeCloseTo(await bookedPnl(bot), 8);
});

it('a live run ends when its bot goes on with another configuration, but not before it is flat', async () => {
  const bot = await desk.addBot('ewmac', 'SOLUSDT');
  await desk.configure(bot, { fast: 8 });
  await desk.outcome(await desk.intend(bot, { side: 'long', qty: '1' }));
  const first = await theRun(bot);
  expect(first.params).toEqual({ fast: 8 });
  await desk.rows(`UPDATE trading.bot_configs SET params = '{"fast": 16}', generation = 2 WHERE id = $1`, [
    bot.botId,
  ]);
  await desk.marked(first.id);
  expect((await theRun(bot)).status).toBe('running');

  await goFlat(bot);
  const runs = await eventually(async () => {
    const found = await runsOf(bot);
    return found.length === 2 && found;
  });
  expect(runs.map(({ status, params }) => ({ status, params }))).toEqual([
    { status: 'completed', params: { fast: 8 } },
    { status: 'running', params: { fast: 16 } },
  ]);
  const counts = await desk.rows<{ trips: number; points: number }>(
    `SELECT (SELECT count(*)::int FROM trading.roundtrips WHERE run_id = run.id) AS trips,
         (SELECT count(*)::int FROM trading.equity_points WHERE run_id = run.id) AS points
       FROM trading.runs run WHERE bot_id = $1 ORDER BY created_at`,
    [bot.botId],
  );
  expect(counts[0]!.trips).toBe(1);
  expect(counts[1]).toEqual({ trips: 0, points: 1 });
});

it('a live run is not repeated by a second look: every fill is in exactly one run', async () => {
  const [unbalanced] = await desk.rows<{ fills: number; trades: number; distinct: number }>(
    `SELECT (SELECT count(*)::int FROM trading.fills WHERE bot_id IS NOT NULL) AS fills, count(*)::int AS trades,
         count(DISTINCT fill_id)::int AS distinct FROM trading.trades`,
  );
  expect(unbalanced!.fills).toBeGreaterThan(5);
  expect(unbalanced).toMatchObject({ trades: unbalanced!.fills, distinct: unbalanced!.fills });
});

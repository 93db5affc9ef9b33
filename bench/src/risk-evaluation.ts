/** What an evaluation of 500 bots on 200 symbols costs, from taking the turn to the last row written. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchResult } from './benchmark';
import { milliseconds, type RiskHarness } from './risk-harness';

const BOTS = 500;
const SYMBOLS = 200;
const AIM_MS = 50;
const WATCH_MS = 15_000;
/** The first evaluations read a day of bars; they are not what a tick costs. */
const WARM_UP_TICKS = 5;

export async function measureEvaluation(
  harness: RiskHarness,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`evaluating ${BOTS} bots on ${SYMBOLS} symbols`);
  await populate(harness);
  const populated = await ticks(harness);
  while ((await ticks(harness)).count < populated.count + WARM_UP_TICKS) await sleep(500);
  const before = await ticks(harness);
  await sleep(WATCH_MS);
  const after = await ticks(harness);
  const meanMs = (1000 * (after.seconds - before.seconds)) / (after.count - before.count);
  return [milliseconds(`evaluation of ${BOTS} bots, ${SYMBOLS} symbols, mean`, meanMs, AIM_MS)];
}

/** Bots, live runs, positions, a day of minute bars and a month of hours. */
async function populate(harness: RiskHarness): Promise<void> {
  await harness.sql(`
    INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, image_tag,
      desired_state, status, cluster_id)
    SELECT ('01923456-789a-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'bench ' || i, 'supertrend', 'S' || i % ${SYMBOLS} || 'USDT',
      '1h', 'testnet', 'fixed', 1, 'v1', 'running', 'live', 'c' || i % 10 FROM generate_series(1, ${BOTS}) AS i;
    INSERT INTO trading.bot_events (bot_id, event_type, emitted_by) SELECT id, 'container_started', 'platform_bot' FROM trading.bot_configs
      WHERE desired_state = 'running';
    INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity)
    SELECT gen_random_uuid(), 'live', 'running', id, 'testnet', strategy, symbol, timeframe, 1000 FROM trading.bot_configs
      WHERE desired_state = 'running';
    INSERT INTO trading.equity_points (run_id, ts, equity, drawdown_pct)
    SELECT id, 1700000000000 + i * 60000, 1000, 0 FROM trading.runs, generate_series(1, 200) AS i WHERE status = 'running';
    INSERT INTO trading.positions (network, symbol, bot_id, qty, entry_price, opened_at)
    SELECT 'testnet', symbol, id, 1, 100, now() FROM trading.bot_configs WHERE desired_state = 'running';
    SELECT market.ensure_kline_partitions((extract(epoch FROM now() - interval '40 days') * 1000)::bigint,
      (extract(epoch FROM now()) * 1000)::bigint);
    INSERT INTO market.klines SELECT 'perp', 'S' || s || 'USDT', '1m', (floor(extract(epoch FROM now()) / 60) - i)::bigint * 60000,
      100, 101, 99, 100 + (i * s) % 7 * 0.1, 10, 1000, 5, 5 FROM generate_series(0, ${SYMBOLS - 1}) AS s, generate_series(1, 1500) AS i;
    INSERT INTO market.klines SELECT 'perp', 'S' || s || 'USDT', '1h', (floor(extract(epoch FROM now()) / 3600) - i)::bigint * 3600000,
      100, 101, 99, 100 + (i * s) % 7 * 0.1, 10, 1000, 5, 5 FROM generate_series(0, ${SYMBOLS - 1}) AS s, generate_series(1, 720) AS i;
    ANALYZE`);
}

async function ticks({ risk }: RiskHarness): Promise<{ seconds: number; count: number }> {
  const text = await (await fetch(`${risk.url}/metrics`)).text();
  const value = (suffix: string) =>
    Number(new RegExp(`^platform_risk_evaluation_duration_seconds_${suffix} (.+)$`, 'm').exec(text)?.[1]);
  return { seconds: value('sum'), count: value('count') };
}

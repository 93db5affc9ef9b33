/**
 * Green/blue deploys of bots with 500 bars to decide again: from the request to the swap and to the end, and
 * what lies between the last decision of the one and the first of the other. Bars come once a second, so that
 * both releases are at work. As parts of their own, the swaps alone and deploys of the services of a whole
 * stack.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEPLOY_REPLAY_BARS, type Deploy } from '@platform/contracts';
import { HOUR_MS } from '@platform/core';
import { homeFromEnvironment, makeRelease } from '@platform/stack';
import { findStrategy } from '@platform/strategies';
import pg from 'pg';
import type { Benchmark, BenchResult } from './benchmark';
import { sawteeth } from './bot-market';
import { type DataBench, openDataBench } from './data-environment';
import { measureServices } from './deploy-services';
import { measureSwaps } from './deploy-swaps';
import { ask, roleUrl, startManager } from './manager-service';
import { median } from './percentile';

const BOTS = 5;
const STRATEGY = 'ewmac';
const TIMEFRAME = '1h';
const PARAMS = { fast: 4, slow: 12, vol_span: 10 };
const FIRST_BARS = DEPLOY_REPLAY_BARS + warmUpBars();

const PARTS = { bots: measureBots, swaps: measureSwaps, services: measureServices };

export const benchmark: Benchmark = {
  name: 'deploy',
  summary: `green/blue deploys of ${BOTS} bots with ${DEPLOY_REPLAY_BARS} bars to decide again`,
  parts: Object.keys(PARTS),
  run: async (progress, part) => {
    const results: BenchResult[] = [];
    for (const [name, measurePart] of Object.entries(PARTS)) {
      if (part === undefined || part === name) results.push(...(await measurePart(progress)));
    }
    return results;
  },
};

async function measureBots(progress: (line: string) => void): Promise<BenchResult[]> {
  const bench = await openDataBench();
  const owner = new pg.Pool({ connectionString: bench.adminUrl, max: 2 });
  owner.on('error', () => undefined);
  const decide = `UPDATE trading.order_intents SET outcome = 'rejected', outcome_reason = 'bench', outcome_at = now()
      WHERE outcome IS NULL`;
  const executor = setInterval(() => void owner.query(decide).catch(() => undefined), 100);
  try {
    return await measure(bench, owner, progress);
  } finally {
    clearInterval(executor);
    await owner.end();
    await bench.close();
  }
}

async function measure(
  bench: DataBench,
  owner: pg.Pool,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  await makeRelease(homeFromEnvironment({ PLATFORM_HOME: bench.directory }), 'v2');
  const decided = async (id: string) => {
    const { rows } = await owner.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM trading.bar_decisions WHERE bot_id = $1',
      [id],
    );
    return rows[0]!.count;
  };

  progress(`${BOTS} bots decide their first ${DEPLOY_REPLAY_BARS} bars`);
  await writeScript(bench, FIRST_BARS);
  let manager = await startManager(bench, environment(bench, 0));
  const ids: string[] = [];
  for (let k = 0; k < BOTS; k++) {
    const bot = { bot_name: `bot ${k}`, strategy: STRATEGY, symbol: `DEPLOY${k}USDT`, timeframe: TIMEFRAME };
    const { id } = await ask<{ id: string }>(`${manager.url}/bots`, {
      ...bot,
      params: PARAMS,
      candle_source: 'scripted',
    });
    await ask(`${manager.url}/bots/${id}/start`, {});
    ids.push(id);
  }
  for (const id of ids) await until(async () => (await decided(id)) >= DEPLOY_REPLAY_BARS);
  for (const id of ids) await ask(`${manager.url}/bots/${id}/stop`, {});
  await until(async () => {
    const { rows } = await owner.query(`SELECT FROM trading.bot_configs WHERE status <> 'stopped'`);
    return rows.length === 0;
  });
  await manager.end('SIGTERM');

  await writeScript(bench, FIRST_BARS + 3_600);
  manager = await startManager(bench, environment(bench, 1_000));
  try {
    const swapped: number[] = [];
    const completed: number[] = [];
    for (const [k, id] of ids.entries()) {
      progress(`deploy ${k + 1} of ${BOTS}`);
      const before = await decided(id);
      await ask(`${manager.url}/bots/${id}/start`, {});
      await until(async () => (await decided(id)) > before + 1);
      const startedMs = performance.now();
      await ask(`${manager.url}/bots/${id}/deploy/promote`, { target_image_tag: 'v2', min_live_bars: 0 });
      const status = async () =>
        (await ask<{ deploy: Deploy }>(`${manager.url}/bots/${id}/deploy/status`)).deploy;
      await until(async () => ['swapping', 'completed', 'failed'].includes((await status()).status));
      swapped.push((performance.now() - startedMs) / 1000);
      await until(async () => (await status()).finished_at !== null);
      completed.push((performance.now() - startedMs) / 1000);
      const { status: end, error } = await status();
      if (end !== 'completed') throw new Error(`the deploy ${end}: ${error}`);
      await until(async () => (await owner.query(DECIDED_BY_THE_NEW_RELEASE, [id])).rows.length > 0);
      await ask(`${manager.url}/bots/${id}/stop`, {});
    }
    const { rows: seams } = await owner.query<{ gap_ms: number; missed: number }>(SEAMS);
    const longestGapMs = Math.max(...seams.map((seam) => seam.gap_ms));
    const missed = seams.reduce((sum, seam) => sum + seam.missed, 0);
    return [
      { name: 'request to swap, median', value: median(swapped), unit: 's' },
      {
        name: 'request to swap, longest',
        value: Math.max(...swapped),
        unit: 's',
        aim: '<= 10 s',
        met: Math.max(...swapped) <= 10,
      },
      { name: 'request to end, median', value: median(completed), unit: 's' },
      {
        name: 'last decision to first of the new release, longest',
        value: longestGapMs,
        unit: 'ms',
        aim: '< 60,000 ms',
        met: longestGapMs < 60_000,
      },
      {
        name: 'bars without a decision, all bots',
        value: missed,
        unit: 'bars',
        aim: '0',
        met: missed === 0,
      },
    ];
  } finally {
    for (const id of ids) await ask(`${manager.url}/bots/${id}/stop`, {}).catch(() => undefined);
    await until(async () => {
      const { rows } = await owner.query(`SELECT FROM trading.bot_configs WHERE status <> 'stopped'`);
      return rows.length === 0;
    });
    await manager.end('SIGTERM');
  }
}

function environment(bench: DataBench, tickMs: number): Record<string, string> {
  return {
    PLATFORM_MANAGER__STATE_DIR: join(bench.directory, 'manager'),
    PLATFORM_MANAGER__BOT_DATABASE_URL: roleUrl(bench, 'platform_bot'),
    PLATFORM_MANAGER__BOT_NATS_CREDS: bench.nats.credsFor('bot'),
    PLATFORM_MANAGER__DATA_SERVICE_URL: 'http://127.0.0.1:9',
    PLATFORM_MANAGER__BOT_SCRIPT: join(bench.directory, 'script.jsonl'),
    PLATFORM_MANAGER__BOT_SCRIPT_TICK_MS: String(tickMs),
  };
}

/** They are in no ledger. */
function warmUpBars(): number {
  const strategy = findStrategy(STRATEGY)!;
  const params = strategy.parse(PARAMS);
  if (!params.ok) throw new Error('the parameters of the bots are valid');
  return strategy.warmupBars(params.value, TIMEFRAME);
}

async function writeScript({ directory }: DataBench, bars: number): Promise<void> {
  const lines = sawteeth(bars, Date.UTC(2025, 0, 1), TIMEFRAME).map((bar) => JSON.stringify(bar));
  await writeFile(join(directory, 'script.jsonl'), `${lines.join('\n')}\n`);
}

const DECIDED_BY_THE_NEW_RELEASE = `
  SELECT FROM trading.bar_decisions JOIN trading.bot_configs config ON config.id = bot_id
  WHERE bot_id = $1 AND bar_decisions.generation = config.generation LIMIT 1`;

/** Of each bot: from the last bar before its newest generation to the first one in it. */
const SEAMS = `
  SELECT (extract(epoch FROM min(created_at) FILTER (WHERE is_new) - max(created_at) FILTER (WHERE NOT is_new)) * 1000)::float8 AS gap_ms,
    ((min(bar_open_time) FILTER (WHERE is_new) - max(bar_open_time) FILTER (WHERE NOT is_new)) / ${HOUR_MS} - 1)::int AS missed
  FROM (SELECT *, generation = max(generation) OVER (PARTITION BY bot_id) AS is_new FROM trading.bar_decisions) AS decision
  GROUP BY bot_id`;

async function until(isReached: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + 300_000;
  while (!(await isReached())) {
    if (performance.now() > deadlineMs)
      throw new Error('a step of the benchmark took longer than five minutes');
    await sleep(50);
  }
}

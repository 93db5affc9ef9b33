/**
 * A thread that runs backtests one after the other: reads the bars as columns, replays them through the shared engine, stores the
 * result. It has database connections of its own, so the manager's thread touches neither bars nor results.
 */
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { MonthCache } from '@platform/columns';
import { Backtest, type BacktestInput, certifyInSteps } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import pg from 'pg';
import { MissingHistory, readMarket, type StoredMarket } from '../store/market';
import { completeRun, RunCopies } from '../store/run-results';
import type { BacktestJob, WorkerMessage, WorkerSettings } from './protocol';

/** Some milliseconds of work between two signs of progress. */
const BARS_PER_STEP = 50_000;

const { databaseUrl, cacheDirectory } = workerData as WorkerSettings;
const cache = cacheDirectory === undefined ? undefined : new MonthCache(cacheDirectory);

function say(message: WorkerMessage): void {
  parentPort!.postMessage(message);
}

parentPort!.on('message', (job: BacktestJob) => {
  run(job).then(
    () => say({ kind: 'completed', runId: job.runId }),
    (error: Error) => {
      const missing = error instanceof MissingHistory;
      say({ kind: 'failed', runId: job.runId, reason: error.message, missing });
    },
  );
});

async function run({ runId, plan }: BacktestJob): Promise<void> {
  const client = await connect();
  try {
    await client.query(`UPDATE trading.runs SET status = 'running', started_at = now() WHERE id = $1`, [
      runId,
    ]);
    const { input, months } = await readInput(client, plan);
    // Ended by a commit, or together with the connection.
    await client.query('BEGIN');
    const { result, certificate } = await replay(client, runId, input, months);
    const barCount = input.market.bars.length;
    await completeRun(client, { runId, result, certificate, barCount, toMs: plan.toMs });
    await client.query('COMMIT');
    cache?.giveBack(input.market.bars);
  } finally {
    await client.end();
  }
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'manager-backtest' });
  // A connection that breaks between two queries has no other listener; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Replays, certifies and sends rows by turns: each step is followed by a turn of the event loop, which serves the connection. */
async function replay(
  client: pg.Client,
  runId: string,
  input: BacktestInput,
  months: StoredMarket['months'],
) {
  const backtest = new Backtest(input);
  const copies = new RunCopies(client, runId, backtest.recordsSoFar);
  const barCount = input.market.bars.length;
  for (let done = 0; done < barCount; ) {
    done = backtest.advance(BARS_PER_STEP);
    copies.extend(backtest.recordsSoFar);
    say({ kind: 'progress', runId, fraction: done / barCount });
    await turn();
  }
  const result = backtest.finish();
  const steps = certifyInSteps(input, result, { newSha256: () => createHash('sha256'), months });
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      await copies.end();
      return { result, certificate: step.value };
    }
    await turn();
  }
}

async function readInput(client: pg.Client, plan: BacktestJob['plan']) {
  const strategy = findStrategy(plan.strategy)!;
  const parsed = strategy.parse(plan.params);
  if (!parsed.ok) throw new Error('the parameters were checked before');
  const params = parsed.value;
  const { symbol, timeframe, settings } = plan;
  const warmupBars = strategy.warmupBars(params, timeframe);
  let lane: Promise<pg.Client> | undefined;
  const openLane = () => (lane ??= connect());
  const reader = { client, openLane, cache, nowMs: Date.now() };
  try {
    const needs = strategy.datasets(params, timeframe);
    const { market, months } = await readMarket(reader, plan, warmupBars, needs);
    return { input: { strategy, params, symbol, timeframe, market, settings }, months };
  } finally {
    await lane?.then(
      (opened) => opened.end(),
      () => undefined,
    );
  }
}

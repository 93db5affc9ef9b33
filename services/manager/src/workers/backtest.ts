/**
 * A thread that runs backtests one after the other: reads the bars as columns, replays them through the
 * shared engine, stores the result. It has database connections of its own, so the manager's thread touches
 * neither bars nor results.
 */
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { MonthCache } from '@platform/columns';
import {
  Backtest,
  type BacktestInput,
  type Coverage,
  certifyInSteps,
  coverageOf,
  refusalOf,
} from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import type pg from 'pg';
import { MissingHistory, readMarket, type StoredMarket } from '../store/market';
import { completeRun, RunCopies } from '../store/run-results';
import { connect, leave, withLane } from './connection';
import type { BacktestJob, WorkerMessage, WorkerSettings } from './protocol';

/** Some milliseconds of work between two signs of progress. */
const BARS_PER_STEP = 50_000;
const { database, cacheDirectory } = workerData as WorkerSettings;
const cache = cacheDirectory === undefined ? undefined : new MonthCache(cacheDirectory);

function post(message: WorkerMessage): void {
  parentPort!.postMessage(message);
}

const take = (job: BacktestJob): void => {
  run(job).then(
    (coverage) => post({ kind: 'completed', runId: job.runId, coverage }),
    (error: Error) => {
      const field = error instanceof MissingHistory ? error.field : null;
      post({ kind: 'failed', runId: job.runId, reason: error.message, field });
    },
  );
};
parentPort!.on('message', take);

async function run({ runId, plan }: BacktestJob): Promise<Coverage> {
  const client = await connect(database);
  try {
    await client.query(`UPDATE trading.runs SET status = 'running', started_at = now() WHERE id = $1`, [
      runId,
    ]);
    const { input, months } = await readInput(client, plan);
    if (!plan.allowsPartialData) refuseThinData(input);
    post({ kind: 'progress', runId, fraction: 0 });
    // Ended by a commit, or together with the connection.
    await client.query('BEGIN');
    const { result, certificate } = await replay(client, runId, input, months);
    const barCount = input.market.bars.length;
    await completeRun(client, { runId, result, certificate, barCount, toMs: plan.toMs });
    await client.query('COMMIT');
    cache?.giveBack(input.market.bars);
    return result.coverage;
  } finally {
    await leave(client);
  }
}

function refuseThinData(input: BacktestInput): void {
  const refusal = refusalOf(coverageOf(input), 'allow_partial_data');
  if (refusal !== null) throw new MissingHistory(refusal.message, `${refusal.end}_ts`);
}

/**
 * Replays, certifies and sends rows by turns: each step is followed by a turn of the event loop, which serves
 * the connection.
 */
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
    post({ kind: 'progress', runId, fraction: done / barCount });
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
    post({ kind: 'progress', runId, fraction: 1 });
    await turn();
  }
}

async function readInput(client: pg.Client, plan: BacktestJob['plan']) {
  const strategy = findStrategy(plan.strategy)!;
  const parsed = strategy.parse(plan.params);
  if (!parsed.ok) throw new Error('the parameters were checked before');
  const params = parsed.value;
  const { symbol, timeframe, settings, fromMs, toMs } = plan;
  const warmupBars = strategy.warmupBars(params, timeframe);
  const needs = strategy.datasets(params, timeframe);
  const { market, months } = await withLane(database, (openLane) =>
    readMarket({ client, openLane, cache, nowMs: Date.now() }, plan, warmupBars, needs),
  );
  const span = { fromMs, toMs };
  return { input: { strategy, params, symbol, timeframe, market, settings, span }, months };
}

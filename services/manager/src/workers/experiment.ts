/**
 * A thread that prepares experiments and judges them: it reads bars, makes what workers compute from, counts
 * in the ledger what is tried, and says in the end what the rows of all trials mean.
 */
import { createHash } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { MonthCache, type OpenLane } from '@platform/columns';
import {
  type Experiment,
  rowLengthOf,
  type SharedMarket,
  sharedMarket,
  type TrialMarket,
  triedSetDigest,
} from '@platform/research';
import type pg from 'pg';
import { encodeFrame, type InputHeader } from '../app/trial-messages';
import type { SettingsFault } from '../domain/bot-settings';
import {
  BARS_CHANGED,
  chooseFor,
  chunkSizeOf,
  type ExperimentPlan,
  experimentOf,
  needsOf,
  type TrialChoice,
  trialMarket,
} from '../domain/experiment-plan';
import { judgeOf } from '../domain/experiment-result';
import { MissingHistory, readMarket } from '../store/market';
import { readTrialRows } from '../store/trial-rows';
import { type AskStrategy, answerJobs } from './answer-jobs';
import { connect, leave, withLane } from './connection';
import type { ExperimentAnswer, ExperimentJob, JudgeJob } from './experiment-protocol';
import type { WorkerSettings } from './protocol';

const LEDGER_BATCH = 5_000;

const { database, cacheDirectory } = workerData as WorkerSettings;
const cache = cacheDirectory === undefined ? undefined : new MonthCache(cacheDirectory);

answerJobs(answer);

async function answer(job: ExperimentJob, askStrategy: AskStrategy): Promise<ExperimentAnswer> {
  const client = await connect(database);
  try {
    const ready = await withLane(database, (openLane) => readAll(client, openLane, job.plan, askStrategy));
    if ('fault' in ready) return { kind: 'refused', fault: ready.fault };
    return job.kind === 'judge'
      ? await judged(client, job, ready, askStrategy)
      : await prepared(client, job.plan, job.isCounted, ready);
  } catch (error) {
    if (!(error instanceof MissingHistory)) throw error;
    return {
      kind: 'refused',
      fault: { code: 'MANAGER_INVALID_REQUEST', field: error.field, message: error.message },
    };
  } finally {
    await leave(client);
  }
}

interface Ready {
  readonly choice: TrialChoice;
  readonly markets: readonly TrialMarket[];
  readonly experiment: Experiment;
}

async function readAll(
  client: pg.Client,
  openLane: OpenLane,
  plan: ExperimentPlan,
  askStrategy: AskStrategy,
): Promise<Ready | { readonly fault: SettingsFault }> {
  const choice = askStrategy(() => chooseFor(plan));
  if (!choice.ok) return { fault: choice.error };
  const { warmupBars } = choice.value;
  const needs = askStrategy(() => needsOf(plan, choice.value));
  const markets: TrialMarket[] = [];
  for (const symbol of plan.symbols) {
    const reader = { client, openLane, cache, nowMs: Date.now() };
    const { market } = await readMarket(reader, { ...plan, symbol }, warmupBars, needs);
    const own = trialMarket(plan, symbol, warmupBars, market);
    if (!own.ok) return { fault: own.error };
    markets.push(own.value);
  }
  const experiment = askStrategy(() => experimentOf(plan, markets, warmupBars));
  return experiment.ok
    ? { choice: choice.value, markets, experiment: experiment.value }
    : { fault: experiment.error };
}

async function prepared(
  client: pg.Client,
  plan: ExperimentPlan,
  isCounted: boolean,
  { choice, markets, experiment }: Ready,
): Promise<ExperimentAnswer> {
  const shared = markets.map(sharedMarket);
  const rowLength = rowLengthOf(experiment);
  const trialCount = choice.indices.length;
  const header: InputHeader = {
    experiment,
    trialCount,
    rowLength,
    markets: shared.map(({ columns, ...market }) => ({ ...market, columnCount: columns.length })),
  };
  if (isCounted) for (const { symbol } of markets) await count(client, plan, symbol, choice);
  return {
    kind: 'prepared',
    trialCount,
    rowLength,
    dataDigest: digestOf(shared),
    chunkSize: chunkSizeOf(experiment, markets),
    input: encodeFrame(header, [Float64Array.from(choice.indices), ...shared.map(({ columns }) => columns)]),
  };
}

function digestOf(markets: readonly SharedMarket[]): string {
  const data = createHash('sha256');
  for (const { columns } of markets) data.update(new Uint8Array(columns.buffer));
  return data.digest('hex');
}

/** A set that is tried again is not counted again. */
async function count(
  client: pg.Client,
  plan: ExperimentPlan,
  symbol: string,
  { sets }: TrialChoice,
): Promise<void> {
  let batch: Buffer[] = [];
  const write = async () => {
    await client.query(
      `INSERT INTO trading.tried_sets SELECT $1, $2, $3, unnest($4::bytea[]) ON CONFLICT DO NOTHING`,
      [plan.strategy, symbol, plan.timeframe, batch],
    );
    batch = [];
  };
  for (const params of sets()) {
    batch.push(Buffer.from(triedSetDigest(params), 'hex'));
    if (batch.length === LEDGER_BATCH) await write();
  }
  await write();
}

async function judged(
  client: pg.Client,
  job: JudgeJob,
  { choice, markets, experiment }: Ready,
  askStrategy: AskStrategy,
): Promise<ExperimentAnswer> {
  const { plan, experimentId, dataDigest } = job;
  // Tests of a walk-forward are run here: on other bars than its training they would be of another market.
  if (digestOf(markets.map(sharedMarket)) !== dataDigest) throw new Error(BARS_CHANGED);
  const { rows: counts } = await client.query<{ ever: number }>(
    `SELECT count(*)::int AS ever FROM trading.tried_sets WHERE strategy = $1 AND symbol = $2 AND timeframe = $3`,
    [plan.strategy, plan.symbols[0], plan.timeframe],
  );
  const trialCount = choice.indices.length;
  const contradictory = Math.max(0, plan.size - trialCount);
  const { objective } = plan;
  const by = { objective, trialsEver: counts[0]!.ever, trialCount, contradictory };
  const judge = judgeOf(experiment, markets, by, askStrategy);
  const stored = await readTrialRows(client, experimentId, rowLengthOf(experiment), judge.add);
  if (stored !== trialCount) throw new Error('not every trial is stored');
  return { kind: 'judged', result: judge.result() };
}

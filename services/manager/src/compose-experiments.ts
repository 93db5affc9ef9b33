/**
 * Experiments: their records, the queue on the bus, the thread that prepares and judges, and the manager's
 * own workers.
 */
import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { metricsByService } from '@platform/contracts';
import { BusAway, NoSuchQueue, newId, type ServiceKit, type Task } from '@platform/service-kit';
import { Experiments } from './app/experiments';
import type { StrategyDesk } from './app/strategy-desk';
import { decodeFrame, type ResultHeader } from './app/trial-messages';
import { bundle } from './bundles';
import { BusHandOut } from './bus/trial-hand-out';
import type { Cursors } from './http/cursors';
import { experimentHandlers } from './http/experiment-handlers';
import type { Hub } from './live/hub';
import { ExperimentStore } from './store/experiments';
import { ExperimentThread } from './workers/experiment-thread';
import type { WorkerSettings } from './workers/protocol';
import { readTrialProgram } from './workers/trial-program';
import { TrialWorker } from './workers/trial-worker';

const ADVANCE_EVERY_MS = 2_000;
const REST_MS = 100;
/** Reading the bars of a plan and judging it take their time. */
const DEAD_AFTER_MS = 20 * 60_000;
/** Results are waited for inside a run, one after the other. */
const RESULTS_EVERY_MS = 500;

export interface ExperimentSettings {
  readonly workerData: WorkerSettings;
  readonly threads: number;
}

type Kit = ServiceKit<typeof metricsByService.manager>;

export function composeExperiments(
  kit: Kit,
  hub: Hub,
  cursors: Cursors,
  strategies: StrategyDesk,
  { workerData, threads }: ExperimentSettings,
) {
  const { bus, database, errors, lifecycle, time } = kit;
  const store = new ExperimentStore(database.kysely, strategies);
  const program = readTrialProgram();
  const { codeDigest } = program;
  const thread = new ExperimentThread(() => new Worker(bundle('manager-experiment'), { workerData }));
  lifecycle.onShutdown('experiment thread', () => thread.close());
  const publishProgress = async (id: string): Promise<void> => {
    const found = await store.detail(id);
    if (found === undefined) return;
    const { status, doneCount, trialCount } = found;
    hub.publish({
      channel: 'experiment_progress',
      type: 'event',
      payload: { experimentId: id, status, doneCount, trialCount },
    });
  };
  let advancing: Task | undefined;
  const experiments = new Experiments({
    records: store,
    strategies,
    thread,
    codeDigest,
    time,
    newId,
    handOut: new BusHandOut(bus.trials, codeDigest),
    wake: () => advancing?.wake(),
    onChanged: (id) =>
      void publishProgress(id).catch((err: unknown) => errors.report('MANAGER_DB_TRANSIENT', { err })),
    onWaiting: (id, err) =>
      errors.report('MANAGER_EXPERIMENT_FAILED', {
        message: `experiment ${id} waits: ${err.message}`,
        err,
      }),
  });
  // While the bus is away nothing can be handed out; the next run looks again.
  const unlessAway = (error: unknown) => {
    if (!(error instanceof BusAway || error instanceof NoSuchQueue)) throw error;
  };
  advancing = kit.background({
    name: 'experiments',
    everyMs: ADVANCE_EVERY_MS,
    restMs: REST_MS,
    deadAfterMs: DEAD_AFTER_MS,
    run: (signal) => experiments.advance(signal).catch(unlessAway),
  });
  const take = async (payload: Uint8Array): Promise<void> => {
    const refused = await storeResult(store, payload);
    if (refused.reason !== null) {
      errors.report('MANAGER_EXPERIMENT_FAILED', {
        message: `a result was refused: ${refused.reason}`,
        worker: refused.worker,
      });
      return;
    }
    await publishProgress(refused.experimentId);
    advancing?.wake();
  };
  kit.background({
    name: 'trial results',
    everyMs: RESULTS_EVERY_MS,
    deadAfterMs: DEAD_AFTER_MS,
    run: async (signal) => {
      try {
        while (!signal.aborted && (await bus.trials.takeResult(take)));
      } catch (error) {
        unlessAway(error);
      }
    },
  });
  const worker = new TrialWorker({
    queue: bus.trials,
    program,
    threads,
    name: `manager@${hostname()}`,
    onFault: (err) =>
      errors.report('MANAGER_EXPERIMENT_FAILED', {
        message: `a worker thread of the manager: ${err.message}`,
        err,
      }),
  });
  worker.start();
  lifecycle.onShutdown('trial worker', () => worker.close());
  return experimentHandlers({ experiments, store, cursors });
}

/** An unreadable message counts as refused: asking for it again would not help. */
async function storeResult(store: ExperimentStore, payload: Uint8Array) {
  let frame: { readonly header: ResultHeader; readonly values: Float64Array };
  try {
    frame = decodeFrame<ResultHeader>(payload);
  } catch (error) {
    return { reason: (error as Error).message, worker: 'unknown', experimentId: '' };
  }
  const { header, values } = frame;
  return {
    reason: await store.storeChunk(header, values),
    worker: header.worker,
    experimentId: header.experimentId,
  };
}

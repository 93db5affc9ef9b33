/**
 * The risk engine without its edges: from snapshots, records and an outbox to something that watches, trips
 * and reports. `run.ts` gives it PostgreSQL and the bus, the simulation memory.
 */
import { riskEventMessageId } from '@platform/contracts';
import {
  type Bus,
  type ErrorLog,
  isTransientDbError,
  type Lifecycle,
  type Outbox,
  OutboxRelay,
  type Tasks,
  type Time,
} from '@platform/service-kit';
import { EvaluationLoop } from './app/evaluation-loop';
import { type EvaluationListener, Evaluator } from './app/evaluator';
import type { BreakerRecords, LeaderLease, SnapshotReader } from './app/ports';
import { createWatchers } from './app/watchers';

/** Longer than an evaluation takes, short enough that a standby soon replaces an instance that froze. */
export const EVALUATION_MS = 5_000;

export interface Surroundings {
  readonly errors: Pick<ErrorLog, 'report'>;
  readonly lifecycle: Pick<Lifecycle, 'onShutdown'>;
  readonly tasks: Tasks;
  readonly time: Time;
  readonly leaderLease: LeaderLease;
  /** One for each turn of evaluating: it may keep cursors. */
  openSnapshots(): SnapshotReader;
  readonly records: BreakerRecords;
  readonly listener: EvaluationListener;
  readonly outbox: Outbox;
  readonly bus: Pick<Bus, 'isReady' | 'publish'>;
  onLease(isOurs: boolean): void;
  onTick(durationMs: number): void;
}

export interface Risk {
  readonly loop: EvaluationLoop;
  readonly relay: OutboxRelay;
  start(): void;
}

export function composeRisk(surroundings: Surroundings): Risk {
  const { errors, lifecycle, tasks, time, outbox, bus, records, listener } = surroundings;
  const relay = new OutboxRelay({
    service: 'risk',
    outbox,
    bus,
    errors,
    tasks,
    messageId: (row) => riskEventMessageId(row.event_id),
  });
  lifecycle.onShutdown('outbox relay', () => relay.close());
  const shared = { isTransient: isTransientDbError, monotonicMs: () => time.monotonicMs() };
  const loop = new EvaluationLoop({
    tasks,
    time,
    leaderLease: surroundings.leaderLease,
    createEvaluator: () =>
      new Evaluator({
        records,
        listener,
        ...shared,
        watchers: createWatchers(shared),
        readSnapshot: surroundings.openSnapshots(),
      }),
    onLease: (isOurs) => surroundings.onLease(isOurs),
    onTick: (durationMs) => surroundings.onTick(durationMs),
    onError: (error) =>
      errors.report(isTransientDbError(error) ? 'RISK_DB_TRANSIENT' : 'RISK_INTERNAL_ERROR', {
        message: 'an evaluation failed',
        err: error,
      }),
  });
  lifecycle.onShutdown('evaluation', () => loop.close());
  return {
    loop,
    relay,
    start: () => {
      relay.start();
      loop.start();
    },
  };
}

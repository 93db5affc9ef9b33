/** What the manager and its backtest threads say to each other. */
import type { Coverage } from '@platform/engine';
import type pg from 'pg';
import type { BacktestPlan } from '../domain/backtest-plan';

export interface WorkerSettings {
  /** With the limits of every connection of the platform. */
  readonly database: pg.ClientConfig;
  readonly cacheDirectory: string | undefined;
}

export interface BacktestJob {
  readonly runId: string;
  readonly plan: BacktestPlan;
}

/**
 * A failure with a field is the caller's to put right: history is missing. Any other is a defect or an
 * outage.
 */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly runId: string; readonly fraction: number }
  | { readonly kind: 'completed'; readonly runId: string; readonly coverage: Coverage }
  | {
      readonly kind: 'failed';
      readonly runId: string;
      readonly reason: string;
      readonly field: string | null;
    };

/** What the manager and its backtest threads say to each other. */
import type { BacktestPlan } from '../domain/backtest-plan';

export interface WorkerSettings {
  readonly databaseUrl: string;
  readonly cacheDirectory: string | undefined;
}

export interface BacktestJob {
  readonly runId: string;
  readonly plan: BacktestPlan;
}

/** `missing` history is the caller's to mend; anything else that fails is a defect or an outage. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly runId: string; readonly fraction: number }
  | { readonly kind: 'completed'; readonly runId: string }
  | { readonly kind: 'failed'; readonly runId: string; readonly reason: string; readonly missing: boolean };

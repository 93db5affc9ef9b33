/**
 * What the use cases need from outside; a port of one function is a function. Whatever an operator or a
 * breaker changes is one transaction with its audit row.
 */
import type {
  Breaker,
  BreakerState,
  FlattenScope,
  RiskAuditRecord,
  RiskEventRecord,
  RiskLimitRecord,
} from '@platform/contracts';
import type { Verdict } from '@platform/risk-rules';
import type { AuditedAction } from '../domain/audited-action';
import type { DrillPlan } from '../domain/drill';
import type { LimitChange, LimitRow } from '../domain/limits';
import type { ScopedBot } from '../domain/scope';
import type { Applied } from '../domain/trips';
import type { RiskSnapshot } from './snapshot';

export interface Latch {
  engage(action: AuditedAction, scope: FlattenScope): Promise<{ readonly positionsTargeted: number }>;
  /** Engages the latch and leaves positions and stops alone. */
  halt(action: AuditedAction): Promise<void>;
  /** Closes what is in the scope; the latch stays as it is. */
  close(
    action: AuditedAction,
    scope: FlattenScope,
    options: { readonly pause: boolean },
  ): Promise<{ readonly positionsTargeted: number; readonly pausedBots: readonly string[] }>;
  /** Clears the latch, re-arms what tripped, and lets the bots go that a breaker had paused. */
  resume(
    action: AuditedAction,
  ): Promise<{ kind: 'resumed'; botIds: readonly string[] } | { kind: 'latch_missing' }>;
  pauseBot(action: AuditedAction, botId: string): Promise<'paused' | 'unknown_bot'>;
}

export interface CalendarRow {
  readonly id: string;
  readonly eventName: string;
  readonly startsAtMs: number;
  readonly minutesBefore: number;
  readonly minutesAfter: number;
  readonly createdBy: string;
}

export interface Settings {
  limitRows(): Promise<readonly LimitRow[]>;
  limits(): Promise<RiskLimitRecord[]>;
  setLimit(action: AuditedAction, change: LimitChange): Promise<void>;
  calendar(): Promise<readonly CalendarRow[]>;
  addCalendarEvent(action: AuditedAction, event: Omit<CalendarRow, 'id' | 'createdBy'>): Promise<CalendarRow>;
  removeCalendarEvent(action: AuditedAction, id: string): Promise<'removed' | 'unknown'>;
}

export type StartDrill = (action: AuditedAction, breaker: Breaker, plan: DrillPlan) => Promise<void>;

export interface PageOf<T> {
  readonly items: T[];
  /** The id that the next page begins below, null on the last one. */
  readonly nextBelow: string | null;
}

/** Newest first. */
export interface Readings {
  breakers(): Promise<BreakerState[]>;
  events(below: string | null, size: number): Promise<PageOf<RiskEventRecord>>;
  audit(below: string | null, size: number): Promise<PageOf<RiskAuditRecord>>;
}

/** Which instance evaluates. */
export interface LeaderLease {
  /**
   * True while this instance leads. The next call follows after `intervalMs` and however long an
   * evaluation takes.
   */
  renew(intervalMs: number): Promise<boolean>;
  release(): void;
}

export type SnapshotReader = () => Promise<RiskSnapshot>;

export interface JudgedRow {
  readonly verdict: Verdict;
  /** The highest value since the row was last written. */
  readonly highest: number | null;
  /** What the rule has to remember of this scope after a restart. */
  readonly memory: Readonly<Record<string, unknown>>;
}

/** The rows behind the breakers. */
export interface BreakerRecords {
  apply(verdicts: readonly Verdict[], unpausedBots: readonly ScopedBot[]): Promise<Applied>;
  refresh(rows: readonly JudgedRow[]): Promise<void>;
  forget(scopes: readonly { readonly breaker: string; readonly scope: string }[]): Promise<void>;
}

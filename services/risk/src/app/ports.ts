/** What requests need done and read. Every method that changes something is one transaction with its audit row. */
import type {
  Breaker,
  BreakerState,
  FlattenScope,
  RiskAuditRecord,
  RiskEventRecord,
  RiskLimitRecord,
} from '@platform/contracts';
import type { Act } from '../domain/act';
import type { DrillPlan } from '../domain/drill';
import type { LimitChange, LimitRow } from '../domain/limits';

export interface Latch {
  engage(act: Act, scope: FlattenScope): Promise<{ readonly positionsTargeted: number }>;
  /** Engages the latch and leaves positions and stops alone. */
  halt(act: Act): Promise<void>;
  /** Closes what is in the scope; the latch stays as it is. */
  close(
    act: Act,
    scope: FlattenScope,
    options: { readonly pause: boolean },
  ): Promise<{ readonly positionsTargeted: number; readonly pausedBots: readonly string[] }>;
  /** Clears the latch, re-arms what tripped, and lets the bots go that a breaker had paused. */
  resume(act: Act): Promise<{ kind: 'resumed'; botIds: readonly string[] } | { kind: 'latch_missing' }>;
  pauseBot(act: Act, botId: string): Promise<'paused' | 'unknown_bot'>;
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
  setLimit(act: Act, change: LimitChange): Promise<void>;
  calendar(): Promise<readonly CalendarRow[]>;
  addCalendarEvent(act: Act, event: Omit<CalendarRow, 'id' | 'createdBy'>): Promise<CalendarRow>;
  removeCalendarEvent(act: Act, id: string): Promise<'removed' | 'unknown'>;
}

export interface Drills {
  start(act: Act, breaker: Breaker, plan: DrillPlan): Promise<void>;
}

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

/**
 * What an audited action of an operator or a breaker leaves behind: rows, in order, planned from what is
 * known under the latch lock and written in one transaction. Nothing here reads or writes.
 */
import type { Breaker, BreakerOutcome, RiskEvent } from '@platform/contracts';
import type { Verdict } from '@platform/risk-rules';
import type { ScopedBot } from './scope';
import type { BreakerRow } from './transitions';

/**
 * Who does something, and why. All rows of an action can be found under its trace id, which an operator's
 * request brings along.
 */
export interface AuditedAction {
  readonly traceId: string;
  readonly reason: string;
  readonly actor: string;
}

/** Where the latch stands: null where there is no word on it, which everybody reads as halted. */
export type Halted = boolean | null;

/** As it is under the latch lock. */
export interface Known {
  readonly halted: Halted;
  readonly breakers: readonly BreakerRow[];
  /** The bots that may trade. */
  readonly trading: readonly ScopedBot[];
  /** Whose each open position is, and where. */
  readonly positions: readonly (Omit<ScopedBot, 'botId'> & { readonly botId: string | null })[];
  /** The bots that a breaker has paused. */
  readonly paused: readonly string[];
  /**
   * The bots whose latest command is an operator's pause. It stays the latest until he takes it back:
   * breakers and resumes give them no command.
   */
  readonly pausedByOperators: readonly string[];
}

export interface AuditEntry extends AuditedAction {
  readonly action: 'halt' | 'resume' | 'pause' | 'close' | 'drill' | 'set_limit' | 'set_calendar';
  readonly scope: string;
  readonly breaker?: Breaker;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface EventEntry {
  readonly event: string;
  readonly scope: string;
  readonly halted: boolean;
  readonly traceId: string;
  readonly breaker?: Breaker;
  readonly botId?: string;
  readonly status?: RiskEvent['status'];
  readonly outcome?: BreakerOutcome;
  readonly value?: number | null;
  readonly threshold?: number | null;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface CommandEntry extends AuditedAction {
  readonly kind: 'flatten' | 'pause' | 'resume';
  readonly scope: string;
  readonly botId?: string;
}

export type ActionRow =
  /** The audit row must be among the same rows, under the same trace id. */
  | { readonly row: 'latch'; readonly halted: boolean; readonly traceId: string }
  | { readonly row: 'status'; readonly verdict: Verdict }
  /** What tripped is watched again. */
  | { readonly row: 'rearm' }
  | {
      readonly row: 'pause';
      readonly botId: string;
      readonly breaker: Breaker;
      readonly action: AuditedAction;
    }
  | { readonly row: 'unpause'; readonly botId: string }
  | { readonly row: 'audit'; readonly entry: AuditEntry }
  | { readonly row: 'command'; readonly entry: CommandEntry }
  | { readonly row: 'event'; readonly entry: EventEntry };

export interface Planned<T> {
  readonly rows: readonly ActionRow[];
  readonly outcome: T;
}

/** The event as the bus carries it. */
export function riskEvent(entry: EventEntry, eventId: string, nowMs: number): RiskEvent {
  return {
    event_id: eventId,
    breaker: entry.breaker ?? null,
    scope: entry.scope,
    event: entry.event,
    status: entry.status ?? null,
    outcome: entry.outcome ?? null,
    value: entry.value ?? null,
    threshold: entry.threshold ?? null,
    halted: entry.halted,
    trace_id: entry.traceId,
    created_at: nowMs,
    metadata: { ...entry.metadata, scope: entry.scope },
  };
}

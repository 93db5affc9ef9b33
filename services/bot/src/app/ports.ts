/**
 * What the bot's use cases need from outside, implemented at the edge: store/, sources/. A port of one
 * function is a function.
 */
import type { BotCommandKind, EmitIntentRequest, OrderIntent } from '@platform/contracts';
import type { Bar } from '@platform/core';
import type {
  EvaluatorState,
  MarketSeries,
  OverlayData,
  OverlayDecision,
  Target,
} from '@platform/strategies';
import type { Divergence, LedgerRow } from '../domain/audit';
import type { DeciderMemory } from '../domain/decider';
import type { Book, IntentDraft } from '../domain/intent';
import type { LedgerEntry } from '../domain/ledger';
import type { WarmupPlan } from '../domain/warmup';

/** The right to trade one symbol with one strategy. Every method may throw while the database is away. */
export interface Lease {
  /** The fence when it was taken; null while somebody else holds it. */
  tryAcquire(): Promise<string | null>;
  renew(): Promise<'held' | 'lost'>;
  release(): Promise<void>;
  /** Who has it instead, as a sentence for the operator. */
  describeHolder(): Promise<string>;
}

export interface HeldLease {
  readonly holderId: string;
  readonly fence: string;
}

export interface StoredState {
  readonly barOpenTimeMs: number;
  readonly digest: string;
  readonly held: Target;
  readonly evaluator: EvaluatorState;
}

/** What a decision to enter depends on beside the market; read in the transaction that emits. */
export interface EntryContext {
  readonly paused: boolean;
  readonly diverged: boolean;
  /** Null when it is unknown what the bot may trade with: a share of a wallet that could not be read. */
  readonly book: Book | null;
}

export interface DecisionBatch {
  readonly entries: readonly LedgerEntry[];
  readonly memory: DeciderMemory;
  readonly overlays: readonly { readonly barOpenTimeMs: number; readonly decision: OverlayDecision }[];
  /** Called inside the transaction when there was a signal. */
  draft(context: EntryContext): readonly IntentDraft[];
  readonly hasSignal: boolean;
}

export interface CommittedIntent {
  readonly intent: OrderIntent;
  /** False where there was one of its id: what is in the table may differ. */
  readonly isNew: boolean;
}

export type CommitOutcome =
  | { readonly kind: 'committed'; readonly intents: readonly CommittedIntent[] }
  /** The lease or its fence belongs to somebody else now: nothing was written. */
  | { readonly kind: 'lost' };

/**
 * Appends decisions. One transaction checks lease and fence, extends the ledger, stores the state and inserts
 * the intents.
 */
export interface DecisionStore {
  /** Where no intent follows from the batch, an exit that was missed is asked for again. */
  commit(lease: HeldLease, batch: DecisionBatch): Promise<CommitOutcome>;
  /** The same without a decision: after a start the next bar may be long in coming. */
  repeatMissedExit(lease: HeldLease, target: Target, barOpenTimeMs: number): Promise<CommitOutcome>;
}

/**
 * Hands in what a shadow decides on bars that the bot has decided before; `memory` is what it knows after the
 * last of them.
 */
export type RecordReplay = (
  lease: HeldLease,
  entries: readonly LedgerEntry[],
  memory: DeciderMemory,
) => Promise<CommitOutcome>;

export type ManualOutcome =
  | ({ readonly kind: 'emitted' } & CommittedIntent)
  | { readonly kind: 'duplicate'; readonly fence: string }
  /** The id was used before for something else. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'lost' };

export type WriteManualIntent = (
  lease: HeldLease,
  request: EmitIntentRequest,
  traceId: string,
) => Promise<ManualOutcome>;

/** What a bot reads and records about itself. */
export interface BotRecords {
  /** The state the last process left, where it belongs to this very configuration. */
  state(): Promise<StoredState | null>;
  /** The side of the open position: what a bot without a state holds. */
  heldSide(): Promise<Target>;
  /** A row of bot_events. */
  record(eventType: string, metadata: object, traceId?: string): Promise<void>;
  /** Warm-ups that failed in a row, and how long ago the last one did. */
  warmupFailures(): Promise<{ readonly count: number; readonly agoMs: number }>;
}

export interface BotCommand {
  readonly id: string;
  readonly commandId: string;
  readonly kind: BotCommandKind;
  readonly reason: string;
  /** Given before this process took its lease: a stop among them was for the process before. */
  readonly isOld: boolean;
}

export interface CommandStore {
  /**
   * Commands for this bot after the cursor, ascending. The first call ever begins after the newest one there
   * is.
   */
  pending(): Promise<readonly BotCommand[]>;
  /** Commits the cursor and, with it, the event that says what was done. */
  done(command: BotCommand, eventType: string): Promise<void>;
}

export interface WarmupAnswer {
  readonly bars: readonly Bar[];
  readonly auxiliary: Omit<MarketSeries, 'bars'>;
  readonly served: readonly { readonly kind: string; readonly freshnessMs: number | null }[];
  readonly warnings: readonly string[];
}

/** Where bars come from: the bus and the data service, or a script. */
export interface BarSource {
  warmup(plan: WarmupPlan): Promise<WarmupAnswer>;
  /** Bars that open in [fromMs, toMs), as far as they exist. */
  bars(fromMs: number, toMs: number): Promise<readonly Bar[]>;
  /** The whole market over that span, for a replay. */
  market(fromMs: number, toMs: number): Promise<MarketSeries>;
  /** Brings auxiliary series up to the bar; throws while they cannot be. */
  prepare(bar: Bar): Promise<void>;
  /** What overlays may know at the close of the bar. */
  overlayData(): Promise<OverlayData>;
  /** Bars from now on; each delivery is awaited before the next, and one that fails is made again. */
  start(receiver: BarReceiver): void;
  stop(): Promise<void>;
  /** Whether the market has left this bar behind. */
  isBehind(barOpenTimeMs: number): boolean;
}

export interface BarReceiver {
  deliver(bars: readonly Bar[]): Promise<void>;
  /** The newest bar there is. */
  lastOpenTimeMs(): number;
}

/**
 * How the chain began that a bot stands on: by itself, knowing only its held side, or with the state that was
 * handed over to it.
 */
export interface ChainStart {
  /** The first bar of the chain. */
  readonly openTimeMs: number;
  readonly previousDigest: string;
  readonly held: Target;
  readonly evaluator: EvaluatorState | null;
  /** What the evaluator that was handed over decides with; null without one. */
  readonly params: unknown;
}

export interface Ledger {
  /** Undefined without a chain. */
  chainStart(): Promise<ChainStart | undefined>;
  lastOpenTimeMs(): Promise<number | undefined>;
  /** Up to `limit` rows from `fromMs` on, ascending. */
  rows(fromMs: number, limit: number): Promise<readonly LedgerRow[]>;
  /** The divergences of this generation that an operator acknowledged. */
  acknowledged(): Promise<readonly Divergence[]>;
  /** False when the divergence is on record already: then nothing is written. */
  recordAudit(audit: AuditRecord): Promise<boolean>;
}

export interface AuditRecord {
  readonly fromMs: number;
  readonly toMs: number;
  /** Bars that were found equal, and the one that was not. */
  readonly barCount: number;
  /** Divergences that were acknowledged before. */
  readonly passedOver: number;
  readonly divergence: Divergence | null;
}

/** What the bot's use cases need from outside. Each is implemented at the edge: store/, sources/, bus/. */
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

export interface CommittedIntent extends IntentDraft {
  readonly fence: string;
  readonly createdAtMs: number;
  readonly traceId: string;
  readonly isNew: boolean;
}

export type CommitOutcome =
  | { readonly kind: 'committed'; readonly intents: readonly CommittedIntent[] }
  /** The lease or its fence belongs to somebody else now: nothing was written. */
  | { readonly kind: 'lost' };

/** Appends decisions. One transaction checks lease and fence, extends the ledger, stores the state and inserts the intents. */
export interface DecisionStore {
  /** Where no intent follows from the batch, an exit that was missed is asked for again. */
  commit(lease: HeldLease, batch: DecisionBatch): Promise<CommitOutcome>;
  /** The same without a decision: after a start the next bar may be long in coming. */
  repeatMissedExit(lease: HeldLease, target: Target, barOpenTimeMs: number): Promise<CommitOutcome>;
}

/** Where a shadow puts what it decides on bars that the bot has decided before. */
export interface CompareBuffer {
  /** `memory` is what the shadow knows after the last of them. */
  recordReplay(
    lease: HeldLease,
    entries: readonly LedgerEntry[],
    memory: DeciderMemory,
  ): Promise<CommitOutcome>;
}

export interface WarmupAnswer {
  readonly bars: readonly Bar[];
  readonly auxiliary: Omit<MarketSeries, 'bars'>;
  readonly served: readonly { readonly kind: string; readonly freshnessMs: number | null }[];
  readonly warnings: readonly string[];
}

/** Where candles come from: the bus and the data service, or a script. */
export interface CandleSource {
  warmup(plan: WarmupPlan): Promise<WarmupAnswer>;
  /** Bars that open in [fromMs, toMs), as far as they exist. */
  bars(fromMs: number, toMs: number): Promise<readonly Bar[]>;
  /** The whole market over that span, for a replay. */
  market(fromMs: number, toMs: number): Promise<MarketSeries>;
  /** Brings auxiliary series up to the bar; throws while they cannot be. */
  prepare(bar: Bar): Promise<void>;
  /** What overlays may know at the close of the bar. */
  overlayData(): Promise<OverlayData>;
  /** Candles from now on; each delivery is awaited before the next, and one that fails is made again. */
  start(receiver: CandleReceiver): void;
  stop(): Promise<void>;
  /** Whether the market has left this bar behind. */
  isBehind(barOpenTimeMs: number): boolean;
}

export interface CandleReceiver {
  deliver(bars: readonly Bar[]): Promise<void>;
  /** The newest bar there is. */
  lastOpenTimeMs(): number;
}

/** How the chain began that a bot stands on: by itself, knowing only its held side, or with the state that was handed over to it. */
export interface ChainStart {
  /** The first bar of the chain. */
  readonly openTimeMs: number;
  readonly previousDigest: string;
  readonly held: Target;
  readonly evaluator: EvaluatorState | null;
}

export interface Ledger {
  /** Undefined without a chain. */
  chainStart(): Promise<ChainStart | undefined>;
  lastOpenTimeMs(): Promise<number | undefined>;
  /** Up to `limit` rows from `fromMs` on, ascending. */
  rows(fromMs: number, limit: number): Promise<readonly LedgerRow[]>;
  recordAudit(audit: AuditRecord): Promise<void>;
}

export interface AuditRecord {
  readonly fromMs: number;
  readonly toMs: number;
  readonly barCount: number;
  readonly divergence: Divergence | null;
}

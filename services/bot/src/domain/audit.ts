/**
 * The parity check of a ledger: the market's bars through the loop that backtests run, and every row held
 * against what comes out. The first difference that no operator acknowledged is reported with its bar, the
 * input field where the bars differ, and both outputs.
 */
import {
  BAR_COLUMNS,
  type Bar,
  type BarSeries,
  canonicalJson,
  type Timeframe,
  timeframeMs,
} from '@platform/core';
import { type ExecutionModel, fastReplayFor, SignalLog } from '@platform/engine';
import {
  type CommonParams,
  canonicalSignal,
  type EvaluatorState,
  type MarketSeries,
  SignalGate,
  type StrategyDefinition,
  type Target,
} from '@platform/strategies';
import { barDigest, decisionDigest } from './ledger';

export interface LedgerRow {
  readonly openTimeMs: number;
  readonly barDigest: string;
  /** Null on rows written before bars were kept. */
  readonly bar: readonly number[] | null;
  readonly signal: string | null;
  readonly previousDigest: string;
  readonly digest: string;
}

export interface Divergence {
  readonly open_time_ms: number;
  readonly kind: 'chain_broken' | 'row_missing' | 'bar_missing' | 'bar_differs' | 'decision_differs';
  /** The first column in which the bot's bar differs from the market's. */
  readonly field: string | null;
  /** Canonical signals; null is "nothing decided". */
  readonly bot: string | null;
  readonly engine: string | null;
}

const NO_EXECUTION: ExecutionModel = { onBars: () => undefined, onDecision: () => undefined };

/**
 * The signals of a replay by open time; bars before `firstBar` only warm up, and a state that was handed over
 * is taken there.
 */
export function replaySignals(
  definition: StrategyDefinition,
  params: CommonParams,
  timeframe: Timeframe,
  market: MarketSeries,
  firstBar: number,
  { held, evaluator: state }: { readonly held: Target; readonly evaluator: EvaluatorState | null },
): ReadonlyMap<number, string> {
  const gate = new SignalGate(params);
  gate.held = held;
  const signals = new SignalLog();
  const evaluator = definition.create(params, timeframe);
  const barMs = timeframeMs(timeframe);
  const trader = { evaluator, gate, overlays: [], execution: NO_EXECUTION, barMs };
  const replay = fastReplayFor(definition.name);
  replay(trader, market, firstBar, 0, firstBar, signals);
  if (state !== null) evaluator.restore(state);
  replay(trader, market, firstBar, firstBar, market.bars.length, signals);
  return new Map(signals.map((signal) => [signal.openTimeMs, canonicalSignal(signal)]));
}

/**
 * Holds one row against the market's bar and the engine's signal; `previousDigest` is that of the row before.
 */
export function compareRow(
  row: LedgerRow,
  bar: Bar,
  engineSignal: string | null,
  previousDigest: string,
): Divergence | null {
  const outputs = { open_time_ms: row.openTimeMs, bot: row.signal, engine: engineSignal };
  if (row.openTimeMs !== bar.openTimeMs) {
    const isRowMissing = row.openTimeMs > bar.openTimeMs;
    return { ...outputs, kind: isRowMissing ? 'row_missing' : 'bar_missing', field: null };
  }
  const field = differingField(row, bar);
  if (field !== null) return { ...outputs, kind: 'bar_differs', field };
  if (row.signal !== engineSignal) return { ...outputs, kind: 'decision_differs', field: null };
  const digest = decisionDigest(row.barDigest, row.signal, row.previousDigest);
  const isChained = row.previousDigest === previousDigest && row.digest === digest;
  return isChained ? null : { ...outputs, kind: 'chain_broken', field: null };
}

/**
 * Takes the rows of a chain in their order and holds each against the market; what an operator acknowledged
 * is passed over.
 */
export class LedgerComparison {
  equalBars = 0;
  passedOver = 0;
  private readonly acknowledged: ReadonlySet<string>;
  /**
   * Whether the rows stand in a gap of the market whose first bar was acknowledged: however many bars it has,
   * it is one matter.
   */
  private isInKnownGap = false;

  constructor(
    private readonly bars: BarSeries,
    private readonly signals: ReadonlyMap<number, string>,
    /** The market's bar that the next row is to be about. */
    private next: number,
    private previousDigest: string,
    acknowledged: readonly Divergence[],
  ) {
    this.acknowledged = new Set(acknowledged.map(divergenceKey));
  }

  /** Null when the row is equal or its divergence is known; another divergence of the same bar is not. */
  take(row: LedgerRow): Divergence | null {
    let divergence = this.compare(row);
    if (divergence?.kind === 'row_missing' && this.isAcknowledged(divergence)) {
      this.passedOver += 1;
      divergence = this.compareBehindMissingRows(row);
    }
    const lacksBar = divergence?.kind === 'bar_missing';
    const isKnown = divergence !== null && this.isAcknowledged(divergence);
    this.isInKnownGap = lacksBar && (isKnown || this.isInKnownGap);
    if (divergence !== null && !isKnown && !this.isInKnownGap) return divergence;
    if (divergence === null) this.equalBars += 1;
    else this.passedOver += 1;
    if (!lacksBar) this.next += 1;
    this.previousDigest = row.digest;
    return null;
  }

  private compare(row: LedgerRow): Divergence | null {
    if (this.next >= this.bars.length) return barMissing(row);
    const expected = this.signals.get(this.bars.openTimeMs[this.next]!) ?? null;
    return compareRow(row, this.bars.at(this.next), expected, this.previousDigest);
  }

  /** The digest of a row that is missing is taken from the row that continues it. */
  private compareBehindMissingRows(row: LedgerRow): Divergence | null {
    const { length, openTimeMs } = this.bars;
    while (this.next < length && openTimeMs[this.next]! < row.openTimeMs) this.next += 1;
    this.previousDigest = row.previousDigest;
    return this.compare(row);
  }

  private isAcknowledged(divergence: Divergence): boolean {
    return this.acknowledged.has(divergenceKey(divergence));
  }
}

/** Two divergences are the same one when bar, kind, field and both outputs are. */
export function divergenceKey(divergence: Divergence): string {
  return canonicalJson({ ...divergence });
}

export function barMissing(row: Pick<LedgerRow, 'openTimeMs' | 'signal'>): Divergence {
  return { open_time_ms: row.openTimeMs, kind: 'bar_missing', field: null, bot: row.signal, engine: null };
}

function differingField(row: LedgerRow, bar: Bar): string | null {
  if (row.bar !== null) {
    const column = BAR_COLUMNS.find((name, k) => row.bar![k] !== bar[name]);
    if (column !== undefined) return column;
  }
  return row.barDigest === barDigest(bar) ? null : 'unknown';
}

/** A signal as the database gives it back, in the bytes it was stored from. */
export function storedSignal(value: unknown): string | null {
  return value === null ? null : canonicalJson(value as Parameters<typeof canonicalJson>[0]);
}

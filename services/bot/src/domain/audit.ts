/**
 * The parity check of a ledger: the market's bars through the loop that backtests run, and every row held against what comes out.
 * The first difference is reported with its bar, the input field where the bars differ, and both outputs.
 */
import { BAR_COLUMNS, type Bar, canonicalJson, type Timeframe, timeframeMs } from '@platform/core';
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

/** The signals of a replay by open time; bars before `firstBar` only warm up, and a state that was handed over is taken there. */
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

/** Holds one row against the market's bar and the engine's signal; `previousDigest` is that of the row before. */
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

/**
 * From a signal to an order intent: size, stop and identity. The formulas are those of docs/backtest.md, so
 * that a live entry asks for what the backtest would have taken; the id is a hash of what was decided, so
 * that a bar replayed after a crash asks once.
 */
import type { OrderIntent } from '@platform/contracts';
import { type BarSeries, decimal8, sha256Hex, type Timeframe, timeframeMs } from '@platform/core';
import { defaultSettings, defaultStop, entryQuantity, meanTrueRange } from '@platform/engine';
import { canonicalSignal, type Signal, type Target } from '@platform/strategies';
import type { BotSettings } from './settings';

export interface IntentDraft {
  readonly intentId: string;
  readonly side: Signal['side'];
  /** Decimal strings from here on. */
  readonly qty: string;
  readonly sl: string | null;
  readonly tp: string | null;
  /** Null for an intent that follows from no bar, and from no signal. */
  readonly barOpenTimeMs: number | null;
  readonly signalDigest: string | null;
}

/** Who asks: the bot that holds the lease. */
export interface Asker extends Pick<BotSettings, 'botId' | 'strategy' | 'symbol' | 'timeframe' | 'network'> {
  readonly fence: string;
}

/** Whose intents these are, and over which bars. */
export interface IntentPlace {
  readonly botId: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly maxLeverage: number | undefined;
  readonly bars: BarSeries;
}

export interface IntentContext extends IntentPlace {
  readonly equityUsd: number;
  /** The signal's bar. */
  readonly barIndex: number;
}

/** UUID version 8, the one for ids of one's own making. */
export function intentId(botId: string, barOpenTimeMs: number, canonical: string): string {
  const hex = sha256Hex(`intent:v1:${botId.toLowerCase()}:${barOpenTimeMs}:${canonical}`);
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Null when the size rounds to nothing: there is no order of zero. */
export function draftIntent(signal: Signal, context: IntentContext): IntentDraft | null {
  const canonical = canonicalSignal(signal);
  const identity = {
    intentId: intentId(context.botId, signal.openTimeMs, canonical),
    barOpenTimeMs: signal.openTimeMs,
    signalDigest: sha256Hex(canonical),
  };
  if (signal.side === 'flat') return { ...identity, side: 'flat', qty: '0', sl: null, tp: null };
  const { bars, barIndex, timeframe } = context;
  const settings = settingsOf(context);
  const barMs = timeframeMs(timeframe);
  const quantity = entryQuantity(settings, signal.sizeHint, context.equityUsd, bars, barIndex, barMs);
  if (!(quantity > 0)) return null;
  const distance = settings.slAtr * meanTrueRange(bars, barIndex);
  const stop = signal.sl ?? defaultStop(bars.close[barIndex]!, signal.side === 'long', distance);
  return {
    ...identity,
    side: signal.side,
    qty: decimal8(quantity),
    sl: Number.isNaN(stop) ? null : decimal8(stop),
    tp: signal.tp === null ? null : decimal8(signal.tp),
  };
}

/** The intent as it is asked for: the row and its copy on the bus. */
export function orderIntent(
  { botId, strategy, symbol, timeframe, network, fence }: Asker,
  { intentId, side, qty, sl, tp, barOpenTimeMs, signalDigest }: IntentDraft,
  traceId: string,
): Omit<OrderIntent, 'created_at'> {
  return {
    intent_id: intentId,
    bot_id: botId,
    strategy,
    symbol,
    timeframe,
    network,
    side,
    qty,
    sl,
    tp,
    fence,
    bar_open_time: barOpenTimeMs,
    signal_digest: signalDigest,
    trace_id: traceId,
  };
}

function settingsOf({ symbol, maxLeverage }: IntentContext) {
  const defaults = defaultSettings(symbol);
  return { ...defaults, maxLeverage: maxLeverage ?? defaults.maxLeverage };
}

/** What the executor has made of it so far. */
export interface Standing {
  /** Signed; fills that are reported and not booked yet count already. */
  readonly quantity: number;
  /** The bot's newest intent; null before the first. */
  readonly newest: { readonly intentId: string; readonly isDecided: boolean } | null;
}

/**
 * The exit to ask for again, where a position is held that the strategy has left and no intent is under way.
 * Entries are never repeated: they are made on the strategy's signal alone, as in a backtest, so a refused
 * one is over. The id follows from the intent before it: each is repeated once.
 */
export function missedExit(
  botId: string,
  target: Target,
  barOpenTimeMs: number,
  { quantity, newest }: Standing,
): IntentDraft | null {
  const isWanted = quantity === 0 || Math.sign(quantity) === target;
  if (isWanted || newest?.isDecided === false) return null;
  const id = intentId(botId, barOpenTimeMs, `exit after ${newest?.intentId ?? 'nothing'}`);
  return { intentId: id, side: 'flat', qty: '0', sl: null, tp: null, barOpenTimeMs, signalDigest: null };
}

/** Why a bot takes no new entries. Exits pass regardless. */
export type EntryBlock = 'degraded' | 'paused' | 'parity_mismatch' | 'allocation_unknown' | 'stale_bar';

/** An entry decided on a bar that closed longer ago than its own length is one the market has left behind. */
export function isStaleBar(barOpenTimeMs: number, timeframe: Timeframe, nowMs: number): boolean {
  return nowMs - barOpenTimeMs > 2 * timeframeMs(timeframe);
}

/** A bot's own book: what it began with, what it made, and what it holds at the latest price. */
export interface Book {
  readonly initialEquityUsd: number;
  readonly realizedPnlUsd: number;
  readonly feesUsd: number;
  /** As the exchange books it: negative is paid. */
  readonly fundingUsd: number;
  readonly quantity: number;
  readonly entryPrice: number;
}

export function equityUsd(book: Book, close: number): number {
  const open = book.quantity === 0 ? 0 : book.quantity * (close - book.entryPrice);
  return book.initialEquityUsd + book.realizedPnlUsd - book.feesUsd + book.fundingUsd + open;
}

/** What a bot without a configuration sizes from, as a backtest does. */
export const DEFAULT_INITIAL_EQUITY_USD = defaultSettings('').initialEquity;

/**
 * A live run as the sum of its trades, in exact decimals: a roundtrip opens with the first trade away from
 * flat and closes when the position is flat again, however many fills lie between. What it made is the money
 * that went in and out of it, so no average price is rounded on the way.
 */
import { Decimal } from 'decimal.js';

export interface RunTrade {
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly price: string;
  readonly fee: string;
  /** What the price was worse by than the one aimed at; below zero it was better. */
  readonly slippage: string;
  readonly reason: string;
  readonly timeMs: number;
}

export interface OpenRoundtrip {
  readonly side: 'long' | 'short';
  readonly entryTimeMs: number;
  readonly entered: Decimal;
  readonly entryValue: Decimal;
  readonly exited: Decimal;
  readonly exitValue: Decimal;
  readonly fees: Decimal;
  readonly slippage: Decimal;
}

export interface ClosedRoundtrip {
  readonly side: 'long' | 'short';
  readonly quantity: string;
  readonly entryTimeMs: number;
  readonly exitTimeMs: number;
  readonly entryPrice: string;
  readonly exitPrice: string;
  readonly grossPnl: string;
  readonly entryValue: string;
  readonly fees: string;
  readonly slippage: string;
  readonly exitReason: string;
}

export interface Applied {
  readonly action: 'entry' | 'exit';
  readonly open: OpenRoundtrip | undefined;
  readonly closed: ClosedRoundtrip | undefined;
}

const PLACES = 12;
const ZERO = new Decimal(0);

export function applyTrade(open: OpenRoundtrip | undefined, trade: RunTrade): Applied {
  if (open === undefined) return { action: 'entry', open: entered(undefined, trade), closed: undefined };
  const isEntry = (open.side === 'long') === (trade.side === 'buy');
  if (isEntry) return { action: 'entry', open: entered(open, trade), closed: undefined };
  const held = open.entered.minus(open.exited);
  const surplus = new Decimal(trade.quantity).minus(held);
  if (surplus.isNeg()) return { action: 'exit', open: exited(open, trade), closed: undefined };
  const [closing, opening] = split(trade, held);
  const closed = close(exited(open, closing), trade);
  return { action: 'exit', open: surplus.isZero() ? undefined : entered(undefined, opening), closed };
}

/** Profit at a price, after fees and before funding. */
export function openPnl(open: OpenRoundtrip, price: string): Decimal {
  const worth = open.entered.minus(open.exited).times(price).plus(open.exitValue).minus(open.entryValue);
  return (open.side === 'long' ? worth : worth.neg()).minus(open.fees);
}

function entered(open: OpenRoundtrip | undefined, trade: RunTrade): OpenRoundtrip {
  const { quantity, price, fee, slippage, timeMs } = trade;
  return {
    side: trade.side === 'buy' ? 'long' : 'short',
    entryTimeMs: open?.entryTimeMs ?? timeMs,
    entered: (open?.entered ?? ZERO).plus(quantity),
    entryValue: (open?.entryValue ?? ZERO).plus(new Decimal(quantity).times(price)),
    exited: open?.exited ?? ZERO,
    exitValue: open?.exitValue ?? ZERO,
    fees: (open?.fees ?? ZERO).plus(fee),
    slippage: (open?.slippage ?? ZERO).plus(slippage),
  };
}

function exited(open: OpenRoundtrip, { quantity, price, fee, slippage }: RunTrade): OpenRoundtrip {
  return {
    ...open,
    exited: open.exited.plus(quantity),
    exitValue: open.exitValue.plus(new Decimal(quantity).times(price)),
    fees: open.fees.plus(fee),
    slippage: open.slippage.plus(slippage),
  };
}

function close(open: OpenRoundtrip, last: RunTrade): ClosedRoundtrip {
  const { side, entryTimeMs, entered, entryValue, exitValue } = open;
  const gain = exitValue.minus(entryValue);
  return {
    side,
    entryTimeMs,
    quantity: entered.toFixed(),
    entryValue: entryValue.toFixed(),
    // A late report may carry an earlier time than the entry it closes.
    exitTimeMs: Math.max(entryTimeMs, last.timeMs),
    entryPrice: rounded(entryValue.div(entered)),
    exitPrice: rounded(exitValue.div(entered)),
    grossPnl: (side === 'long' ? gain : gain.neg()).toFixed(),
    fees: open.fees.toFixed(),
    slippage: rounded(open.slippage),
    exitReason: last.reason,
  };
}

/** The part that closes `held` and what is left, each with its share of the costs. */
function split(trade: RunTrade, held: Decimal): readonly [RunTrade, RunTrade] {
  const quantity = new Decimal(trade.quantity);
  const part = (size: Decimal): RunTrade => {
    const share = size.div(quantity);
    return {
      ...trade,
      quantity: size.toFixed(),
      fee: share.times(trade.fee).toFixed(),
      slippage: share.times(trade.slippage).toFixed(),
    };
  };
  return [part(held), part(quantity.minus(held))];
}

function rounded(value: Decimal): string {
  return value.toDecimalPlaces(PLACES).toFixed();
}

/**
 * What an intent asks for, given what its bot holds. An intent names the position to hold afterwards, so repeating one adds nothing
 * and the other side means closing before opening.
 */
import type { IntentSide } from '@platform/contracts';
import { Decimal } from 'decimal.js';

export type NextStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'close'; readonly side: 'buy' | 'sell'; readonly quantity: string }
  | { readonly kind: 'open'; readonly side: 'long' | 'short'; readonly quantity: string };

export function nextStep(
  wanted: { readonly side: IntentSide; readonly quantity: string },
  held: string,
): NextStep {
  const holding = new Decimal(held);
  const isHeld = !holding.isZero();
  const heldSide = holding.isPos() ? 'long' : 'short';
  if (isHeld && wanted.side !== heldSide) {
    return { kind: 'close', side: holding.isPos() ? 'sell' : 'buy', quantity: holding.abs().toFixed() };
  }
  if (wanted.side === 'flat') return { kind: 'done' };
  const missing = new Decimal(wanted.quantity).minus(holding.abs());
  return missing.gt(0) ? { kind: 'open', side: wanted.side, quantity: missing.toFixed() } : { kind: 'done' };
}

/**
 * How much of a bot's holding an order that only reduces can close. The exchange nets all bots of a symbol into one position: what others
 * hold on the other side is not there to be closed.
 */
export function closable(held: string, holdings: readonly { readonly quantity: string }[]): string {
  const own = new Decimal(held);
  const net = holdings.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
  return own.times(net).gt(0) ? Decimal.min(own.abs(), net.abs()).toFixed() : '0';
}

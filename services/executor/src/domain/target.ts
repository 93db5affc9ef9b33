/**
 * What an intent asks for, given what its bot holds. An intent names the position to hold afterwards, so
 * repeating one adds nothing and the other side means closing before opening.
 */
import type { IntentSide } from '@platform/contracts';
import { quantiseQuantity, type SymbolFilters } from '@platform/exchange';
import { Decimal } from 'decimal.js';

export type NextStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'close' }
  | { readonly kind: 'open'; readonly side: 'long' | 'short'; readonly quantity: string };

export function nextStep(
  wanted: { readonly side: IntentSide; readonly quantity: string },
  held: string,
): NextStep {
  const holding = new Decimal(held);
  const isHeld = !holding.isZero();
  const heldSide = holding.isPos() ? 'long' : 'short';
  if (isHeld && wanted.side !== heldSide) return { kind: 'close' };
  if (wanted.side === 'flat') return { kind: 'done' };
  const missing = new Decimal(wanted.quantity).minus(holding.abs());
  return missing.gt(0) ? { kind: 'open', side: wanted.side, quantity: missing.toFixed() } : { kind: 'done' };
}

/**
 * As much of a signed holding as one market order may close. What is below the smallest lot, or has no grid
 * to be put on, goes as it is: the exact quantity is the one that is certainly right.
 */
export function closingStep(
  held: string,
  filters: SymbolFilters | undefined,
): { readonly side: 'buy' | 'sell'; readonly quantity: string } {
  const holding = new Decimal(held);
  const whole = holding.abs().toFixed();
  const onGrid = filters === undefined ? '0' : quantiseQuantity(whole, filters, 'market');
  return { side: holding.isPos() ? 'sell' : 'buy', quantity: onGrid === '0' ? whole : onGrid };
}

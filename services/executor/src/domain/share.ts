/** How a closing that belongs to nobody in particular is shared out among those who hold the position: in turn, until it is used up. */
import { Decimal } from 'decimal.js';

export interface Shareable {
  readonly quantity: string;
  readonly fee: string;
  readonly realizedPnl: string;
}

export interface Share extends Shareable {
  /** Null for what is left over when all holdings are used up. */
  readonly botId: string | null;
}

/** The shares add up to the whole exactly: the last one takes what rounding left. */
export function shareOut(
  whole: Shareable,
  holders: readonly { readonly botId: string; readonly quantity: string }[],
): Share[] {
  const shares: Share[] = [];
  let left = new Decimal(whole.quantity);
  for (const { botId, quantity } of holders) {
    const part = Decimal.min(left, new Decimal(quantity).abs());
    if (part.isZero()) continue;
    shares.push({ botId, quantity: part.toFixed(), ...costsOf(whole, part) });
    left = left.minus(part);
  }
  if (!left.isZero()) shares.push({ botId: null, quantity: left.toFixed(), ...costsOf(whole, left) });
  return withExactCosts(whole, shares);
}

const PLACES = 12;

function costsOf({ quantity, fee, realizedPnl }: Shareable, part: Decimal) {
  const share = (amount: string) =>
    new Decimal(amount).times(part).div(quantity).toDecimalPlaces(PLACES).toFixed();
  return { fee: share(fee), realizedPnl: share(realizedPnl) };
}

function withExactCosts(whole: Shareable, shares: readonly Share[]): Share[] {
  const others = shares.slice(0, -1);
  const rest = (name: 'fee' | 'realizedPnl') =>
    others.reduce((amount, share) => amount.minus(share[name]), new Decimal(whole[name])).toFixed();
  return [...others, { ...shares.at(-1)!, fee: rest('fee'), realizedPnl: rest('realizedPnl') }];
}

/**
 * Who bears a closing. The owner of the order first, up to its holding; then what no bot answers for; then
 * the other bots that hold the side, in turn, until it is used up. The shares add up to the whole exactly.
 */
import { Decimal } from 'decimal.js';

export interface Shareable {
  readonly quantity: string;
  readonly fee: string;
  /** Null when it could not be converted. */
  readonly feeUsd: string | null;
  readonly realizedPnl: string;
}

export interface Share extends Shareable {
  /** Null for what no bot answers for. */
  readonly botId: string | null;
}

export interface Holder {
  readonly botId: string | null;
  /** Above zero, of the side that is closed. */
  readonly quantity: string;
}

/**
 * `owner` is undefined for an order that is no bot's. What is left when all holdings are used up falls on the
 * owner, or is unowned.
 */
export function shareOut(whole: Shareable, owner: string | undefined, holders: readonly Holder[]): Share[] {
  const rank = ({ botId }: Holder) => (botId === null ? 1 : botId === owner ? 0 : 2);
  const inTurn = [...holders].sort((a, b) => rank(a) - rank(b));
  const parts = new Map<string | null, Decimal>();
  let left = new Decimal(whole.quantity);
  for (const { botId, quantity } of inTurn) {
    const part = Decimal.min(left, quantity);
    if (part.lte(0)) continue;
    parts.set(botId, part);
    left = left.minus(part);
  }
  const bearer = owner ?? null;
  if (!left.isZero()) parts.set(bearer, (parts.get(bearer) ?? new Decimal(0)).plus(left));
  return withCosts(whole, [...parts]);
}

const PLACES = 12;

/** The last share takes what rounding left. */
function withCosts(whole: Shareable, parts: readonly (readonly [string | null, Decimal])[]): Share[] {
  const costs = (amount: string): string[] => {
    let rest = new Decimal(amount);
    return parts.map(([, part], index) => {
      if (index === parts.length - 1) return rest.toFixed();
      const share = new Decimal(amount).times(part).div(whole.quantity).toDecimalPlaces(PLACES);
      rest = rest.minus(share);
      return share.toFixed();
    });
  };
  const fees = costs(whole.fee);
  const feesUsd = whole.feeUsd === null ? undefined : costs(whole.feeUsd);
  const gains = costs(whole.realizedPnl);
  return parts.map(([botId, part], index) => ({
    botId,
    quantity: part.toFixed(),
    fee: fees[index]!,
    realizedPnl: gains[index]!,
    feeUsd: feesUsd?.[index] ?? null,
  }));
}

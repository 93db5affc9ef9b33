/**
 * Desired protection against what is believed to rest at the exchange. Level-triggered: no event goes in, the same state always gives
 * the same plan. A stop is replaced by placing the new one first; the old one goes only when a live one covers the same quantity, so
 * replacing never passes through zero stops. All stops reduce only: one too many can close, never open.
 */
import type { PositionSide } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import { isLive, isUnresolved, type OpenOrder } from './order';

/** A bot's share of the symbol's position and where it wants out. Prices are on the exchange's grid. */
export interface Holding {
  readonly botId: string | null;
  /** Signed. */
  readonly quantity: string;
  /** Null for a bot's holding, whose sign is its side. */
  readonly unownedSide?: PositionSide | null;
  /** The intent that its protective orders are named after; null for exposure that no intent explains. */
  readonly intentId: string | null;
  readonly stopPrice: string | null;
  readonly takeProfitPrice: string | null;
}

export type ProtectiveLeg = 'sl' | 'tp';

export interface Protection {
  readonly botId: string;
  readonly intentId: string;
  readonly leg: ProtectiveLeg;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly triggerPrice: string;
}

export interface ProtectionPlan {
  readonly place: readonly Protection[];
  readonly cancel: readonly OpenOrder[];
  /** Open quantity per bot that no live stop covers yet. */
  readonly uncovered: readonly { readonly botId: string | null; readonly quantity: string }[];
}

export function planProtection(holdings: readonly Holding[], orders: readonly OpenOrder[]): ProtectionPlan {
  const protective = orders.filter((order) => order.leg === 'sl' || order.leg === 'tp');
  const desired = desiredProtection(holdings);
  const kept = new Set<OpenOrder>();
  const place: Protection[] = [];
  const openEnded = new Set<string>();
  for (const wanted of desired) {
    const match = protective.find((order) => isLive(order) && !kept.has(order) && satisfies(order, wanted));
    if (match !== undefined) kept.add(match);
    else {
      place.push(wanted);
      openEnded.add(slot(wanted));
    }
  }
  const cancel = protective.filter((order) => {
    const isSuperfluous = !kept.has(order) && !isUnresolved(order);
    return isSuperfluous && !openEnded.has(slot(order));
  });
  const uncovered = exposed(holdings).filter((holding) => !isCovered(holding, protective));
  return { place, cancel, uncovered: uncovered.map(({ botId, quantity }) => ({ botId, quantity })) };
}

/** A stop at another price, or larger than needed, protects as well. */
function isCovered({ botId, quantity }: Holding, protective: readonly OpenOrder[]): boolean {
  const held = new Decimal(quantity);
  const closingSide = held.isPos() ? 'sell' : 'buy';
  const stops = protective.filter(
    (order) => order.leg === 'sl' && order.botId === botId && order.side === closingSide && isLive(order),
  );
  const covered = stops.reduce(
    (sum, stop) => sum.plus(stop.quantity).minus(stop.filledQuantity),
    new Decimal(0),
  );
  return covered.gte(held.abs());
}

/** Stops of one bot and kind stand in for each other. */
function slot({ botId, leg }: { readonly botId: string | null; readonly leg: string }): string {
  return `${botId}:${leg}`;
}

function desiredProtection(holdings: readonly Holding[]): Protection[] {
  return exposed(holdings).flatMap(({ botId, intentId, quantity, stopPrice, takeProfitPrice }) => {
    if (botId === null || intentId === null) return [];
    const held = new Decimal(quantity);
    const common = {
      botId,
      intentId,
      side: held.isPos() ? ('sell' as const) : ('buy' as const),
      quantity: held.abs().toFixed(),
    };
    const stop = stopPrice === null ? [] : [{ ...common, leg: 'sl' as const, triggerPrice: stopPrice }];
    const target =
      takeProfitPrice === null ? [] : [{ ...common, leg: 'tp' as const, triggerPrice: takeProfitPrice }];
    return [...stop, ...target];
  });
}

/**
 * The exchange nets all bots of a symbol into one position, and reducing orders can close no more than that. What the other side
 * cancels out needs no stop: holdings on the net side are covered in turn until the net quantity is.
 */
function exposed(holdings: readonly Holding[]): Holding[] {
  const net = holdings.reduce((sum, holding) => sum.plus(holding.quantity), new Decimal(0));
  let left = net.abs();
  return holdings.flatMap((holding) => {
    const held = new Decimal(holding.quantity);
    if (held.isZero() || held.isPos() !== net.isPos() || left.isZero()) return [];
    const covered = Decimal.min(held.abs(), left);
    left = left.minus(covered);
    return [{ ...holding, quantity: (held.isPos() ? covered : covered.neg()).toFixed() }];
  });
}

function satisfies(order: OpenOrder, wanted: Protection): boolean {
  const { botId, leg, side, quantity, filledQuantity, triggerPrice } = order;
  return (
    botId === wanted.botId &&
    leg === wanted.leg &&
    side === wanted.side &&
    triggerPrice !== null &&
    new Decimal(triggerPrice).eq(wanted.triggerPrice) &&
    new Decimal(quantity).minus(filledQuantity).eq(wanted.quantity)
  );
}

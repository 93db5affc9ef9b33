/**
 * Desired protection against what is believed to rest at the exchange, bot by bot: each has a stop of its
 * own quantity on its own side. Level-triggered: no event goes in, the same state always gives the same
 * plan. A stop is replaced by placing the new one first; the old one goes only when a live one covers the
 * same quantity, so replacing never passes through zero stops. A target that is larger than the holding
 * goes first: its successor may be refused, and meanwhile it could close a neighbour's. One of unknown fate
 * is never doubled: it is sent again under its own id, which the exchange takes once.
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
  /** Stops before targets. */
  readonly place: readonly Protection[];
  /** Of unknown fate and still wanted, stops before targets. */
  readonly resend: readonly OpenOrder[];
  readonly cancel: readonly OpenOrder[];
  /** Open quantity per bot that no live stop covers yet. */
  readonly uncovered: readonly { readonly botId: string | null; readonly quantity: string }[];
}

export function planProtection(holdings: readonly Holding[], orders: readonly OpenOrder[]): ProtectionPlan {
  const protective = orders.filter((order) => order.leg === 'sl' || order.leg === 'tp');
  const kept = new Set<OpenOrder>();
  const place: Protection[] = [];
  const resend: OpenOrder[] = [];
  /** What is wanted where it does not rest yet. */
  const openEnded = new Map<string, Protection>();
  for (const wanted of desiredProtection(holdings)) {
    const match = protective.find((order) => isLive(order) && !kept.has(order) && satisfies(order, wanted));
    if (match !== undefined) {
      kept.add(match);
      continue;
    }
    openEnded.set(slot(wanted), wanted);
    const unresolved = protective.filter((order) => isUnresolved(order) && slot(order) === slot(wanted));
    if (unresolved.length === 0) place.push(wanted);
    // One that is larger than the holding could close a neighbour's: what became of it is for the resolver to
    // find out.
    else resend.push(...unresolved.filter(({ quantity }) => new Decimal(quantity).lte(wanted.quantity)));
  }
  const cancel = protective.filter((order) => {
    if (kept.has(order) || isUnresolved(order)) return false;
    const wanted = openEnded.get(slot(order));
    return wanted === undefined || (order.leg === 'tp' && restOf(order).gt(wanted.quantity));
  });
  const uncovered = holdings.filter((holding) => !isCovered(holding, protective));
  return { place, resend, cancel, uncovered: uncovered.map(({ botId, quantity }) => ({ botId, quantity })) };
}

/** Whether a live stop stands for exactly this. */
export function hasItsStop(holding: Holding, orders: readonly OpenOrder[]): boolean {
  const stops = desiredProtection([holding]).filter(({ leg }) => leg === 'sl');
  return stops.some((wanted) => orders.some((order) => isLive(order) && satisfies(order, wanted)));
}

/** A stop at another price, or larger than needed, protects as well. */
function isCovered({ botId, quantity }: Holding, protective: readonly OpenOrder[]): boolean {
  const held = new Decimal(quantity);
  const stops = protective.filter(
    (order) =>
      order.leg === 'sl' && order.botId === botId && order.side === closingSide(held) && isLive(order),
  );
  const covered = stops.reduce((sum, stop) => sum.plus(restOf(stop)), new Decimal(0));
  return covered.gte(held.abs());
}

function closingSide(held: Decimal): 'buy' | 'sell' {
  return held.isPos() ? 'sell' : 'buy';
}

/** Orders of one bot, side and kind stand in for each other. */
function slot(order: Pick<OpenOrder, 'botId' | 'leg' | 'side'>): string {
  return `${order.botId}:${order.leg}:${order.side}`;
}

function desiredProtection(holdings: readonly Holding[]): Protection[] {
  const wanted = (leg: ProtectiveLeg) =>
    holdings.flatMap(({ botId, intentId, quantity, stopPrice, takeProfitPrice }): Protection[] => {
      const triggerPrice = leg === 'sl' ? stopPrice : takeProfitPrice;
      if (botId === null || intentId === null || triggerPrice === null) return [];
      const held = new Decimal(quantity);
      return [
        { botId, intentId, leg, side: closingSide(held), quantity: held.abs().toFixed(), triggerPrice },
      ];
    });
  return [...wanted('sl'), ...wanted('tp')];
}

function restOf({ quantity, filledQuantity }: OpenOrder): Decimal {
  return new Decimal(quantity).minus(filledQuantity);
}

function satisfies(order: OpenOrder, wanted: Protection): boolean {
  const { botId, leg, side, triggerPrice } = order;
  return (
    botId === wanted.botId &&
    leg === wanted.leg &&
    side === wanted.side &&
    triggerPrice !== null &&
    new Decimal(triggerPrice).eq(wanted.triggerPrice) &&
    restOf(order).eq(wanted.quantity)
  );
}

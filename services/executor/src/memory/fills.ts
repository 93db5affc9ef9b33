/** Fills booked into the tables in memory, each trade once. */
import type { Network } from '@platform/contracts';
import { type PositionSide, parseClientOrderId } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import {
  allot,
  causeOf,
  closedBy,
  isTooEarly,
  type Owner,
  type SidedFill,
  type Standing,
} from '../app/booking';
import type { Adjustment, ExchangeFill, FillObserver, Fills } from '../app/ports';
import { applyFill, FLAT, signed } from '../domain/position';
import type { Holder } from '../domain/share';
import { ofSymbol } from './rows';
import {
  type Access,
  isOver,
  isUnbooked,
  laterOf,
  type OrderRow,
  type PositionRow,
  type Tables,
} from './tables';

interface Booked {
  readonly bots: readonly string[];
  readonly adjustments: readonly Adjustment[];
}

export class MemoryFills implements Fills {
  constructor(
    private readonly tables: Tables,
    private readonly observer: FillObserver,
    private readonly access: Access,
  ) {}

  async book(fill: ExchangeFill): Promise<void> {
    await this.bookAndTell(fill, false);
  }

  bookIfHeld(fill: ExchangeFill): Promise<boolean> {
    return this.bookAndTell(fill, true);
  }

  booked(network: Network, symbol: string, tradeIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.access('fills.booked', () => {
      const known = new Set(ofSymbol(this.tables.fills, network, symbol).map(({ tradeId }) => tradeId));
      return new Set(tradeIds.filter((tradeId) => known.has(tradeId)));
    });
  }

  knownUntil(network: Network, symbol: string): Promise<number | null> {
    return this.access('fills.knownUntil', () => {
      const isOfSymbol = (row: { network: Network; symbol: string }) =>
        row.network === network && row.symbol === symbol;
      const trades = this.tables.fills.filter(isOfSymbol).map(({ timeMs }) => timeMs);
      const orders = this.tables.orders.filter(isOfSymbol);
      const unread = trades.length === 0 ? orders : orders.filter(isUnbooked);
      const oldestMs = Math.floor(Math.min(...unread.map(({ createdMs }) => createdMs)));
      const newestMs = trades.length === 0 ? Infinity : Math.max(...trades);
      const knownMs = Math.min(newestMs, oldestMs);
      return Number.isFinite(knownMs) ? knownMs : null;
    });
  }

  private async bookAndTell(fill: ExchangeFill, mustBeHeld: boolean): Promise<boolean> {
    const booked = await this.access('fills.book', () => this.bookNow(fill, mustBeHeld));
    if (booked === 'not_held') return false;
    for (const botId of booked.bots) this.observer.onBooked(botId);
    for (const adjustment of booked.adjustments) this.observer.onAdjusted(adjustment);
    return true;
  }

  private bookNow(fill: ExchangeFill, mustBeHeld: boolean): Booked | 'not_held' {
    const { network, symbol } = fill;
    const owner = this.ownerOf(fill);
    const closedSide = closedBy(fill, owner);
    const holders = closedSide === null ? [] : this.holdersOf(fill, closedSide, owner);
    const { positionSide, shares, isHeld } = allot(fill, owner, holders);
    const mustWait = !isHeld || isTooEarly(fill, owner, this.standingOf(fill, owner));
    if (mustBeHeld && mustWait && !this.isBooked(fill)) return 'not_held';
    const bots: string[] = [];
    const adjustments: Adjustment[] = [];
    for (const [index, { botId, ...share }] of shares.entries()) {
      const tradeId = index === 0 ? fill.tradeId : `${fill.tradeId}:${index}`;
      const part: SidedFill = { ...fill, ...share, positionSide, tradeId };
      if (!this.insert(part, owner?.order_id ?? null, botId)) return { bots: [], adjustments: [] };
      this.move(part, botId);
      const cause = causeOf(fill, owner, botId);
      if (cause !== undefined) {
        const change = signed(part.side, part.quantity).toFixed();
        const metadata = JSON.stringify({ network, symbol, change, cause });
        const event = { bot_id: botId, event_type: 'PositionAdjusted', metadata, trace_id: null } as const;
        this.tables.events.push(event);
        adjustments.push({ network, symbol, botId, change, cause });
      }
      if (botId !== null) bots.push(botId);
    }
    if (owner?.order_id != null) this.countFilled(owner.order_id);
    return { bots, adjustments };
  }

  private ownerOf({ network, symbol, clientOrderId, exchangeOrderId }: ExchangeFill): Owner | undefined {
    const order = this.tables.orders.find(
      (row) =>
        row.network === network &&
        (row.clientOrderId === clientOrderId ||
          (row.symbol === symbol && row.space === 'regular' && row.exchangeOrderId === exchangeOrderId)),
    );
    if (order !== undefined) {
      const { orderId, botId, intentId, leg } = order;
      return { order_id: orderId, bot_id: botId, intent_id: intentId, leg };
    }
    const named = parseClientOrderId(clientOrderId);
    const intent = this.tables.intents.find(({ intentId }) => intentId === named?.intentId);
    if (named === undefined || intent === undefined) return undefined;
    return { order_id: null, bot_id: intent.botId, intent_id: intent.intentId, leg: named.leg };
  }

  /** With the entries and without the closings of theirs whose trades are not booked yet. */
  private holdersOf(
    { network, symbol }: ExchangeFill,
    side: PositionSide,
    owner: Owner | undefined,
  ): Holder[] {
    const sign = side === 'long' ? 1 : -1;
    const held = new Map<string | null, Decimal>();
    const add = (botId: string | null, quantity: Decimal) =>
      held.set(botId, quantity.plus(held.get(botId) ?? 0));
    for (const row of this.tables.positions) {
      if (row.network !== network || row.symbol !== symbol) continue;
      const quantity = new Decimal(row.quantity).times(sign);
      if (row.botId === null ? row.unownedSide === side : quantity.gt(0)) add(row.botId, quantity);
    }
    for (const row of this.tables.orders) {
      if (row.network !== network || row.symbol !== symbol) continue;
      const isOpening = (row.side === 'buy') === (side === 'long');
      const unbooked = new Decimal(row.filledQuantity).minus(row.bookedQuantity);
      if (isOpening !== (row.leg === 'entry') || unbooked.lte(0)) continue;
      if (isOpening) add(row.botId, unbooked);
      else if (row.botId !== null && row.orderId !== owner?.order_id) add(row.botId, unbooked.neg());
    }
    return [...held]
      .filter(([, quantity]) => quantity.gt(0))
      .sort(([a], [b]) => ((a ?? '~') < (b ?? '~') ? -1 : 1))
      .map(([botId, quantity]) => ({ botId, quantity: quantity.toFixed() }));
  }

  private standingOf({ network, symbol, side }: ExchangeFill, owner: Owner | undefined): Standing {
    const positions = ofSymbol(this.tables.positions, network, symbol);
    const orders = ofSymbol(this.tables.orders, network, symbol);
    const unbooked = orders.filter(isUnbooked);
    if (owner?.bot_id == null) {
      const isInDoubt = orders.some(
        (row) => row.side === side && row.orderId !== owner?.order_id && isClosingInDoubt(row),
      );
      return { quantity: '0', isBehind: isInDoubt || positions.some((row) => isTurning(row, unbooked)) };
    }
    return {
      quantity: positions.find(({ botId }) => botId === owner.bot_id)?.quantity ?? '0',
      isBehind: unbooked.some((row) => row.botId === owner.bot_id && row.orderId !== owner.order_id),
    };
  }

  private isBooked({ network, symbol, tradeId }: ExchangeFill): boolean {
    return this.tables.fills.some(
      (row) => row.network === network && row.symbol === symbol && row.tradeId === tradeId,
    );
  }

  /** False when the trade was booked before. */
  private insert(fill: SidedFill, orderId: string | null, botId: string | null): boolean {
    if (this.isBooked(fill)) return false;
    const { network, symbol, tradeId, side, positionSide, quantity, price, fee, feeAsset, realizedPnl } =
      fill;
    this.tables.fills.push({
      network,
      symbol,
      tradeId,
      orderId,
      botId,
      side,
      positionSide,
      quantity,
      price,
      fee,
      feeAsset,
      feeUsd: fill.feeUsd,
      realizedPnl,
      timeMs: fill.timeMs,
    });
    return true;
  }

  private move(fill: SidedFill, botId: string | null): void {
    const unownedSide = botId === null ? fill.positionSide : null;
    const row = this.tables.position(fill.network, fill.symbol, botId, unownedSide);
    const { quantity, entryPrice, realizedPnl } = row;
    Object.assign(row, applyFill({ ...FLAT, quantity, entryPrice, realizedPnl }, fill));
    row.fees = new Decimal(row.fees).plus(fill.feeUsd ?? 0).toFixed();
  }

  private countFilled(orderId: string): void {
    const row = this.tables.orders.find((order) => order.orderId === orderId)!;
    const booked = this.tables.fills
      .filter((fill) => fill.orderId === orderId)
      .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
    const status = booked.gte(row.quantity) ? 'filled' : laterOf(row.status, 'partially_filled');
    this.tables.updateOrder(row, {
      filledQuantity: Decimal.max(row.filledQuantity, booked).toFixed(),
      bookedQuantity: booked.toFixed(),
      status: isOver(row.status) ? row.status : status,
    });
  }
}

/** Its bot is booked on one side, and an entry of it to the other is filled and not booked yet. */
function isTurning({ botId, quantity }: PositionRow, unbooked: readonly OrderRow[]): boolean {
  return unbooked.some(
    (row) => row.botId === botId && row.leg === 'entry' && signed(row.side, quantity).lt(0),
  );
}

function isClosingInDoubt({ leg, status }: OrderRow): boolean {
  const isClosing = leg === 'exit' || leg === 'flatten';
  return isClosing && (status === 'submitting' || status === 'unknown');
}

/** Frames of the user data stream. */
import type { ConditionalOrder, Order } from '../../port/orders';
import type { Fill, UserEvent } from '../../port/streams';
import {
  decimal,
  type Fields,
  fields,
  flag,
  id,
  integer,
  list,
  optionalText,
  text,
  timeMs,
} from '../../transport/fields';
import { decimalOrZero } from './orders';
import { algoStatus, forcedBy, isAgainst, orderStatus, positionSide, side } from './words';

/** The stream says that its own key has ended; not an event for listeners. */
export const KEY_EXPIRED = 'key_expired';
/** A hasty copy of a fill that a full order event follows. */
const DUPLICATES = new Set(['TRADE_LITE']);

/** undefined: nothing in it that another event does not say. */
export function parseUserEvent(body: unknown): UserEvent | typeof KEY_EXPIRED | undefined {
  const from = unwrapped(fields(body));
  const type = text(from, 'e');
  if (DUPLICATES.has(type)) return undefined;
  switch (type) {
    case 'ORDER_TRADE_UPDATE':
      return orderEvent(from);
    case 'ALGO_UPDATE':
      return conditionalEvent(from);
    case 'ACCOUNT_UPDATE':
      return accountEvent(from);
    case 'ACCOUNT_CONFIG_UPDATE':
      return settingsEvent(from);
    case 'MARGIN_CALL':
      return { kind: 'margin_call', eventTimeMs: timeMs(from, 'E') };
    case 'listenKeyExpired':
      return KEY_EXPIRED;
    default:
      return { kind: 'unrecognised', type };
  }
}

/** The private endpoint may put events into an envelope with the name of the stream. */
function unwrapped(from: Fields): Fields {
  return from['stream'] === undefined ? from : fields(from['data']);
}

function times(from: Fields) {
  return { eventTimeMs: timeMs(from, 'E'), occurredAtMs: timeMs(from, 'T') };
}

function orderEvent(from: Fields): UserEvent {
  const o = fields(from['o']);
  return { kind: 'order', ...times(from), order: order(o), fill: isFill(o) ? fill(o) : undefined };
}

/** CALCULATED is the fill of a liquidation. */
function isFill(o: Fields): boolean {
  return (o['x'] === 'TRADE' || o['x'] === 'CALCULATED') && /[1-9]/.test(text(o, 'l'));
}

function order(o: Fields): Order {
  const clientOrderId = text(o, 'c');
  const sides = { side: side(o, 'S'), positionSide: positionSide(o, 'ps') };
  return {
    symbol: text(o, 's'),
    orderId: id(o, 'i'),
    clientOrderId,
    ...sides,
    type: text(o, 'o').toLowerCase(),
    status: orderStatus(o, 'X'),
    quantity: decimal(o, 'q'),
    filledQuantity: decimal(o, 'z'),
    price: decimal(o, 'p'),
    averagePrice: decimal(o, 'ap'),
    isReducing: flag(o, 'R') || isAgainst(sides),
    forcedBy: forcedBy(clientOrderId),
    updatedAtMs: timeMs(o, 'T'),
  };
}

function fill(o: Fields): Fill {
  return {
    tradeId: id(o, 't'),
    price: decimal(o, 'L'),
    quantity: decimal(o, 'l'),
    commission: decimalOrZero(o, 'n'),
    commissionAsset: optionalText(o, 'N'),
    realizedPnl: decimal(o, 'rp'),
    isMaker: flag(o, 'm'),
  };
}

function conditionalEvent(from: Fields): UserEvent {
  const o = fields(from['o']);
  const sides = { side: side(o, 'S'), positionSide: positionSide(o, 'ps') };
  const order: ConditionalOrder = {
    symbol: text(o, 's'),
    conditionalId: id(o, 'aid'),
    clientOrderId: text(o, 'caid'),
    ...sides,
    type: text(o, 'o').toLowerCase(),
    status: algoStatus(o, 'X'),
    triggerPrice: decimal(o, 'tp'),
    quantity: decimalOrZero(o, 'q'),
    isReducing: flag(o, 'cp') || flag(o, 'R') || isAgainst(sides),
    orderId: optionalText(o, 'ai'),
    updatedAtMs: timeMs(from, 'T'),
  };
  return { kind: 'conditional', ...times(from), order, rejectReason: optionalText(o, 'rm') };
}

function accountEvent(from: Fields): UserEvent {
  const a = fields(from['a']);
  return {
    kind: 'account',
    ...times(from),
    reason: text(a, 'm'),
    balances: rows(a, 'B').map((row) => ({
      asset: text(row, 'a'),
      wallet: decimal(row, 'wb'),
      change: decimal(row, 'bc'),
    })),
    positions: rows(a, 'P').map((row) => ({
      symbol: text(row, 's'),
      positionSide: positionSide(row, 'ps'),
      quantity: decimal(row, 'pa'),
      entryPrice: decimal(row, 'ep'),
      unrealizedPnl: decimal(row, 'up'),
    })),
  };
}

function rows(from: Fields, name: string): readonly Fields[] {
  return from[name] === undefined ? [] : list(from[name]).map(fields);
}

/** One event type for two settings: the leverage of a symbol, or the margin mode of the account. */
function settingsEvent(from: Fields): UserEvent {
  if (from['ac'] !== undefined) {
    const ac = fields(from['ac']);
    return { kind: 'leverage', ...times(from), symbol: text(ac, 's'), leverage: integer(ac, 'l') };
  }
  if (from['ai'] === undefined) return { kind: 'unrecognised', type: 'ACCOUNT_CONFIG_UPDATE' };
  return { kind: 'multi_assets', ...times(from), isMultiAssets: flag(fields(from['ai']), 'j') };
}

/** User data stream events in the venue's shapes. E is when the event is sent, T when it happened. */
import type { Decimal } from 'decimal.js';
import type { SymbolSpec } from '../domain/symbols';
import type { Account } from '../domain/trading/account';
import { unrealizedPnl } from '../domain/trading/position';
import type { VenueEvent } from '../domain/trading/types';
import { wireId } from './json';
import { averagePrice } from './orders';

export interface UserEvent {
  readonly e: string;
  readonly E: number;
  readonly [field: string]: unknown;
}

type EventOf<Kind extends VenueEvent['kind']> = Extract<VenueEvent, { kind: Kind }>;

export function orderTradeUpdate(event: EventOf<'order'>, spec: SymbolSpec, eventMs: number): UserEvent {
  const { order, fill } = event;
  const quantity = (value: Decimal) => value.toFixed(spec.quantityDecimals);
  const price = (value: Decimal) => value.toFixed(spec.priceDecimals);
  return {
    e: 'ORDER_TRADE_UPDATE',
    E: eventMs,
    T: event.timeMs,
    o: {
      s: order.symbol,
      c: order.clientOrderId,
      S: order.side,
      o: order.type,
      f: order.timeInForce,
      q: quantity(order.quantity),
      p: price(order.price),
      ap: averagePrice(order, spec),
      sp: price(order.stopPrice),
      x: event.execution,
      X: order.status,
      i: wireId(order.id),
      l: fill === undefined ? '0' : quantity(fill.quantity),
      z: quantity(order.executed),
      L: fill === undefined ? '0' : price(fill.price),
      ...(fill === undefined ? {} : { N: fill.commissionAsset, n: fill.commission.toFixed(8) }),
      T: event.timeMs,
      t: fill?.tradeId ?? 0,
      b: '0',
      a: '0',
      m: fill?.maker ?? false,
      R: order.reduceOnly,
      wt: order.workingType,
      ot: order.origType,
      ps: order.positionSide,
      cp: order.closePosition,
      rp: fill === undefined ? '0' : fill.realizedPnl.toFixed(8),
      pP: false,
      si: 0,
      ss: 0,
      V: 'EXPIRE_MAKER',
      pm: 'NONE',
      gtd: 0,
      er: event.execution === 'EXPIRED' && order.timeInForce === 'IOC' ? '2' : '0',
    },
  };
}

/** The quick notice of a fill that precedes the full event. */
export function tradeLite(event: EventOf<'order'>, spec: SymbolSpec, eventMs: number): UserEvent {
  const { order } = event;
  const fill = event.fill!;
  return {
    e: 'TRADE_LITE',
    E: eventMs,
    T: event.timeMs,
    s: order.symbol,
    q: order.quantity.toFixed(spec.quantityDecimals),
    p: order.price.toFixed(spec.priceDecimals),
    m: fill.maker,
    c: order.clientOrderId,
    S: order.side,
    L: fill.price.toFixed(spec.priceDecimals),
    l: fill.quantity.toFixed(spec.quantityDecimals),
    t: fill.tradeId,
    i: wireId(order.id),
  };
}

export function accountUpdate(
  event: EventOf<'account'>,
  account: Account,
  markOf: (symbol: string) => Decimal,
  eventMs: number,
): UserEvent {
  const { position } = event;
  const isolated =
    position !== undefined && account.symbolSettings(position.symbol).marginType === 'ISOLATED';
  return {
    e: 'ACCOUNT_UPDATE',
    E: eventMs,
    T: event.timeMs,
    a: {
      m: event.reason,
      B: [
        {
          a: 'USDT',
          wb: event.wallet.toFixed(8),
          cw: event.crossWallet.toFixed(8),
          bc: event.balanceChange.toFixed(),
        },
        ...(event.bnb === undefined
          ? []
          : [{ a: 'BNB', wb: event.bnb.toFixed(8), cw: event.bnb.toFixed(8), bc: '0' }]),
      ],
      P:
        position === undefined
          ? []
          : [
              {
                s: position.symbol,
                pa: position.amount.toFixed(),
                ep: position.entryPrice.toFixed(),
                bep: position.entryPrice.toFixed(),
                cr: position.realized.toFixed(8),
                up: unrealizedPnl(position, markOf(position.symbol)).toFixed(8),
                mt: isolated ? 'isolated' : 'cross',
                iw: position.isolatedWallet.toFixed(8),
                ps: position.positionSide,
                ma: 'USDT',
              },
            ],
    },
  };
}

export function algoUpdate(event: EventOf<'algo'>, spec: SymbolSpec, eventMs: number): UserEvent {
  const { algo, actual } = event;
  return {
    e: 'ALGO_UPDATE',
    T: event.timeMs,
    E: eventMs,
    o: {
      caid: algo.clientAlgoId,
      aid: wireId(algo.id),
      at: 'CONDITIONAL',
      o: algo.type,
      s: algo.symbol,
      S: algo.side,
      ps: algo.positionSide,
      f: algo.timeInForce,
      q: algo.quantity.toFixed(spec.quantityDecimals),
      X: algo.status,
      ai: algo.actualOrderId === undefined ? '' : String(algo.actualOrderId),
      ap: actual === undefined ? '0.00' : averagePrice(actual, spec),
      aq: actual === undefined ? '0' : actual.executed.toFixed(spec.quantityDecimals),
      act: actual?.type ?? '',
      tp: algo.triggerPrice.toFixed(spec.priceDecimals),
      p: algo.price.toFixed(spec.priceDecimals),
      V: 'EXPIRE_MAKER',
      wt: algo.workingType,
      pm: 'NONE',
      cp: algo.closePosition,
      pP: algo.priceProtect,
      R: algo.reduceOnly,
      tt: algo.triggeredAtMs,
      gtd: 0,
      ...(algo.rejectReason === '' ? {} : { rm: algo.rejectReason }),
      ia: false,
    },
  };
}

/** The venue announces leverage and the asset mode; other settings change without a word. */
export function accountConfigUpdate({ change, timeMs }: EventOf<'config'>, eventMs: number): UserEvent[] {
  const event = { e: 'ACCOUNT_CONFIG_UPDATE', E: eventMs, T: timeMs };
  if (change.setting === 'leverage') return [{ ...event, ac: { s: change.symbol, l: change.leverage } }];
  return change.setting === 'multiAssets' ? [{ ...event, ai: { j: change.on } }] : [];
}

export function listenKeyExpired(listenKey: string, eventMs: number): UserEvent {
  return { e: 'listenKeyExpired', E: eventMs, listenKey };
}

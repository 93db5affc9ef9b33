/**
 * What the exchange reports without being asked. A stream may lose, repeat, delay and reorder events; it
 * never lies about being whole: after every connect, reconnect or broken sequence it says `gap`, and the
 * listener must read before it trusts.
 */
import type { Kline } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { PositionSide, Side } from './instrument';
import type { BookTicker, MarkPrice, PriceLevel } from './market-data';
import type { ConditionalOrder, Order } from './orders';

export interface StreamDown {
  readonly kind: 'down';
  readonly reason: string;
}

/** The stream is live now; what happened before this moment may be missing. */
export interface StreamGap {
  readonly kind: 'gap';
  readonly reason: string;
}

/** A frame that cannot be read was dropped; treat it like a gap. */
export interface StreamUnreadable {
  readonly kind: 'unreadable';
  readonly reason: string;
}

export interface StreamHandle {
  /** Connected, subscribed and heard from lately. */
  isLive(): boolean;
  close(): Promise<void>;
}

// ---- market ----

export type MarketSubscription =
  | {
      readonly kind: 'kline';
      readonly market: 'spot' | 'perp';
      readonly symbol: string;
      readonly timeframe: Timeframe;
    }
  | { readonly kind: 'book_ticker'; readonly symbol: string }
  | { readonly kind: 'depth'; readonly symbol: string }
  | { readonly kind: 'mark_price'; readonly symbol: string }
  | { readonly kind: 'liquidations' };

export interface Liquidation {
  readonly symbol: string;
  readonly side: Side;
  readonly price: string;
  readonly quantity: string;
  readonly timeMs: number;
}

export type MarketEvent =
  | {
      readonly kind: 'kline';
      readonly market: 'spot' | 'perp';
      readonly symbol: string;
      readonly timeframe: Timeframe;
      readonly isClosed: boolean;
      readonly kline: Kline;
    }
  | { readonly kind: 'book_ticker'; readonly ticker: BookTicker }
  | {
      readonly kind: 'depth';
      readonly symbol: string;
      readonly bids: readonly PriceLevel[];
      readonly asks: readonly PriceLevel[];
      readonly timeMs: number;
    }
  | { readonly kind: 'mark_price'; readonly mark: MarkPrice }
  | { readonly kind: 'liquidation'; readonly liquidation: Liquidation }
  | StreamDown
  | (StreamGap & { readonly subscriptions: readonly MarketSubscription[] })
  | StreamUnreadable;

export interface MarketStream {
  open(subscriptions: readonly MarketSubscription[], listener: (event: MarketEvent) => void): StreamHandle;
}

// ---- user ----

export interface Fill {
  readonly tradeId: string;
  readonly price: string;
  readonly quantity: string;
  readonly commission: string;
  readonly commissionAsset: string | undefined;
  readonly realizedPnl: string;
  readonly isMaker: boolean;
}

export interface BalanceChange {
  readonly asset: string;
  readonly wallet: string;
  readonly change: string;
}

export interface PositionChange {
  readonly symbol: string;
  readonly positionSide: PositionSide | undefined;
  readonly quantity: string;
  readonly entryPrice: string;
  readonly unrealizedPnl: string;
}

/** eventTimeMs orders events of different kinds; occurredAtMs is when the exchange acted. */
export interface UserEventTimes {
  readonly eventTimeMs: number;
  readonly occurredAtMs: number;
}

export type UserEvent =
  | (UserEventTimes & { readonly kind: 'order'; readonly order: Order; readonly fill: Fill | undefined })
  | (UserEventTimes & {
      readonly kind: 'conditional';
      readonly order: ConditionalOrder;
      readonly rejectReason: string | undefined;
    })
  | (UserEventTimes & {
      readonly kind: 'account';
      /** The exchange's word, e.g. ORDER, FUNDING_FEE. */
      readonly reason: string;
      readonly balances: readonly BalanceChange[];
      readonly positions: readonly PositionChange[];
    })
  | (UserEventTimes & { readonly kind: 'leverage'; readonly symbol: string; readonly leverage: number })
  | (UserEventTimes & { readonly kind: 'multi_assets'; readonly isMultiAssets: boolean })
  | { readonly kind: 'margin_call'; readonly eventTimeMs: number }
  /** Something new at the exchange: reconcile rather than guess. */
  | { readonly kind: 'unrecognised'; readonly type: string }
  | StreamDown
  | StreamGap
  | StreamUnreadable;

export interface UserStream {
  open(listener: (event: UserEvent) => void): StreamHandle;
}

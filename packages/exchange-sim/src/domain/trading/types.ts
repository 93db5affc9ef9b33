/**
 * The vocabulary of the trading side. Records are immutable: a change is a new record, which makes old states
 * readable.
 */
import type { Decimal } from 'decimal.js';
import type { VenueError } from '../errors';

export type Side = 'BUY' | 'SELL';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTX' | 'GTD';
export type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED';
export type AlgoType = 'STOP_MARKET' | 'TAKE_PROFIT_MARKET' | 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP_MARKET';
export type WorkingType = 'CONTRACT_PRICE' | 'MARK_PRICE';
export type MarginType = 'CROSSED' | 'ISOLATED';
/** BOTH in one-way mode; in hedge mode each symbol has a long and a short position of its own. */
export type PositionSide = 'BOTH' | 'LONG' | 'SHORT';

export interface Order {
  readonly id: bigint;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly type: 'LIMIT' | 'MARKET' | 'LIQUIDATION';
  /** What the client asked for; an order born from a trigger keeps the trigger's type. */
  readonly origType: 'LIMIT' | 'MARKET' | 'LIQUIDATION' | AlgoType;
  readonly timeInForce: TimeInForce;
  readonly price: Decimal;
  readonly stopPrice: Decimal;
  readonly quantity: Decimal;
  readonly executed: Decimal;
  readonly quoteFilled: Decimal;
  /** Asked for in one-way mode; in hedge mode every order against its position side is one. */
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  readonly workingType: WorkingType;
  /** When a GTD order is cancelled by the venue; zero for the others. */
  readonly goodTillMs: number;
  /** How the price was chosen from the book, or NONE. */
  readonly priceMatch: string;
  readonly status: OrderStatus;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A stop that follows the price at a distance once it is active. */
export interface Trailing {
  /** Zero is active from the start. */
  readonly activatePrice: Decimal;
  /** Percent. */
  readonly callbackRate: Decimal;
  /** The best price since the stop became active; undefined before. */
  readonly extreme: Decimal | undefined;
}

/** What a change of a resting order replaced. */
export interface Amendment {
  readonly id: number;
  readonly order: Order;
  readonly before: Order;
  readonly count: number;
  readonly timeMs: number;
}

export interface MarginChange {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  /** 1 adds, 2 takes away. */
  readonly type: 1 | 2;
  readonly amount: Decimal;
  readonly timeMs: number;
}

export type AlgoStatus =
  | 'NEW'
  | 'TRIGGERING'
  | 'TRIGGERED'
  | 'FINISHED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'REJECTED';

export interface AlgoOrder {
  readonly id: bigint;
  readonly clientAlgoId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly type: AlgoType;
  readonly timeInForce: TimeInForce;
  readonly triggerPrice: Decimal;
  readonly price: Decimal;
  /** Zero with closePosition: the position's size at the trigger decides. */
  readonly quantity: Decimal;
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  readonly priceProtect: boolean;
  readonly workingType: WorkingType;
  readonly trailing: Trailing | undefined;
  readonly status: AlgoStatus;
  readonly actualOrderId: bigint | undefined;
  readonly rejectReason: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly triggeredAtMs: number;
}

export interface Fill {
  readonly tradeId: number;
  readonly orderId: bigint;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly price: Decimal;
  readonly quantity: Decimal;
  readonly commission: Decimal;
  readonly commissionAsset: string;
  readonly realizedPnl: Decimal;
  readonly maker: boolean;
  readonly timeMs: number;
}

export interface Position {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  /** Positive long, negative short. */
  readonly amount: Decimal;
  readonly entryPrice: Decimal;
  /** Margin set aside for an isolated position; zero when crossed. */
  readonly isolatedWallet: Decimal;
  /** Realised profit since the account began, before fees. */
  readonly realized: Decimal;
  readonly updatedAtMs: number;
}

export interface Income {
  readonly tranId: bigint;
  readonly symbol: string;
  readonly type: 'FUNDING_FEE' | 'REALIZED_PNL' | 'COMMISSION' | 'INSURANCE_CLEAR' | 'TRANSFER';
  readonly amount: Decimal;
  readonly asset: string;
  readonly info: string;
  readonly tradeId: string;
  readonly timeMs: number;
}

/** A setting of the account, or of one symbol of it. */
export type ConfigChange =
  | { readonly setting: 'leverage'; readonly symbol: string; readonly leverage: number }
  | { readonly setting: 'marginType'; readonly symbol: string; readonly marginType: MarginType }
  | { readonly setting: 'hedgeMode' | 'multiAssets' | 'feeBurn'; readonly on: boolean };

export type AccountUpdateReason = 'ORDER' | 'FUNDING_FEE' | 'DEPOSIT' | 'MARGIN_TRANSFER' | 'INSURANCE_CLEAR';

/** What happened, in the order it happened; the shell turns these into ledger entries and stream messages. */
export type VenueEvent =
  | {
      readonly kind: 'order';
      readonly accountId: string;
      readonly order: Order;
      readonly execution: 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED' | 'CALCULATED' | 'AMENDMENT';
      readonly fill?: Fill;
      readonly amendment?: Amendment;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'account';
      readonly accountId: string;
      readonly reason: AccountUpdateReason;
      /** Undefined when only the balance changed. */
      readonly position: Position | undefined;
      readonly balanceChange: Decimal;
      readonly wallet: Decimal;
      readonly crossWallet: Decimal;
      /** The BNB balance, when it changed. */
      readonly bnb?: Decimal;
      readonly marginChange?: MarginChange;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'algo';
      readonly accountId: string;
      readonly algo: AlgoOrder;
      readonly actual: Order | undefined;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'config';
      readonly accountId: string;
      readonly change: ConfigChange;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'income';
      readonly accountId: string;
      readonly income: Income;
      readonly timeMs: number;
    };

/** A refusal or a value. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: VenueError };

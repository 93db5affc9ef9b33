/**
 * The account behind the key: what it holds, what it earned and paid, how it is set up, what the key may do.
 */
import type { PositionSide, Side } from './instrument';
import type { TimeSpan } from './orders';
import type { Priority, ReadOutcome } from './outcomes';

export interface Balance {
  readonly asset: string;
  readonly wallet: string;
  readonly available: string;
  readonly unrealizedPnl: string;
}

/** hedge: a long and a short position per symbol. one_way: all orders of a symbol net into one position. */
export type PositionMode = 'hedge' | 'one_way';

/** How the account is set up, as far as trading depends on it. */
export interface AccountSettings {
  readonly positionMode: PositionMode;
  /** What the account holds in other assets counts as margin too. */
  readonly isMultiAssets: boolean;
  readonly canTrade: boolean;
}

export interface SymbolSettings {
  readonly symbol: string;
  readonly leverage: number;
  readonly marginType: MarginType;
}

/** One side of a symbol. */
export interface Position {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  /** Signed: below zero is short. */
  readonly quantity: string;
  readonly entryPrice: string;
  readonly markPrice: string;
  readonly unrealizedPnl: string;
  /** '0' without one. */
  readonly liquidationPrice: string;
  readonly notional: string;
}

export interface Trade {
  readonly symbol: string;
  readonly tradeId: string;
  readonly orderId: string;
  readonly side: Side;
  /** Undefined on an account without hedge mode. */
  readonly positionSide: PositionSide | undefined;
  readonly price: string;
  readonly quantity: string;
  readonly commission: string;
  readonly commissionAsset: string;
  readonly realizedPnl: string;
  readonly isMaker: boolean;
  readonly timeMs: number;
}

export interface Income {
  readonly kind:
    | 'funding'
    | 'commission'
    | 'rebate'
    | 'realized_pnl'
    | 'liquidation_fee'
    | 'transfer'
    | 'other';
  /** The exchange's word for it. */
  readonly type: string;
  readonly symbol: string | undefined;
  readonly amount: string;
  readonly asset: string;
  readonly transactionId: string;
  readonly timeMs: number;
}

export type MarginType = 'isolated' | 'cross';

export interface KeyPermissions {
  readonly canRead: boolean;
  readonly canTradeFutures: boolean;
  readonly canWithdraw: boolean;
  readonly isIpRestricted: boolean;
}

export interface Account {
  balances(priority?: Priority): Promise<ReadOutcome<readonly Balance[]>>;
  /** Open positions only. */
  positions(symbol?: string, priority?: Priority): Promise<ReadOutcome<readonly Position[]>>;
  /** Every trade of the span, oldest first, however many windows and pages the exchange cuts it into. */
  trades(symbol: string, range: TimeSpan, priority?: Priority): Promise<ReadOutcome<readonly Trade[]>>;
  /** Every payment of the span, oldest first. */
  income(span: TimeSpan & { readonly symbol?: string }): Promise<ReadOutcome<readonly Income[]>>;
  settings(): Promise<ReadOutcome<AccountSettings>>;
  symbolSettings(symbol: string): Promise<ReadOutcome<SymbolSettings>>;
  /** `ok` also when the account is in that mode already; refused while it has positions or orders. */
  setPositionMode(mode: PositionMode): Promise<ReadOutcome<void>>;
  setLeverage(symbol: string, leverage: number): Promise<ReadOutcome<void>>;
  /** `ok` also when the symbol has that margin type already. */
  setMarginType(symbol: string, marginType: MarginType): Promise<ReadOutcome<void>>;
  keyPermissions(): Promise<ReadOutcome<KeyPermissions>>;
  /** Fees are paid in the exchange's own asset, for less, while the account holds any. */
  hasFeeDiscount(): Promise<ReadOutcome<boolean>>;
}

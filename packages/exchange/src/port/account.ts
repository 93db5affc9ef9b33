/** The account behind the key: what it holds, what it earned and paid, how it is set up, what the key may do. */
import type { Side } from './instrument';
import type { TimeRange } from './orders';
import type { Priority, ReadOutcome } from './outcomes';

export interface Balance {
  readonly asset: string;
  readonly wallet: string;
  readonly available: string;
  readonly unrealizedPnl: string;
}

export interface Position {
  readonly symbol: string;
  /** Signed: below zero is short. */
  readonly quantity: string;
  readonly entryPrice: string;
  readonly markPrice: string;
  readonly unrealizedPnl: string;
  /** '0' when there is none. */
  readonly liquidationPrice: string;
  readonly notional: string;
  readonly updatedAtMs: number;
}

export interface Trade {
  readonly symbol: string;
  readonly tradeId: string;
  readonly orderId: string;
  readonly side: Side;
  readonly price: string;
  readonly quantity: string;
  readonly commission: string;
  readonly commissionAsset: string;
  readonly realizedPnl: string;
  readonly isMaker: boolean;
  readonly timeMs: number;
}

export interface Income {
  readonly kind: 'funding' | 'commission' | 'realized_pnl' | 'liquidation_fee' | 'transfer' | 'other';
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
  trades(symbol: string, range: TimeRange, priority?: Priority): Promise<ReadOutcome<readonly Trade[]>>;
  income(range: TimeRange & { readonly symbol?: string }): Promise<ReadOutcome<readonly Income[]>>;
  setLeverage(symbol: string, leverage: number): Promise<ReadOutcome<void>>;
  /** `ok` also when the symbol has that margin type already. */
  setMarginType(symbol: string, marginType: MarginType): Promise<ReadOutcome<void>>;
  keyPermissions(): Promise<ReadOutcome<KeyPermissions>>;
}

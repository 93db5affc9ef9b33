/** Everything an exchange offers us, by concern. A service takes the parts it needs, never the whole. */
import type { Account, PositionMode } from './account';
import type { Filters, VenueClock } from './instrument';
import type { MarketData } from './market-data';
import type { ConditionalOrders, Orders } from './orders';
import type { MarketStream, UserStream } from './streams';

export interface Exchange {
  /** How orders are sent here. Where it is `one_way`, bots on one symbol would net against each other. */
  readonly positionMode: PositionMode;
  readonly clock: VenueClock;
  readonly filters: Filters;
  readonly marketData: MarketData;
  readonly marketStream: MarketStream;
  readonly account: Account;
  readonly orders: Orders;
  readonly conditionalOrders: ConditionalOrders;
  readonly userStream: UserStream;
  /** Ends connections and streams; requests under way are given up. */
  close(): Promise<void>;
}

/** A venue at a standstill, for tests of the trading rules. */
import type { Account } from './account';
import { placeAlgo } from './algos';
import { type OrderParams, placeOrder } from './orders';
import type { AlgoOrder, Order, Outcome } from './types';
import { Venue } from './venue';

export const NOW = Date.UTC(2026, 2, 3, 12);

export interface Bench {
  readonly venue: Venue;
  readonly account: Account;
  /** The BTC price now, as a number. */
  readonly price: number;
  place(params: OrderParams, timeMs?: number): Outcome<Order>;
  algo(params: OrderParams, timeMs?: number): Outcome<AlgoOrder>;
}

export function newBench(seed = 1, balance = '100000', hedgeMode = false): Bench {
  const venue = new Venue({
    seed,
    symbols: ['BTCUSDT', 'ETHUSDT'],
    replay: new Map(),
    makerFee: '0.0002',
    takerFee: '0.0004',
    fundingIntervalMs: 8 * 3_600_000,
    initialBalance: balance,
    initialBnb: '0',
    hedgeMode,
  });
  venue.processedToMs = NOW;
  const account = venue.account('main');
  return {
    venue,
    account,
    price: venue.lastPrice('BTCUSDT', NOW).toNumber(),
    place: (params, timeMs = NOW) => placeOrder(venue, account, { symbol: 'BTCUSDT', ...params }, timeMs),
    algo: (params, timeMs = NOW) =>
      placeAlgo(venue, account, { symbol: 'BTCUSDT', algoType: 'CONDITIONAL', ...params }, timeMs),
  };
}

export function granted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${outcome.error.code} ${outcome.error.msg}`);
  return outcome.value;
}

export function codeOf(outcome: Outcome<unknown>): number {
  return outcome.ok ? 0 : outcome.error.code;
}

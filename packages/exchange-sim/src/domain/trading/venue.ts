/**
 * The venue's state and its small primitives: listed symbols, accounts, the book of the moment, ids and the event log.
 * Rules live beside it, one file each: orders.ts, matching.ts, algos.ts, funding.ts, liquidation.ts, advance.ts.
 * Time is always an argument and never runs backwards.
 */
import { Decimal } from 'decimal.js';
import { BOOK_EPOCH_MS, type Book, buildBook } from '../book';
import { Climate } from '../market/climate';
import type { ReplayBars } from '../market/csv';
import { Klines } from '../market/klines';
import { Market } from '../market/market';
import { MinuteFactors } from '../market/minutes';
import { hashText } from '../random';
import { defaultFilters, type SymbolFilters, symbolSpec } from '../symbols';
import { Account } from './account';
import type { AlgoOrder, VenueEvent } from './types';

export interface VenueOptions {
  readonly seed: number;
  readonly symbols: readonly string[];
  readonly replay: ReadonlyMap<string, ReplayBars>;
  readonly makerFee: string;
  readonly takerFee: string;
  readonly fundingIntervalMs: number;
  readonly initialBalance: string;
  /** The position mode of a new account. */
  readonly hedgeMode: boolean;
}

export interface Listing {
  readonly market: Market;
  readonly perp: Klines;
  readonly spot: Klines;
  filters: SymbolFilters;
  /** Scales the book; small numbers force partial fills. */
  liquidity: number;
  book: Book | undefined;
}

/** What an injected fault does to a conditional order that triggers. */
export type TriggerFault = 'rejected' | 'stuck' | undefined;

export class Venue {
  readonly listings = new Map<string, Listing>();
  readonly accounts = new Map<string, Account>();
  readonly makerFee: Decimal;
  readonly takerFee: Decimal;
  fundingIntervalMs: number;
  /** Everything up to this moment has been matched and settled. */
  processedToMs = 0;
  /** Asked when a conditional order triggers; the fault menu answers. */
  triggerFault: (algo: AlgoOrder) => TriggerFault = () => undefined;
  private events: VenueEvent[] = [];
  private nextOrderId: bigint;
  private nextAlgoId: bigint;
  private nextTranId: bigint;
  private nextTradeId: number;

  constructor(readonly options: VenueOptions) {
    this.makerFee = new Decimal(options.makerFee);
    this.takerFee = new Decimal(options.takerFee);
    this.fundingIntervalMs = options.fundingIntervalMs;
    const offset = BigInt(hashText(options.seed, 'ids') % 1_000_000);
    this.nextOrderId = 8_389_765_000_000_000_000n + offset * 1_000_000n;
    this.nextAlgoId = 4_000_000_000_000_000_000n + offset * 1_000_000n;
    this.nextTranId = 9_689_322_000_000_000_000n + offset * 1_000_000n;
    this.nextTradeId = 5_000_000_000 + (hashText(options.seed, 'trades') % 1_000_000);
    this.list(options);
  }

  private list(options: VenueOptions): void {
    const climate = new Climate(options.seed);
    const factors = new MinuteFactors(climate);
    for (const symbol of options.symbols) {
      const spec = symbolSpec(symbol);
      const market = new Market(options.seed, spec, climate, factors, options.replay.get(symbol));
      this.listings.set(symbol, {
        market,
        perp: new Klines(market, 'perp'),
        spot: new Klines(market, 'spot'),
        filters: defaultFilters(spec),
        liquidity: 1,
        book: undefined,
      });
    }
  }

  account(id: string): Account {
    let account = this.accounts.get(id);
    if (account === undefined) {
      account = new Account(id, this.options.initialBalance, this.options.hedgeMode);
      this.accounts.set(id, account);
    }
    return account;
  }

  /** The price that margin and liquidation use. */
  markPrice(symbol: string, timeMs: number): Decimal {
    return new Decimal(this.listings.get(symbol)!.market.priceAt(timeMs).toFixed(8));
  }

  /** The price of the last trade: the market price on its tick. */
  lastPrice(symbol: string, timeMs: number): Decimal {
    const { market } = this.listings.get(symbol)!;
    return new Decimal((Math.round(market.ticksAt(timeMs)) / market.ticksPerUnit).toFixed(12));
  }

  book(symbol: string, timeMs: number): Book {
    const listing = this.listings.get(symbol)!;
    if (listing.book?.epoch !== Math.floor(timeMs / BOOK_EPOCH_MS)) {
      listing.book = buildBook(listing.market, timeMs, listing.liquidity);
    }
    return listing.book;
  }

  /** From `timeMs` on the price is `factor` times what it would have been. */
  pushPrice(symbol: string, factor: number, timeMs: number): void {
    const listing = this.listings.get(symbol)!;
    listing.market.push(timeMs, factor);
    listing.book = undefined;
  }

  nextFundingTimeMs(timeMs: number): number {
    return (Math.floor(timeMs / this.fundingIntervalMs) + 1) * this.fundingIntervalMs;
  }

  fundingRate(symbol: string, settlementMs: number): number {
    return this.listings.get(symbol)!.market.basis.fundingRateAt(settlementMs, this.fundingIntervalMs);
  }

  emit(event: VenueEvent): void {
    this.events.push(event);
  }

  /** Hands over what happened since the last call. */
  takeEvents(): VenueEvent[] {
    const events = this.events;
    if (events.length > 0) this.events = [];
    return events;
  }

  orderId(): bigint {
    return this.nextOrderId++;
  }

  algoId(): bigint {
    return this.nextAlgoId++;
  }

  tranId(): bigint {
    return this.nextTranId++;
  }

  tradeId(): number {
    return this.nextTradeId++;
  }

  /** Ids that were given out before are not given out again. */
  continueAfter(used: { orderId?: bigint; algoId?: bigint; tranId?: bigint; tradeId?: number }): void {
    const { orderId = -1n, algoId = -1n, tranId = -1n, tradeId = -1 } = used;
    if (orderId >= this.nextOrderId) this.nextOrderId = orderId + 1n;
    if (algoId >= this.nextAlgoId) this.nextAlgoId = algoId + 1n;
    if (tranId >= this.nextTranId) this.nextTranId = tranId + 1n;
    if (tradeId >= this.nextTradeId) this.nextTradeId = tradeId + 1;
  }
}

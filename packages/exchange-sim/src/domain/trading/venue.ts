/**
 * The venue's state and its small primitives: listed symbols, accounts, the book of the moment, ids and the
 * event log. Rules live beside it, one file each: orders.ts, matching.ts, algos.ts, funding.ts,
 * liquidation.ts, advance.ts. Time is always an argument and never runs backwards.
 */
import { Decimal } from 'decimal.js';
import { BOOK_EPOCH_MS, type Book, buildBook } from '../book';
import { Climate } from '../market/climate';
import type { ReplayBars } from '../market/csv';
import { Klines } from '../market/klines';
import { Market } from '../market/market';
import { MinuteFactors } from '../market/minutes';
import { lastTradeId } from '../market/trades';
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
  readonly initialBnb: string;
  /** The position mode of a new account. */
  readonly hedgeMode: boolean;
}

export interface Listing {
  readonly market: Market;
  readonly perp: Klines;
  readonly spot: Klines;
  readonly mark: Klines;
  filters: SymbolFilters;
  /** Scales the book; small numbers force partial fills. */
  liquidity: number;
  book: Book | undefined;
}

/** What a unit of the fee asset is worth. */
export const FEE_SYMBOL = 'BNBUSDT';

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
  /** Order and trade ids are counted per symbol, as the venue does. */
  private readonly lastOrderIds = new Map<string, bigint>();
  private readonly lastTradeIds = new Map<string, number>();
  private lastAlgoId: bigint;
  private lastTranId: bigint;
  private readonly feeMarket: Market;

  constructor(readonly options: VenueOptions) {
    this.makerFee = new Decimal(options.makerFee);
    this.takerFee = new Decimal(options.takerFee);
    this.fundingIntervalMs = options.fundingIntervalMs;
    const offset = BigInt(hashText(options.seed, 'ids') % 1_000_000);
    this.lastAlgoId = 1_000_000_000_000_000n + offset * 1_000n;
    this.lastTranId = 900_000_000_000_000_000n + offset * 1_000_000n;
    this.feeMarket = this.list(options);
  }

  /** Returns the market that prices the fee asset, listed or not. */
  private list(options: VenueOptions): Market {
    const climate = new Climate(options.seed);
    const factors = new MinuteFactors(climate);
    for (const symbol of options.symbols) {
      const spec = symbolSpec(symbol);
      const market = new Market(options.seed, spec, climate, factors, options.replay.get(symbol));
      this.listings.set(symbol, {
        market,
        perp: new Klines(market, 'perp'),
        spot: new Klines(market, 'spot'),
        mark: new Klines(market, 'mark'),
        filters: defaultFilters(spec),
        liquidity: 1,
        book: undefined,
      });
    }
    const listed = this.listings.get(FEE_SYMBOL)?.market;
    return listed ?? new Market(options.seed, symbolSpec(FEE_SYMBOL), climate, factors, undefined);
  }

  account(id: string): Account {
    let account = this.accounts.get(id);
    if (account === undefined) {
      const { initialBalance: balance, initialBnb: bnb, hedgeMode } = this.options;
      account = new Account(id, { balance, bnb, hedgeMode });
      this.accounts.set(id, account);
    }
    return account;
  }

  /** The price that margin and liquidation use. */
  markPrice(symbol: string, timeMs: number): Decimal {
    const market = symbol === FEE_SYMBOL ? this.feeMarket : this.listings.get(symbol)!.market;
    return new Decimal(market.markPriceAt(timeMs).toFixed(8));
  }

  /** The price of the last trade: the market price on its tick. */
  lastPrice(symbol: string, timeMs: number): Decimal {
    const { market } = this.listings.get(symbol)!;
    return new Decimal(Math.round(market.ticksAt(timeMs))).div(market.ticksPerUnit);
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

  /** Lets the event that was emitted at `from` be heard after those that followed it up to `to`. */
  postpone(from: number, to: number): void {
    const [event] = this.events.splice(from, 1);
    if (event !== undefined) this.events.splice(to, 0, event);
  }

  /** What has been emitted and not yet handed over. */
  pendingEvents(): readonly VenueEvent[] {
    return this.events;
  }

  /** Hands over what happened since the last call. */
  takeEvents(): VenueEvent[] {
    const events = this.events;
    if (events.length > 0) this.events = [];
    return events;
  }

  /** Other people's orders take ids too, so that one's own are not consecutive. */
  orderId(symbol: string): bigint {
    const last = this.lastOrderIds.get(symbol) ?? firstOrderId(this.options.seed, symbol);
    const id = last + 1n + BigInt(hashText(this.options.seed, String(last)) % 4096);
    this.lastOrderIds.set(symbol, id);
    return id;
  }

  algoId(): bigint {
    return ++this.lastAlgoId;
  }

  tranId(): bigint {
    return ++this.lastTranId;
  }

  /** A place in the symbol's own sequence of trades; another symbol may have the same one. */
  tradeId(symbol: string, timeMs: number): number {
    const market = this.listings.get(symbol)!.market;
    const id = Math.max(lastTradeId(market, timeMs), this.lastTradeIds.get(symbol) ?? 0) + 1;
    this.lastTradeIds.set(symbol, id);
    return id;
  }

  /** Ids that were given out before are not given out again. */
  continueAfter(event: VenueEvent): void {
    if (event.kind === 'algo' && event.algo.id > this.lastAlgoId) this.lastAlgoId = event.algo.id;
    if (event.kind === 'income' && event.income.tranId > this.lastTranId) {
      this.lastTranId = event.income.tranId;
    }
    if (event.kind !== 'order') return;
    const { id, symbol } = event.order;
    if (id > (this.lastOrderIds.get(symbol) ?? 0n)) this.lastOrderIds.set(symbol, id);
    if (event.fill !== undefined) this.lastTradeIds.set(symbol, event.fill.tradeId);
  }
}

/** Some symbols have ids beyond what a double can hold, as on the venue; each symbol has its own range. */
function firstOrderId(seed: number, symbol: string): bigint {
  const offset = BigInt(hashText(seed, symbol) % 1_000_000) * 1_000_000n;
  return hashText(1, symbol) % 3 === 2 ? 8_389_765_000_000_000_000n + offset : 100_000_000_000n + offset;
}

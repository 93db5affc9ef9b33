/**
 * What an operator or a test can do to the venue from outside the market: look into the ledger, inject
 * faults, move the clock and the price. The admin HTTP routes and in-process tests share these actions.
 */
import { Decimal } from 'decimal.js';
import type { ActiveFault, FaultRule } from '../domain/faults';
import type { LedgerEntry, LedgerQuery } from '../domain/ledger';
import type { RateLimitOptions } from '../domain/rate-limits';
import type { SymbolFilters } from '../domain/symbols';
import { type Account, positionSides } from '../domain/trading/account';
import { settleAccount } from '../domain/trading/advance';
import { cancelAlgo, placeAlgo } from '../domain/trading/algos';
import { settleFunding } from '../domain/trading/funding';
import { liquidatePosition } from '../domain/trading/liquidation';
import { cancelOrder, type OrderParams, placeOrder } from '../domain/trading/orders';
import { changeConfig, deposit } from '../domain/trading/settings';
import type { ConfigChange, Outcome, PositionSide } from '../domain/trading/types';
import type { Listing } from '../domain/trading/venue';
import { KEY_STATES, type KeyState } from '../options';
import type { Simulator } from '../simulator';
import { listenKeyExpired } from '../wire/events';
import { algoView, orderView } from '../wire/orders';

export interface ClockChange {
  /** Moves the market forward. */
  readonly advanceMs?: number | undefined;
  /**
   * Moves the clock forward without living through the time between: prices gap, nothing triggers on the way.
   */
  readonly skipMs?: number | undefined;
  /** Makes the venue's stated time wrong by this much. */
  readonly skewMs?: number | undefined;
  readonly speed?: number | undefined;
}

export interface MarketChange {
  readonly symbol: string;
  /** Moves the price there at once, or by a factor. */
  readonly price?: number | undefined;
  readonly factor?: number | undefined;
  readonly liquidity?: number | undefined;
}

export interface Cancellation {
  readonly symbol?: string;
  readonly clientId?: string;
}

export class AdminActions {
  constructor(
    private readonly sim: Simulator,
    private readonly closeSockets: (endpoint: string | undefined) => number,
  ) {}

  state() {
    const nowMs = this.sim.sync();
    return {
      nowMs,
      skewMs: this.sim.clock.skewMs,
      speed: this.sim.clock.speed,
      seed: this.sim.options.seed,
      symbols: [...this.sim.venue.listings.keys()],
      accounts: [...this.sim.venue.accounts.keys()],
      faults: this.sim.faults.list(),
      ledgerSeq: this.sim.ledger.lastSeq(),
    };
  }

  ledger(query: LedgerQuery = {}): LedgerEntry[] {
    this.sim.sync();
    return this.sim.ledger.query(query);
  }

  faults(): readonly ActiveFault[] {
    return this.sim.faults.list();
  }

  addFault(rule: FaultRule): ActiveFault {
    const fault = this.sim.faults.add(rule);
    this.sim.record('fault', undefined, { added: fault });
    return fault;
  }

  clearFaults(id?: number): void {
    this.sim.faults.clear(id);
    this.sim.record('fault', undefined, { cleared: id ?? 'all' });
  }

  seedFaults(seed: number): void {
    this.sim.faults.reseed(seed);
  }

  changeClock(change: ClockChange): void {
    this.sim.sync();
    if (change.speed !== undefined) this.sim.clock.setSpeed(change.speed);
    if (change.skewMs !== undefined) this.sim.clock.skewMs = change.skewMs;
    if (change.advanceMs !== undefined) this.sim.clock.advance(change.advanceMs);
    if (change.skipMs !== undefined) {
      this.sim.clock.advance(change.skipMs);
      this.sim.venue.processedToMs = this.sim.clock.nowMs();
    }
    this.sim.record('admin', undefined, { clock: change });
    this.sim.sync();
  }

  changeMarket(change: MarketChange): void {
    const nowMs = this.sim.sync();
    const listing = this.listing(change.symbol);
    if (change.liquidity !== undefined) {
      listing.liquidity = change.liquidity;
      listing.book = undefined;
    }
    const factor = change.price === undefined ? change.factor : change.price / listing.market.priceAt(nowMs);
    if (factor !== undefined) this.sim.venue.pushPrice(change.symbol, factor, nowMs);
    this.sim.record('admin', undefined, { market: change });
    for (const account of this.sim.venue.accounts.values()) settleAccount(this.sim.venue, account, nowMs);
    this.sim.flush();
  }

  markPrice(symbol: string): number {
    this.listing(symbol);
    return Number(this.sim.venue.markPrice(symbol, this.sim.sync()));
  }

  changeFilters(symbol: string, filters: Partial<SymbolFilters>): void {
    const listing = this.listing(symbol);
    listing.filters = { ...listing.filters, ...filters };
    this.sim.record('admin', undefined, { filters: { symbol, ...filters } });
  }

  changeLimits(limits: Partial<RateLimitOptions>): void {
    this.sim.limits.configure(limits);
    this.sim.limits.reset();
  }

  /**
   * Closes a share of a position as the venue would, of one side or all; `adl` deleverages instead of
   * liquidating.
   */
  liquidate(account: string, symbol: string, share = '1', adl = false, side?: PositionSide): void {
    const nowMs = this.sim.sync();
    this.listing(symbol);
    const owner = this.sim.venue.account(account);
    const prefix = adl ? 'adl_autoclose' : 'autoclose-';
    for (const positionSide of side === undefined ? positionSides(owner.hedgeMode) : [side]) {
      liquidatePosition(this.sim.venue, owner, { symbol, positionSide }, share, prefix, nowMs);
    }
    this.sim.flush();
  }

  /**
   * Trading ends: orders are cancelled, positions closed at the last price, and no order is taken any more.
   */
  delist(symbol: string): void {
    const nowMs = this.sim.sync();
    const { venue } = this.sim;
    this.listing(symbol);
    for (const account of venue.accounts.values()) {
      this.cancelByHand(account, { symbol }, nowMs);
      for (const positionSide of positionSides(account.hedgeMode)) {
        liquidatePosition(venue, account, { symbol, positionSide }, '1', 'settlement_autoclose-', nowMs);
      }
    }
    this.changeFilters(symbol, { status: 'CLOSE' });
    this.sim.flush();
  }

  /** The owner changes a setting by hand, by the venue's rules. */
  configure(account: string, change: ConfigChange): Outcome<unknown> {
    const nowMs = this.sim.sync();
    const changed = changeConfig(this.sim.venue, this.sim.venue.account(account), change, nowMs);
    this.sim.flush();
    return changed;
  }

  settleFunding(): void {
    settleFunding(this.sim.venue, this.sim.sync());
    this.sim.flush();
  }

  deposit(account: string, amount: string, asset: 'USDT' | 'BNB' = 'USDT'): void {
    deposit(this.sim.venue, this.sim.venue.account(account), amount, asset, this.sim.sync());
    this.sim.flush();
  }

  /** An order that did not come through the API, as if placed by hand. */
  trade(account: string, params: OrderParams): Outcome<unknown> {
    const nowMs = this.sim.sync();
    const placed = placeOrder(this.sim.venue, this.sim.venue.account(account), params, nowMs);
    this.sim.flush();
    if (!placed.ok) return placed;
    return { ok: true, value: orderView(placed.value, this.listing(placed.value.symbol).market.spec) };
  }

  /** A stop or take profit that did not come through the API. */
  algo(account: string, params: OrderParams): Outcome<unknown> {
    const nowMs = this.sim.sync();
    const algoType = 'CONDITIONAL';
    const placed = placeAlgo(this.sim.venue, this.sim.venue.account(account), { algoType, ...params }, nowMs);
    this.sim.flush();
    if (!placed.ok) return placed;
    const { spec } = this.listing(placed.value.symbol).market;
    return { ok: true, value: algoView(placed.value, spec, undefined) };
  }

  /** The owner closes a share of a position by hand, at market; the thin book may fill only part of it. */
  close(account: string, symbol: string, share = '1', side?: PositionSide): Outcome<unknown>[] {
    const owner = this.sim.venue.account(account);
    const { quantityDecimals } = this.listing(symbol).market.spec;
    const answers: Outcome<unknown>[] = [];
    for (const positionSide of side === undefined ? positionSides(owner.hedgeMode) : [side]) {
      const { amount } = owner.position(symbol, positionSide);
      const quantity = amount.abs().times(share).toFixed(quantityDecimals, Decimal.ROUND_UP);
      if (amount.isZero()) continue;
      const reduceOnly = positionSide === 'BOTH' ? { reduceOnly: 'true' } : {};
      const order = { symbol, side: amount.isNeg() ? 'BUY' : 'SELL', type: 'MARKET', quantity };
      answers.push(this.trade(account, { ...order, positionSide, ...reduceOnly }));
    }
    return answers;
  }

  /**
   * The owner cancels orders and stops by hand: all, of one symbol, or one by its client id; returns how
   * many.
   */
  cancel(account: string, which: Cancellation = {}): number {
    const nowMs = this.sim.sync();
    const cancelled = this.cancelByHand(this.sim.venue.account(account), which, nowMs);
    this.sim.flush();
    return cancelled;
  }

  /** The owner changes or loses an API key: see KEY_STATES. */
  changeKey(key: string, change: { readonly state?: KeyState; readonly canTrade?: boolean }): void {
    const record = this.sim.keys.get(key);
    if (record === undefined) throw new RangeError(`no such key: ${key}`);
    if (change.state !== undefined && !KEY_STATES.includes(change.state)) {
      throw new RangeError(`state must be one of ${KEY_STATES.join(', ')}`);
    }
    this.sim.keys.set(key, { ...record, ...change });
    this.sim.record('admin', record.account, { key, ...change });
  }

  /** Kills the account's listen key, with the venue's notice or without a word. */
  expireListenKey(account: string, silently: boolean): boolean {
    const key = this.sim.listenKeys.activeKey(account, this.sim.clock.monotonicMs());
    if (key === undefined) return false;
    if (!silently) this.sim.sink.deliver(account, listenKeyExpired(key, this.sim.clock.nowMs()));
    this.sim.listenKeys.close(account, this.sim.clock.monotonicMs());
    this.sim.record('admin', account, { listenKey: silently ? 'expired silently' : 'expired' });
    return true;
  }

  /** Cuts websocket connections, of one endpoint or all; returns how many. */
  disconnect(endpoint?: string): number {
    return this.closeSockets(endpoint);
  }

  reset(): void {
    this.sim.reset();
  }

  private cancelByHand(account: Account, which: Cancellation, nowMs: number): number {
    const wanted = (symbol: string, clientId: string) =>
      (which.symbol ?? symbol) === symbol && (which.clientId ?? clientId) === clientId;
    let cancelled = 0;
    for (const order of [...account.openOrders.values()]) {
      if (!wanted(order.symbol, order.clientOrderId)) continue;
      if (cancelOrder(this.sim.venue, account, order, nowMs).ok) cancelled++;
    }
    for (const algo of [...account.openAlgos.values()]) {
      if (!wanted(algo.symbol, algo.clientAlgoId)) continue;
      if (cancelAlgo(this.sim.venue, account, algo, nowMs).ok) cancelled++;
    }
    return cancelled;
  }

  private listing(symbol: string): Listing {
    const listing = this.sim.venue.listings.get(symbol);
    if (listing === undefined) throw new RangeError(`no such symbol: ${symbol}`);
    return listing;
  }
}

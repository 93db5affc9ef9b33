/**
 * Everything one account owns. Orders and algo orders keep every state they ever had, and positions and
 * balance keep snapshots, so that a read can be answered as of an earlier moment (the venue's reads do lag).
 */
import { Decimal } from 'decimal.js';
import { flatPosition } from './position';
import type {
  AlgoOrder,
  Amendment,
  ConfigChange,
  Fill,
  Income,
  MarginChange,
  MarginType,
  Order,
  Position,
  PositionSide,
} from './types';

export interface SymbolSettings {
  readonly leverage: number;
  readonly marginType: MarginType;
}

const DEFAULT_SETTINGS: SymbolSettings = { leverage: 20, marginType: 'CROSSED' };

interface Holdings {
  readonly atMs: number;
  /** Wallet balance, isolated wallets included. */
  readonly wallet: Decimal;
  readonly bnb: Decimal;
  readonly positions: ReadonlyMap<string, Position>;
}

/** What margin and views need of an account, now or as of an earlier moment. */
export interface AccountReader {
  readonly wallet: Decimal;
  readonly openOrders: ReadonlyMap<bigint, Order>;
  readonly hedgeMode: boolean;
  /** Everything of value backs every position, not only the quote asset. */
  readonly multiAssets: boolean;
  readonly bnb: Decimal;
  position(symbol: string, side: PositionSide): Position;
  positions(): IterableIterator<Position>;
  symbolSettings(symbol: string): SymbolSettings;
}

interface Dated {
  readonly id: bigint;
  readonly updatedAtMs: number;
}

/** Records that change over time, newest state last. */
export class Versions<T extends Dated> {
  private readonly states = new Map<bigint, T[]>();
  private readonly latestByClientId = new Map<string, bigint>();

  put(record: T, clientId: string): void {
    const states = this.states.get(record.id);
    if (states === undefined) {
      this.states.set(record.id, [record]);
      this.latestByClientId.set(clientId, record.id);
    } else states.push(record);
  }

  /** The record as it was at `asOfMs`; undefined when it did not exist yet. */
  get(id: bigint, asOfMs: number): T | undefined {
    return this.states.get(id)?.findLast((state) => state.updatedAtMs <= asOfMs);
  }

  /** A client id may be used again after its order ended: the newest order wins. */
  byClientId(clientId: string, asOfMs: number): T | undefined {
    const id = this.latestByClientId.get(clientId);
    return id === undefined ? undefined : this.get(id, asOfMs);
  }

  *all(asOfMs: number): Generator<T> {
    for (const id of this.states.keys()) {
      const state = this.get(id, asOfMs);
      if (state !== undefined) yield state;
    }
  }
}

/** The positions a symbol has in an account's mode. */
export function positionSides(hedgeMode: boolean): readonly PositionSide[] {
  return hedgeMode ? ['LONG', 'SHORT'] : ['BOTH'];
}

function heldKey(symbol: string, side: PositionSide): string {
  return `${symbol} ${side}`;
}

export class Account implements AccountReader {
  readonly orders = new Versions<Order>();
  readonly openOrders = new Map<bigint, Order>();
  readonly algos = new Versions<AlgoOrder>();
  readonly openAlgos = new Map<bigint, AlgoOrder>();
  readonly fills: Fill[] = [];
  readonly incomes: Income[] = [];
  readonly amendments: Amendment[] = [];
  readonly marginChanges: MarginChange[] = [];
  /** When the open orders of a symbol are all cancelled unless the countdown is renewed. */
  readonly countdowns = new Map<string, number>();
  /** Orders that came from a trigger, to finish their algo order with them. */
  readonly algoOfOrder = new Map<bigint, bigint>();
  wallet: Decimal;
  bnb: Decimal;
  hedgeMode: boolean;
  multiAssets = false;
  /** Fees are paid in BNB, cheaper, as long as there is some. */
  feeBurn = true;
  private readonly held = new Map<string, Position>();
  private readonly settings = new Map<string, SymbolSettings>();
  private readonly holdings: Holdings[] = [];

  constructor(
    readonly id: string,
    initial: { readonly balance: string; readonly bnb: string; readonly hedgeMode: boolean },
  ) {
    this.wallet = new Decimal(initial.balance);
    this.bnb = new Decimal(initial.bnb);
    this.hedgeMode = initial.hedgeMode;
    this.holdings.push({ atMs: 0, wallet: this.wallet, bnb: this.bnb, positions: new Map() });
  }

  position(symbol: string, side: PositionSide): Position {
    return this.held.get(heldKey(symbol, side)) ?? flatPosition(symbol, side);
  }

  positions(): IterableIterator<Position> {
    return this.held.values();
  }

  setPosition(position: Position): void {
    this.held.set(heldKey(position.symbol, position.positionSide), position);
  }

  /** Remembers wallet and positions as of now; call after each change. */
  remember(atMs: number): void {
    this.holdings.push({ atMs, wallet: this.wallet, bnb: this.bnb, positions: new Map(this.held) });
  }

  /** The account as a lagging read sees it. Settings and margin of open orders are always current. */
  asOf(asOfMs: number): AccountReader {
    const { wallet, bnb, positions } =
      this.holdings.findLast((holding) => holding.atMs <= asOfMs) ?? this.holdings[0]!;
    return {
      wallet,
      openOrders: this.openOrders,
      hedgeMode: this.hedgeMode,
      multiAssets: this.multiAssets,
      bnb,
      position: (symbol, side) => positions.get(heldKey(symbol, side)) ?? flatPosition(symbol, side),
      positions: () => positions.values() as IterableIterator<Position>,
      symbolSettings: (symbol) => this.symbolSettings(symbol),
    };
  }

  symbolSettings(symbol: string): SymbolSettings {
    return this.settings.get(symbol) ?? DEFAULT_SETTINGS;
  }

  configure(change: ConfigChange): void {
    switch (change.setting) {
      case 'hedgeMode':
      case 'multiAssets':
      case 'feeBurn':
        this[change.setting] = change.on;
        return;
      case 'leverage':
      case 'marginType': {
        const { setting: _, symbol, ...changed } = change;
        this.settings.set(symbol, { ...this.symbolSettings(symbol), ...changed });
      }
    }
  }

  putOrder(order: Order): void {
    this.orders.put(order, order.clientOrderId);
    if (order.status === 'NEW' || order.status === 'PARTIALLY_FILLED') this.openOrders.set(order.id, order);
    else this.openOrders.delete(order.id);
  }

  putAlgo(algo: AlgoOrder): void {
    this.algos.put(algo, algo.clientAlgoId);
    if (algo.status === 'NEW') this.openAlgos.set(algo.id, algo);
    else this.openAlgos.delete(algo.id);
  }

  /** A position on any side of the symbol. */
  holds(symbol: string): boolean {
    for (const { symbol: held, amount } of this.held.values()) {
      if (held === symbol && !amount.isZero()) return true;
    }
    return false;
  }

  hasActivity(symbol: string): boolean {
    if (this.holds(symbol) || this.countdowns.has(symbol)) return true;
    for (const order of this.openOrders.values()) if (order.symbol === symbol) return true;
    for (const algo of this.openAlgos.values()) if (algo.symbol === symbol) return true;
    return false;
  }
}

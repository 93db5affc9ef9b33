/**
 * What the executor needs from the world around it: its tables and the exchange. `store/` and `exchange/`
 * implement the ports, the composition root wires them. A port of one function is a function.
 */
import type {
  BotEventKind,
  IntentSide,
  Network,
  NetworkScope,
  OrderLeg,
  OrderStatus,
  PositionAdjustmentCause,
} from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type {
  Balance,
  CancelOutcome,
  Exchange,
  Income,
  MarkPrice,
  Position,
  PositionMode,
  PositionSide,
  Priority,
  QueryOutcome,
  ReadOutcome,
} from '@platform/exchange';
import type { ApprovedEntry, CapLimits, Refusal, RefusalReason } from '@platform/risk-rules';
import type { ExchangeOrder, OrderReference } from '../domain/exchange-order';
import type { OpenOrder, OrderReport, OrderSpaceName } from '../domain/order';
import type { Holding } from '../domain/protection';

export interface Intent {
  readonly intentId: string;
  readonly botId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly network: Network;
  readonly side: IntentSide;
  readonly quantity: string;
  readonly stopPrice: string | null;
  readonly takeProfitPrice: string | null;
  readonly fence: string;
  /** Goes with the decision from the bot to the fill. */
  readonly traceId: string | null;
  /** By the database's clock. */
  readonly ageMs: number;
  readonly barAgeMs: number | null;
  /** A later intent of the same bot for the same symbol is waiting too. */
  readonly isSuperseded: boolean;
  /** What became of its entry so far; null before there is one. */
  readonly entryStatus: OrderStatus | null;
  readonly isEntryFilled: boolean;
  /** An order to close was sent for it. */
  readonly hasExit: boolean;
  readonly leverage: number;
  /** By risk or by an operator. */
  readonly isPaused: boolean;
  /** Null when the lease of its strategy on the symbol was never held. */
  readonly leaseFence: string | null;
  readonly isLeaseHeld: boolean;
  /** What entries of the UTC day have used of the caps, its bot's and everybody's. */
  readonly botUsedUsd: string;
  readonly globalUsedUsd: string;
  /** The operator's bounds on entries, null where unset, and what the network holds already. */
  readonly orderMaxUsd: string | null;
  readonly grossMaxUsd: string | null;
  readonly grossUsd: string | null;
}

export type Outcome =
  | { readonly outcome: 'accepted'; readonly reason: string | null }
  | { readonly outcome: 'superseded'; readonly reason: string }
  | { readonly outcome: 'rejected'; readonly reason: RefusalReason };

/** Which intents still need an answer, and the one answer each of them gets. */
export interface Intents {
  /** Where undecided intents are waiting. */
  waitingSymbols(): Promise<readonly { readonly network: Network; readonly symbol: string }[]>;
  /** Oldest first. */
  undecided(network: Network, symbol: string): Promise<readonly Intent[]>;
  /** Outcome and event together. False when it was decided before. */
  decide(intent: Intent, decision: Outcome): Promise<boolean>;
}

export interface SymbolBook {
  readonly orders: readonly OpenOrder[];
  readonly holdings: readonly Holding[];
}

export interface HeldPosition {
  readonly symbol: string;
  /** Signed. */
  readonly quantity: string;
  readonly stopPrice: string;
  readonly leverage: number;
  /** An entry may still fill it: its margin is not set aside yet. */
  readonly isUnderWay: boolean;
}

/**
 * What is believed of a symbol: orders that may still change and each bot's holding. A fill that an order
 * reports but whose trade has not been booked yet counts already.
 */
export interface Books {
  load(network: Network, symbol: string): Promise<SymbolBook>;
  /** With the intents that wait for an answer, oldest first, as of the same moment. */
  loadWithIntents(
    network: Network,
    symbol: string,
  ): Promise<SymbolBook & { readonly intents: readonly Intent[] }>;
  /** Whether an order reports more filled than the trades booked for it. */
  hasUnbooked(network: Network, symbol: string): Promise<boolean>;
  /**
   * What is booked to bots of all symbols, and what their entries may add to it, where stop and leverage are
   * known.
   */
  held(network: Network): Promise<readonly HeldPosition[]>;
  /** Symbols with anything that may need attention. */
  activeSymbols(network: Network): Promise<readonly string[]>;
}

export interface WrittenOrder {
  readonly orderId: string;
  readonly clientOrderId: string;
}

export type EntryWritten =
  | { readonly kind: 'written'; readonly order: WrittenOrder }
  /** What the entry was judged by is no longer so: judge again. */
  | { readonly kind: 'outdated' }
  | Refusal;

/** Entries: lease, latch and caps are looked at once more where the row is written. */
export interface Entries {
  /** Committed when it resolves. */
  write(entry: ApprovedEntry, limits: CapLimits): Promise<EntryWritten>;
  /** What the day's entries have used of the caps, which count per network. */
  usage(): Promise<readonly CapUsage[]>;
}

export interface CapUsage {
  readonly network: Network;
  readonly botId: string;
  readonly usd: string;
}

export interface NewOrder {
  /** Null for orders that belong to no intent. */
  readonly intentId: string | null;
  readonly botId: string | null;
  readonly network: Network;
  readonly symbol: string;
  readonly leg: Exclude<OrderLeg, 'entry'>;
  readonly orderType: string;
  readonly space: OrderSpaceName;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly price?: string;
  readonly triggerPrice?: string;
  readonly flattenId?: string;
}

export interface Adopted extends Pick<OrderReport, 'clientOrderId' | 'status'> {
  readonly exchangeOrderId: string | null;
}

/** Order rows: written before the first byte leaves, and only ever moved forward. */
export interface Orders {
  writeAhead(order: NewOrder): Promise<WrittenOrder>;
  /** False when no row has this client order id. */
  report(network: Network, report: OrderReport): Promise<boolean>;
  /**
   * What we know ourselves: refused, never sent, or left in doubt. Does nothing to an order that has moved
   * on.
   */
  settle(clientId: string, status: OrderStatus, reason: string): Promise<void>;
  /** Orders of ours that left without a row, while the database was away. */
  adopt(order: NewOrder, found: Adopted): Promise<void>;
}

export interface ExchangeFill {
  readonly network: Network;
  readonly symbol: string;
  readonly tradeId: string;
  /** Of the order that was filled; the exchange's own closings have ids that no row has. */
  readonly clientOrderId: string;
  readonly exchangeOrderId: string;
  readonly isForced: boolean;
  /** Booked on an operator's word instead of a trade of the exchange. */
  readonly isAccepted?: boolean;
  readonly side: 'buy' | 'sell';
  /** Undefined on an account without hedge mode: then the holdings tell. */
  readonly positionSide: PositionSide | undefined;
  readonly quantity: string;
  readonly price: string;
  readonly fee: string;
  readonly feeAsset: string | null;
  /** Null when it could not be converted yet. */
  readonly feeUsd: string | null;
  readonly realizedPnl: string;
  readonly isMaker: boolean;
  readonly timeMs: number;
}

/** A holding changed by something else than orders of its own. */
export interface Adjustment {
  readonly network: Network;
  readonly symbol: string;
  readonly botId: string | null;
  /** Signed. */
  readonly change: string;
  readonly cause: PositionAdjustmentCause;
}

/** Notified of what a booking did, after it was committed. */
export interface FillObserver {
  onBooked(botId: string): void;
  onAdjusted(adjustment: Adjustment): void;
}

export interface Fills {
  /** Does nothing when the trade was booked before. */
  book(fill: ExchangeFill): Promise<void>;
  /**
   * As the stream reports it, which may be out of order. False when it closes more than anybody is known to
   * hold, or comes before earlier trades of its bot: booked now it would offset what is reported later, so it
   * waits to be read in its turn.
   */
  bookIfHeld(fill: ExchangeFill): Promise<boolean>;
  /** Which of these trades are booked. */
  booked(network: Network, symbol: string, tradeIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Since when trades of the symbol may be missing: the newest that is booked, or the first order that is
   * filled and not booked, or the first at all; null before that.
   */
  knownUntil(network: Network, symbol: string): Promise<number | null>;
}

/** Positions and cash beside what fills book. */
export interface Positions {
  intentOwner(intentId: string): Promise<string | null>;
  /** Exposure that no bot answers for. */
  bookUnexplained(network: Network, symbol: string, side: PositionSide, quantity: string): Promise<void>;
  /** Once each. `payer` names the side that a payment below zero belongs to where holdings cannot tell. */
  bookFunding(
    network: Network,
    payment: Income,
    amountUsd: string | null,
    payer: PositionSide,
  ): Promise<void>;
  /** Of transfers, and of fees that could not be converted when their trades were booked. */
  unpricedAssets(network: Network): Promise<readonly string[]>;
  /** Converts what is booked in it without a price. Fees count in their positions from then on. */
  priceAsset(network: Network, asset: string, priceUsd: string): Promise<void>;
  /** Once each: what comes and goes so is neither profit nor loss. What it is worth is said afterwards. */
  bookTransfer(network: Network, transfer: Income): Promise<void>;
  /** What fills and funding did to the wallet, by the exchange's own account of each. */
  bookedCash(network: Network): Promise<string>;
  /** When the newest payment was booked, or the first trade before any payment; null before that. */
  fundingKnownTo(network: Network): Promise<number | null>;
}

export interface FlattenStep {
  readonly network: Network;
  readonly symbol: string;
  readonly step: string;
  readonly traceId: string;
  readonly botId: string | null;
}

/** Events for observers. What cannot be written now waits and follows. */
export interface Events {
  record(
    kind: BotEventKind,
    metadata: object,
    ids?: { readonly botId?: string | null; readonly traceId?: string },
  ): Promise<void>;
  flattenStep(step: FlattenStep): Promise<void>;
  /** How many wait for the database. */
  waiting(): number;
}

export interface OperatorAction {
  readonly action: 'flatten' | 'clear_quarantine' | 'break_glass_flatten' | 'accept_position';
  /** Null when a refused request did not say. */
  readonly networkScope: NetworkScope | null;
  readonly outcome: object;
  readonly reason?: string | undefined;
  readonly traceId: string;
}

/** What operators did here. An action is carried out even when the database is away; its row follows. */
export type RecordOperatorAction = (action: OperatorAction) => Promise<void>;

export interface FlattenCommand {
  readonly id: string;
  readonly commandId: string;
  readonly scope: string;
  readonly network: Network | null;
}

/** Flatten commands: one may be carried out twice, never skipped. */
export interface Commands {
  /** Every flatten that is not done, oldest first. */
  pending(): Promise<readonly FlattenCommand[]>;
  markDone(id: string): Promise<void>;
  botsOfCluster(clusterId: string): Promise<readonly string[]>;
  /** False when the token was used before. */
  useConfirmToken(token: string, purpose: string): Promise<boolean>;
}

/** Holds the account for one executor at a time. */
export interface LockSession {
  /** False while another session holds it. */
  take(): Promise<boolean>;
  /** Fails when the session is gone, and the lock with it. */
  renew(): Promise<void>;
  /** Gives it up at once. */
  end(): void;
}

export interface AccountFigures {
  readonly walletUsd: string;
  readonly unrealisedPnlUsd: string;
  readonly marginUsedUsd: string;
  readonly availableUsd: string;
  /**
   * What positions pay at their next settlements, below zero received; null when a rate could not be read.
   */
  readonly fundingDueUsd: string | null;
  readonly fundingDueAtMs: number | null;
}

/** What was last seen of a network's account. */
export type RecordAccount = (
  network: Network,
  mode: PositionMode,
  figures: AccountFigures | undefined,
  problem: string | null,
) => Promise<void>;

/** Mark prices by network and symbol; one that could not be read is absent. */
export type Marks = ReadonlyMap<string, string>;

export function markKey(network: Network, symbol: string): string {
  return `${network}:${symbol}`;
}

/** The record of live trading, in the tables of backtests. */
export interface LiveRuns {
  /** Those with a run, with a fresh intent, or with a fill in no run yet. */
  botsToRecord(): Promise<readonly string[]>;
  /** Where the bot holds something, to be marked. */
  heldSymbols(botId: string): Promise<readonly { readonly network: Network; readonly symbol: string }[]>;
  /** Writes what is missing, all of it or nothing; a call too many adds nothing. */
  record(botId: string, marks: Marks): Promise<void>;
}

/** What a symbol's price and margin looked like a moment ago. */
export interface MarkSnapshot {
  readonly markPrice: string;
  readonly liquidationPrice: string | null;
}

export interface ExchangePrices {
  /** Undefined when it was too long ago to be called the present. */
  recentMark(symbol: string, side: PositionSide): MarkSnapshot | undefined;
  /** Asked for now, as an entry is judged by. */
  readMark(symbol: string, priority?: Priority): Promise<ReadOutcome<MarkPrice>>;
  /** As good as now: what was seen lately, or else asked for. */
  currentMark(symbol: string): Promise<string | undefined>;
  /** What an amount of an asset is worth; null when no price of it was ever read. */
  usdOf(amount: string, asset: string | undefined): Promise<string | null>;
  /** What entries may use as margin. */
  availableUsd(balances: readonly Balance[]): Promise<string>;
}

/** Both order spaces in one shape, so that the second one cannot be forgotten. */
export interface ExchangeOrders {
  openOrders(symbol?: string, priority?: Priority): Promise<ReadOutcome<readonly ExchangeOrder[]>>;
  /** One order by its client id. */
  query(reference: OrderReference, priority?: Priority): Promise<QueryOutcome<ExchangeOrder>>;
  cancel(reference: OrderReference): Promise<CancelOutcome>;
  /** Unreadable history does not say that the order is not in it. */
  mayBeInHistory(reference: OrderReference, sinceMs: number): Promise<boolean>;
}

/** The exchange on one network, as the executor uses it. */
export interface NetworkExchange extends ExchangePrices, ExchangeOrders {
  readonly network: Network;
  readonly port: Exchange;
  positions(symbol?: string, priority?: Priority): Promise<ReadOutcome<readonly Position[]>>;
}

export interface AccountView {
  readonly orders: readonly ExchangeOrder[];
  readonly positions: readonly Position[];
}

/** Open orders and positions for all desks of a network. */
export interface AccountReads {
  /** Never from before the last change of the symbol. */
  read(symbol: string): Promise<ReadOutcome<AccountView>>;
  /** Something of the symbol has changed, or may have. */
  changed(symbol: string): void;
}

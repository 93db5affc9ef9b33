/**
 * What happened in one seed, from three witnesses: the venue's ledger, the database (with the commit time of
 * every change) and the simulation's own log. All times are this machine's wall clock in milliseconds.
 * Checkers read nothing else.
 */
import type { OrderLeg, OrderStatus } from '@platform/contracts';
import type { PositionSide } from '@platform/exchange';

export interface History {
  /** `rest`: faults are over, positions may be open. `flat`: drained, restarted and flattened. */
  readonly phase: 'rest' | 'flat';
  readonly bounds: Bounds;
  readonly caps: HistoryCaps;
  readonly database: DatabaseHistory;
  readonly venue: VenueHistory;
  readonly log: SimulationLog;
}

/** The spec's bounds in the time of this run, with room for a busy machine. */
export interface Bounds {
  readonly haltToSilenceMs: number;
  /** What was read of the latch counts for so long. */
  readonly latchFreshMs: number;
  /** Until the simulation has seen that a life has compared its books. */
  readonly reconciledSeenMs: number;
  readonly uncoveredMs: number;
  readonly flattenBegunMs: number;
  readonly drainMs: number;
  /** From a condition that a breaker trips on to its trip. */
  readonly tripMs: number;
  /** After an outage of the database: until queries that hung in it have given up, twice over. */
  readonly databaseBackMs: number;
}

export interface HistoryCaps {
  readonly networkUsd: number;
  readonly perOrderUsd: number | null;
  readonly perBotDailyUsd: number | null;
  readonly globalDailyUsd: number | null;
}

export interface IntentRow {
  readonly intentId: string;
  readonly botId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: 'long' | 'short' | 'flat';
  readonly quantity: string;
  readonly fence: number;
  readonly outcome: 'accepted' | 'rejected' | 'superseded' | null;
  readonly reason: string | null;
}

export interface OrderRow {
  readonly clientOrderId: string;
  readonly intentId: string | null;
  readonly botId: string | null;
  readonly symbol: string;
  readonly leg: OrderLeg;
  readonly space: 'regular' | 'algo';
  readonly quantity: string;
  readonly filledQuantity: string;
  readonly status: OrderStatus;
  readonly notionalUsd: string | null;
  /** The flatten that it is an order of. */
  readonly flattenId: string | null;
  /** When the row first became visible to others. */
  readonly committedMs: number;
}

/** One committed state of an order row. */
export interface OrderStep {
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly leg: OrderLeg;
  readonly isNew: boolean;
  readonly status: OrderStatus;
  readonly filledQuantity: string;
}

export interface DatabaseHistory {
  readonly intents: readonly IntentRow[];
  /** How often each intent was given an outcome. */
  readonly outcomeWrites: ReadonlyMap<string, number>;
  /** When each intent's last outcome became visible to others. */
  readonly decidedMs: ReadonlyMap<string, number>;
  readonly orders: readonly OrderRow[];
  readonly orderSteps: readonly OrderStep[];
  readonly latch: readonly LatchStep[];
  readonly fences: readonly {
    readonly symbol: string;
    readonly strategy: string;
    readonly fence: number;
    readonly committedMs: number;
  }[];
  readonly fills: readonly {
    readonly symbol: string;
    /** With the number of the share where a closing was shared out: `17:1`. */
    readonly tradeId: string;
    readonly botId: string | null;
    readonly quantity: string;
    readonly fee: string;
  }[];
  readonly positions: readonly {
    readonly symbol: string;
    readonly botId: string | null;
    readonly quantity: string;
    readonly fees: string;
  }[];
  readonly funding: readonly { readonly transactionId: string; readonly amount: string }[];
  /** Of bots with a fill; null for one without a live run. */
  readonly equities: readonly {
    readonly botId: string;
    readonly allocated: string;
    readonly initialEquity: string | null;
  }[];
  /** Flattens that operators asked for. */
  readonly flattens: readonly {
    readonly flattenId: string;
    readonly scope: string;
    readonly isDone: boolean;
  }[];
  readonly unpublished: number;
  /** Null where no risk engine runs. */
  readonly risk: RiskHistory | null;
  /** Null where no bots run. */
  readonly bots: BotsHistory | null;
}

export interface BotsHistory {
  /** Evaluated bars, in the order of their commits. */
  readonly decisions: readonly {
    readonly botId: string;
    readonly openTimeMs: number;
    readonly previousDigest: string;
    readonly digest: string;
    readonly committedMs: number;
    /** What the strategy wants after it: 1, -1 or 0; null where more bars were decided on at once. */
    readonly target: number | null;
    /** What the bot's books said then, signed, and whether something it had asked for was under way. */
    readonly held: number;
    readonly isUnderWay: boolean;
  }[];
  readonly asked: readonly {
    readonly intentId: string;
    readonly botId: string;
    readonly side: 'long' | 'short' | 'flat';
    /** The newest bar it was decided on. */
    readonly barOpenTimeMs: number;
    readonly committedMs: number;
  }[];
  /** What each strategy wants to hold: 1, -1 or 0. */
  readonly targets: readonly { readonly botId: string; readonly target: number }[];
  /** Audits that found another decision than the bot's. */
  readonly divergences: number;
}

export interface LatchStep {
  readonly halted: boolean;
  readonly committedMs: number;
  /** Of the act that moved it; null where rows are written by hand. */
  readonly traceId: string | null;
}

export interface RiskHistory {
  readonly audits: readonly {
    readonly traceId: string;
    readonly action: string;
    readonly actor: string;
    readonly committedMs: number;
  }[];
  /** One committed state of a breaker's row. */
  readonly statuses: readonly {
    readonly breaker: string;
    readonly scope: string;
    readonly status: 'ok' | 'degraded' | 'tripped';
    readonly outcome: 'None' | 'PauseBots' | 'Flatten';
    readonly committedMs: number;
  }[];
  readonly drills: readonly { readonly breaker: string; readonly committedMs: number }[];
  /** Events of the outbox, and how often the bus took each. */
  readonly events: readonly { readonly eventId: string; readonly taken: number }[];
}

export interface VenueRequest {
  readonly seq: number;
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  readonly clientOrderId: string | null;
  /** Whose key signed it: 0 is the first that ever did. */
  readonly principal: number;
  /** Can only make its side of the position smaller. */
  readonly isReducing: boolean;
  /** Taken into the book. */
  readonly isAccepted: boolean;
  /** The venue refused for certain and said so. */
  readonly isRefused: boolean;
}

export interface VenueOrderState {
  readonly seq: number;
  readonly atMs: number;
  readonly id: string;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly positionSide: PositionSide;
  readonly quantity: string;
  readonly filledQuantity: string;
  readonly averagePrice: string;
  readonly isReducing: boolean;
  /** NEW or PARTIALLY_FILLED. */
  readonly isOpen: boolean;
}

export interface VenueStopState {
  readonly seq: number;
  readonly atMs: number;
  readonly id: string;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly positionSide: PositionSide;
  readonly quantity: string;
  readonly isStop: boolean;
  readonly isReducing: boolean;
  readonly status: string;
  /** Of one that was cancelled: a client asked for it, not the venue's own doing. */
  readonly isAskedFor: boolean;
}

export interface VenueHistory {
  readonly requests: readonly VenueRequest[];
  readonly orders: readonly VenueOrderState[];
  readonly stops: readonly VenueStopState[];
  readonly fills: readonly {
    readonly seq: number;
    readonly symbol: string;
    readonly tradeId: string;
    readonly orderId: string;
    readonly atMs: number;
    readonly side: 'buy' | 'sell';
    readonly positionSide: PositionSide;
    readonly quantity: string;
    readonly fee: string;
  }[];
  readonly positions: readonly {
    readonly seq: number;
    readonly atMs: number;
    readonly symbol: string;
    readonly positionSide: PositionSide;
    /** Signed. */
    readonly quantity: string;
  }[];
  readonly funding: readonly { readonly transactionId: string; readonly amount: string }[];
}

export interface ProcessEvent {
  readonly atMs: number;
  /**
   * `leads`: it has the lock of the account. `reconciled`: its books are compared with the venue, so that it
   * can protect what it holds.
   */
  readonly kind: 'spawned' | 'leads' | 'reconciled' | 'ready' | 'exited' | 'terminated' | 'frozen' | 'thawed';
  readonly exitCode?: number | null;
}

export interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A fault of the venue that touches one symbol excuses nothing on the others. */
export interface Trouble extends Interval {
  readonly symbol?: string | undefined;
}

/** A statement whose connection ended, before its work or after it, while the database went on. */
export interface LostStatement {
  readonly statement: string;
  readonly atMs: number;
}

export interface SimulationLog {
  readonly process: readonly ProcessEvent[];
  /** The lives of second executors, each started beside the first and killed after a while. */
  readonly second: readonly ProcessEvent[];
  /** The lives of the risk engine; none where none runs. */
  readonly risk: readonly ProcessEvent[];
  /** While these last, and are still felt, no stop can be expected. */
  readonly disturbed: readonly Trouble[];
  /** The executor's link to PostgreSQL, or PostgreSQL itself, was in trouble. */
  readonly databaseAway: readonly Interval[];
  readonly lostStatements: readonly LostStatement[];
  /** The venue is there and refuses stops. */
  readonly stopsRefused: readonly Trouble[];
  /** Where the venue's lots were coarser than what may be held: no stop can stand for less than one. */
  readonly coarse: readonly (Interval & { readonly symbol: string; readonly lot: string })[];
  /** From the first action of the schedule to the healing. */
  readonly played: Interval;
  readonly takenAtMs: number;
  /** The orderly end after healing: how the process left. */
  readonly drain: {
    readonly exitCode: number | null;
    readonly tookMs: number;
    readonly endedAtMs: number;
  } | null;
  /** Ready, or not ready for a reason that an operator must settle. */
  readonly readiness: 'ready' | 'not ready';
  /** When an executor had an answer from the latch; absent where that is not observed. */
  readonly latchReads: readonly number[] | undefined;
  /** Requests that left before the venue would hear them again. */
  readonly hasty: readonly string[];
  /** When it asked its database the same thing over and over, without a pause. */
  readonly spinning: readonly string[];
  /** Where a canary secret was seen. */
  readonly leaks: readonly string[];
}

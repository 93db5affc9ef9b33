/**
 * Everything that a schedule may do to the platform. Times are the executor's own: the driver divides them by
 * the time factor.
 */
import type { Breaker } from '@platform/contracts';
import type { FaultRule } from '@platform/exchange-sim';
import type { CrashPoint } from './crash-point';

export interface Bot {
  readonly name: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly cluster: string;
}

export interface IntentPlan {
  readonly kind: 'intent';
  readonly bot: number;
  readonly side: 'long' | 'short' | 'flat';
  readonly sizeUsd: number;
  readonly stop: 'normal' | 'missing' | 'wrong_side';
  readonly hasTarget: boolean;
  readonly fence: 'current' | 'stale';
  /** How often the row is inserted and announced on the bus. */
  readonly deliveries: number;
  /** Whether it is announced on the bus at all. */
  readonly isAnnounced: boolean;
}

export type Disturbance =
  | { readonly kind: 'crash'; readonly at: CrashPoint }
  | { readonly kind: 'kill' }
  | { readonly kind: 'terminate' }
  | { readonly kind: 'freeze'; readonly forMs: number }
  | { readonly kind: 'clock'; readonly jumpMs: number }
  | {
      readonly kind: 'postgres';
      readonly what: 'restart' | 'blackhole' | 'reset' | 'slow';
      readonly forMs: number;
    }
  | { readonly kind: 'nats'; readonly what: 'restart' | 'wipe' | 'blackhole'; readonly forMs: number }
  | { readonly kind: 'venue_link'; readonly what: 'blackhole' | 'reset' | 'slow'; readonly forMs: number }
  | { readonly kind: 'venue_fault'; readonly rule: FaultRule; readonly forMs: number }
  /** The venue takes no order for the symbol: trading pauses, or ends as before a delisting. */
  | {
      readonly kind: 'trading_break';
      readonly symbol: string;
      readonly status: 'BREAK' | 'SETTLING';
      readonly forMs: number;
    }
  /** The venue's clock is wrong by this much. */
  | { readonly kind: 'venue_clock'; readonly skewMs: number; readonly forMs: number }
  /** Another executor of the same account is started beside the first. */
  | { readonly kind: 'second_executor'; readonly forMs: number }
  | ({ readonly kind: 'risk' } & ServiceFault)
  /** One of the processes of the live bots. */
  | ({ readonly kind: 'bot'; readonly process: number } & ServiceFault);

export type ServiceFault =
  | { readonly what: 'kill' | 'terminate' }
  | { readonly what: 'freeze'; readonly forMs: number }
  | { readonly what: 'clock'; readonly jumpMs: number };

export type MarketEvent =
  | {
      readonly kind: 'market';
      readonly what: 'liquidate' | 'deleverage' | 'close_by_hand';
      readonly symbol: string;
      readonly side: 'LONG' | 'SHORT';
      /** Of the position on that side. */
      readonly share: string;
    }
  /**
   * A resting order that somebody placed by hand; the end of trading, with everything closed, until the seed
   * is healed.
   */
  | { readonly kind: 'market'; readonly what: 'order_by_hand' | 'delist'; readonly symbol: string }
  /** Somebody sets another leverage than the bots ask for. */
  | { readonly kind: 'market'; readonly what: 'leverage_by_hand'; readonly symbol: string }
  | {
      readonly kind: 'market';
      readonly what: 'funding' | 'disconnect' | 'expire_key' | 'expire_key_silently' | 'quiet_week';
    }
  | { readonly kind: 'market'; readonly what: 'price'; readonly symbol: string; readonly factor: number }
  | {
      readonly kind: 'market';
      readonly what: 'thin_book';
      readonly symbol: string;
      readonly liquidity: number;
    }
  | {
      readonly kind: 'market';
      readonly what: 'filters';
      readonly symbol: string;
      readonly minNotional: string;
      /** How many times as coarse as usual the quantity grid is. */
      readonly coarseness: number;
    };

export type Command =
  | { readonly kind: 'raise_fence'; readonly bot: number }
  | { readonly kind: 'latch'; readonly halted: boolean }
  | { readonly kind: 'flatten'; readonly scope: 'all' | 'symbol' | 'bot' | 'cluster'; readonly bot: number }
  | { readonly kind: 'drill'; readonly breaker: Breaker }
  | { readonly kind: 'break_glass' };

export type Action = { readonly atMs: number } & (IntentPlan | Disturbance | MarketEvent | Command);

export interface Caps {
  readonly perOrderUsd: number | null;
  readonly perBotDailyUsd: number | null;
  readonly globalDailyUsd: number | null;
}

export interface Schedule {
  readonly seed: number;
  readonly bots: readonly Bot[];
  /** These decide by themselves, where the world runs bots. */
  readonly liveBots: readonly Bot[];
  readonly caps: Caps;
  readonly actions: readonly Action[];
  readonly durationMs: number;
  /** Waits for a starting executor; an impatient one goes on as if nothing had happened. */
  readonly isPatient: boolean;
  /**
   * Of the statements to the database, how many lose their connection before their work or after it: 0 to 1.
   */
  readonly statementLoss: number;
}

/**
 * Bounds on how much is traded: per order, in all that a network holds, and per UTC day for one bot and for
 * all of them. What is in flight or unknown counts as used. A daily cap that is not set refuses nothing;
 * passing its advisory level is counted.
 */
import { Decimal } from 'decimal.js';
import { CAP_REASONS, type Cap, type Refusal } from './refusal';

/** In per-order bounds of the network: where an unset daily cap would be worth setting. */
const ADVISORY_ORDERS: Readonly<Record<DailyCap, number>> = { per_bot_daily: 10, global_daily: 50 };

export type DailyCap = 'per_bot_daily' | 'global_daily';

export interface CapLimits {
  /** Undefined: no bound beside the network's own. */
  readonly perOrderUsd: string | undefined;
  readonly perBotDailyUsd: string | undefined;
  readonly globalDailyUsd: string | undefined;
  /** The network's bound on one order, an invariant of its own. */
  readonly networkUsd: string;
}

/** What an operator set; null is no bound. */
export interface OperatorLimits {
  readonly operatorOrderUsd: string | null;
  /**
   * Of everything that the network holds: the limit in USD or the wallet times the leverage, whichever is
   * less.
   */
  readonly grossUsd: string | null;
}

export interface Usage {
  /** Notional of the UTC day so far, everything counted that may still fill. */
  readonly botUsd: string;
  readonly globalUsd: string;
  /** What the network holds and may still fill now. */
  readonly grossUsd: string;
}

export interface CapVerdict {
  readonly refusal: Refusal | null;
  /** Unset daily caps whose advisory level the order passes. */
  readonly wouldReject: readonly DailyCap[];
}

const CODES = {
  per_order: 'EXECUTOR_CAP_REJECT_PER_ORDER',
  gross_exposure: 'EXECUTOR_CAP_REJECT_EXPOSURE',
  per_bot_daily: 'EXECUTOR_CAP_REJECT_PER_BOT_DAILY',
  global_daily: 'EXECUTOR_CAP_REJECT_GLOBAL_DAILY',
} as const;

export function judgeCaps(notionalUsd: string, usage: Usage, limits: CapLimits & OperatorLimits): CapVerdict {
  const { perOrderUsd, perBotDailyUsd, globalDailyUsd, networkUsd } = limits;
  const checks: readonly (readonly [Cap, string, string | undefined])[] = [
    ['per_order', '0', perOrderUsd],
    ['per_order', '0', limits.operatorOrderUsd ?? undefined],
    ['gross_exposure', usage.grossUsd, limits.grossUsd ?? undefined],
    ['per_bot_daily', usage.botUsd, perBotDailyUsd],
    ['global_daily', usage.globalUsd, globalDailyUsd],
  ];
  const wouldReject: DailyCap[] = [];
  for (const [cap, usedUsd, limitUsd] of checks) {
    const afterUsd = new Decimal(usedUsd).plus(notionalUsd);
    if (limitUsd !== undefined) {
      if (afterUsd.gt(limitUsd)) return { refusal: capRefusal(cap, afterUsd, limitUsd), wouldReject };
    } else if (isDaily(cap) && afterUsd.gt(new Decimal(networkUsd).times(ADVISORY_ORDERS[cap]))) {
      wouldReject.push(cap);
    }
  }
  return { refusal: null, wouldReject };
}

function isDaily(cap: Cap): cap is DailyCap {
  return cap === 'per_bot_daily' || cap === 'global_daily';
}

function capRefusal(cap: Cap, afterUsd: Decimal, limitUsd: string): Refusal {
  const detail = `${afterUsd.toFixed(2)} USD, the cap is ${limitUsd}`;
  return { kind: 'refused', gate: 'cap', reason: CAP_REASONS[cap], code: CODES[cap], detail };
}

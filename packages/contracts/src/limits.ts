/** The limits table of the contract. Units are in the names. */

/**
 * Of routes whose bodies carry the parameters of strategies and overlays; every other route takes
 * DEFAULT_BODY_BYTES.
 */
export const MAX_BODY_BYTES = 1024 * 1024;
export const DEFAULT_BODY_BYTES = 64 * 1024;
/**
 * What a body may consist of, whatever its route: looked at before anything else is done with it, so that
 * refusing costs no more than reading. `values` counts every member of every object and array.
 */
export const BODY_SHAPE = { depth: 16, values: 1_000 } as const;
export const MAX_REASON_CHARS = 500;

export const WARMUP_DATASETS = { min: 1, max: 12 } as const;
/** lookback_bars and lookback_count. */
export const LOOKBACK_ROWS = { min: 1, max: 5000 } as const;
export const LOOKBACK_MINUTES = { min: 1, max: 10_080 } as const;
export const MAX_KLINES_PER_REQUEST = 5000;

/** A page of a list; where the next one begins is only ever said by a cursor. */
export const PAGE_SIZE = { default: 50, max: 500 } as const;

/**
 * Delay before a strict bot tries its warm-up again: doubling from the first to the cap, spread by the
 * jitter.
 */
export const WARMUP_RETRY = { initialMs: 1_000, factor: 2, capMs: 60_000, jitterFraction: 0.2 } as const;

export const DRAIN_MS = 30_000;

/** The executor reads each account every minute. Without a reading for this long, the wallet is not known. */
export const ACCOUNT_STALE_MS = 180_000;

/**
 * Of minutes: what toxicity looks back on when a process starts, and what a series without history begins
 * with. At any hour there is the end of a day in it with two hours before and a whole day after: a first
 * estimate that an hour of much volume made too large is made again, and the window fills.
 */
export const TOXICITY_HISTORY_MS = 50 * 3_600_000;

/**
 * How long things may take. The defaults are what is run: they follow from how far the exchange's reads lag
 * and from how long a position may be without a stop. Tests of what happens afterwards pass shorter ones.
 */
export interface Timing {
  /**
   * Short enough that an unknown fate is found out within a bar of seconds, long enough for a slow answer.
   */
  readonly requestMs: number;
  /** An accepted order without a word on the user stream for so long shows that the stream is mute. */
  readonly muteStreamMs: number;
  /** "Not found" counts only when repeated over this long: reads lag behind submits. */
  readonly absenceMs: number;
  /**
   * A row this young may be missing from a read that lags, and a difference this young may still explain
   * itself.
   */
  readonly settlingMs: number;
  /**
   * A fill without a stop after so long gets one from memory, without the book; after twice as long also
   * without a database row.
   */
  readonly stopOverdueMs: number;
  /** A question of a desk to the database counts as lost after this long. */
  readonly bookPatienceMs: number;
  /** After this long without full cover the position is closed. */
  readonly protectionDeadlineMs: number;
  /** A stop that was triggered and has not reached the book after so long protects nothing. */
  readonly stuckTriggerMs: number;
  /** While the exchange leaves orders unanswered, one goes out this often to see whether it is over. */
  readonly probeMs: number;
  /** A take-profit that was refused is tried again after this long. */
  readonly targetRetryMs: number;
  /** How often a network looks after itself: without a stream it reads at every look. */
  readonly tickMs: number;
  /** How often the whole account is searched for what no desk watches, and the wallet compared. */
  readonly searchEveryMs: number;
  /** How often live equity is marked to the market. */
  readonly markEveryMs: number;
}

export const TIMING: Timing = {
  requestMs: 5_000,
  muteStreamMs: 10_000,
  absenceMs: 30_000,
  settlingMs: 30_000,
  stopOverdueMs: 2_000,
  bookPatienceMs: 3_000,
  protectionDeadlineMs: 15_000,
  stuckTriggerMs: 5_000,
  probeMs: 4_000,
  targetRetryMs: 300_000,
  tickMs: 2_000,
  searchEveryMs: 60_000,
  markEveryMs: 60_000,
};

/** Where the streams are and how long a connection may be quiet or old. */

export interface StreamUrls {
  readonly futures: string;
  readonly spot: string;
}

export interface StreamSettings {
  readonly heartbeatMs: number;
  /** A market stream without a message for so long is mute. */
  readonly muteAfterMs: number;
  readonly rotateAfterMs: number;
  /** An order that was accepted and has no user event after so long shows that the user stream is mute. */
  readonly expectEventWithinMs: number;
  readonly extendKeyEveryMs: number;
}

/**
 * The venue ends connections after 24 h and listen keys after 60 min; a dead key shows at the next extension.
 */
export const DEFAULT_STREAM_SETTINGS: StreamSettings = {
  heartbeatMs: 20_000,
  muteAfterMs: 90_000,
  rotateAfterMs: 23 * 3_600_000,
  expectEventWithinMs: 10_000,
  extendKeyEveryMs: 10 * 60_000,
};

/** How long a run of drills waits for what: longer than anything takes, so that what hangs is cut off. */
export interface Limits {
  readonly breakMs: number;
  /**
   * A message that has not come by then is lost: warnings may wait for five minutes after they fire. `slow`
   * is for those that take longer than two until then.
   */
  readonly messageMs: number;
  readonly slowMessageMs: number;
  /** Until what another drill raised is over: counters look ten minutes back, warnings come every five. */
  readonly overMs: number;
  readonly repairMs: number;
  readonly wellMs: number;
  readonly pollMs: number;
  readonly wellPollMs: number;
}

export const LIMITS: Limits = {
  breakMs: 400_000,
  messageMs: 540_000,
  slowMessageMs: 1_320_000,
  overMs: 1_020_000,
  repairMs: 120_000,
  wellMs: 300_000,
  pollMs: 100,
  wellPollMs: 2_000,
};

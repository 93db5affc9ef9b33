/** Time as an argument. Pure code never reads a clock; the shell passes one in. */
export interface Clock {
  /** Wall-clock time, epoch milliseconds. It may jump: never use it to decide leases, caps or cooldowns. */
  nowMs(): number;
  /** Milliseconds from an arbitrary origin that never jumps. */
  monotonicMs(): number;
}

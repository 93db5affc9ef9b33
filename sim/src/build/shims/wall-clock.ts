/**
 * The wall clock that our own code sees in a simulation bundle: the simulation may move it. npm packages keep
 * the machine's.
 */
const real = globalThis;
/** Time that passed for everybody. */
let aheadMs = Number(process.env['SAFETY_AHEAD_MS'] ?? 0);
/** How wrong the machine's clock is. */
let wrongByMs = 0;

process.on('message', (message: { readonly advanceMs?: number; readonly wrongByMs?: number }) => {
  aheadMs += message.advanceMs ?? 0;
  wrongByMs = message.wrongByMs ?? wrongByMs;
});
// Listening must not keep a draining process alive.
process.channel?.unref();

class JumpingDate extends real.Date {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [JumpingDate.now()] : given) as [number]));
  }

  static override now(): number {
    return real.Date.now() + aheadMs + wrongByMs;
  }

  /** Dates made by npm packages are dates too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof real.Date;
  }
}

export { JumpingDate as Date };

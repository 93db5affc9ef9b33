/**
 * The clock and timers that our own code sees in a simulation bundle: SAFETY_TIME_FACTOR times as fast, with a wall clock that the
 * simulation may move. npm packages keep the real ones.
 */
declare const SAFETY_TIME_FACTOR: number;

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

export const performance = { now: () => real.performance.now() * SAFETY_TIME_FACTOR };

export function setTimeout(callback: (...given: unknown[]) => void, delayMs?: number, ...given: unknown[]) {
  return real.setTimeout(callback, (delayMs ?? 0) / SAFETY_TIME_FACTOR, ...given);
}

export function setInterval(callback: (...given: unknown[]) => void, delayMs?: number, ...given: unknown[]) {
  return real.setInterval(callback, (delayMs ?? 0) / SAFETY_TIME_FACTOR, ...given);
}

export const AbortSignal = {
  timeout: (delayMs: number) => real.AbortSignal.timeout(Math.ceil(delayMs / SAFETY_TIME_FACTOR)),
  any: (signals: globalThis.AbortSignal[]) => real.AbortSignal.any(signals),
};

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

/**
 * An answer that is costly to make, kept for a while: one making serves all who ask meanwhile. Who asks soon
 * after it grew old gets the last one while the next is made; one that is too old to be shown is never given.
 * A public route makes it on a connection of its own (`database.openLane`), so that frequent requests take no
 * other caller's connection.
 */
export interface StaleWhileRevalidateOptions<T> {
  make(): Promise<T>;
  nowMs(): number;
  /** Younger than this is given as it is. */
  readonly freshMs: number;
  /** Younger than this is given while the next is made. */
  readonly usableMs: number;
}

export class StaleWhileRevalidate<T> {
  private last: { readonly value: T; readonly madeAtMs: number } | undefined;
  private making: Promise<T> | undefined;

  constructor(private readonly options: StaleWhileRevalidateOptions<T>) {}

  async get(): Promise<T> {
    const { freshMs, usableMs, nowMs } = this.options;
    const ageMs = this.last === undefined ? Number.POSITIVE_INFINITY : nowMs() - this.last.madeAtMs;
    if (this.last !== undefined && ageMs < freshMs) return this.last.value;
    this.making ??= this.make();
    if (this.last === undefined || ageMs >= usableMs) return this.making;
    // A failure reaches those who ask when the last one is no longer usable.
    this.making.catch(() => undefined);
    return this.last.value;
  }

  private async make(): Promise<T> {
    try {
      const value = await this.options.make();
      this.last = { value, madeAtMs: this.options.nowMs() };
      return value;
    } finally {
      this.making = undefined;
    }
  }
}

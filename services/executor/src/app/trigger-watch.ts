/** Stops that were triggered and have not reached the book yet. One that stays so for too long protects nothing. */
export class TriggerWatch {
  readonly #sinceMs = new Map<string, number>();

  constructor(
    private readonly stuckAfterMs: number,
    /** Of the monotonic clock. */
    private readonly nowMs: () => number,
  ) {}

  note(clientOrderId: string, isTriggering: boolean): void {
    if (!isTriggering) this.#sinceMs.delete(clientOrderId);
    else if (!this.#sinceMs.has(clientOrderId)) this.#sinceMs.set(clientOrderId, this.nowMs());
  }

  isAnyTriggering(): boolean {
    return this.#sinceMs.size > 0;
  }

  /** On its way into the book, and not for too long yet. */
  isTriggering(clientOrderId: string): boolean {
    return this.#sinceMs.has(clientOrderId) && !this.isStuck(clientOrderId);
  }

  isStuck(clientOrderId: string): boolean {
    const sinceMs = this.#sinceMs.get(clientOrderId);
    return sinceMs !== undefined && this.nowMs() - sinceMs > this.stuckAfterMs;
  }

  /** Forgets what is no longer open. */
  keepOnly(clientOrderIds: ReadonlySet<string>): void {
    for (const id of this.#sinceMs.keys()) if (!clientOrderIds.has(id)) this.#sinceMs.delete(id);
  }
}

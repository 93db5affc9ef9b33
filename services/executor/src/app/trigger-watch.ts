/**
 * Stops that were triggered and have not reached the book yet. One that stays so for too long protects
 * nothing.
 */
export class TriggerWatch {
  private readonly sinceMs = new Map<string, number>();

  constructor(
    private readonly stuckAfterMs: number,
    /** Of the monotonic clock. */
    private readonly nowMs: () => number,
  ) {}

  note(clientOrderId: string, isTriggering: boolean): void {
    if (!isTriggering) this.sinceMs.delete(clientOrderId);
    else if (!this.sinceMs.has(clientOrderId)) this.sinceMs.set(clientOrderId, this.nowMs());
  }

  isAnyTriggering(): boolean {
    return this.sinceMs.size > 0;
  }

  /** On its way into the book, and not for too long yet. */
  isTriggering(clientOrderId: string): boolean {
    return this.sinceMs.has(clientOrderId) && !this.isStuck(clientOrderId);
  }

  isStuck(clientOrderId: string): boolean {
    const sinceMs = this.sinceMs.get(clientOrderId);
    return sinceMs !== undefined && this.nowMs() - sinceMs > this.stuckAfterMs;
  }

  /** Until the next one has been triggering for too long; Infinity when none is on its way there. */
  stuckInMs(): number {
    const onTheirWay = [...this.sinceMs].filter(([clientOrderId]) => !this.isStuck(clientOrderId));
    const dueMs = onTheirWay.map(([, sinceMs]) => sinceMs + this.stuckAfterMs - this.nowMs());
    return Math.max(0, Math.min(...dueMs)) + 1;
  }

  /** Forgets what is no longer open. */
  keepOnly(clientOrderIds: ReadonlySet<string>): void {
    for (const id of this.sinceMs.keys()) if (!clientOrderIds.has(id)) this.sinceMs.delete(id);
  }
}

/**
 * Accepted orders that the user stream has not mentioned yet. An event may come before the answer to the
 * request.
 */

/** Longer than any answer takes after its event. */
const REMEMBER_MS = 60_000;

export class EventExpectations {
  private readonly deadlines = new Map<string, number>();
  private readonly seenAtMs = new Map<string, number>();

  constructor(private readonly withinMs: number) {}

  expect(clientOrderId: string, nowMs: number): void {
    if (!this.seenAtMs.has(clientOrderId)) this.deadlines.set(clientOrderId, nowMs + this.withinMs);
  }

  seen(clientOrderId: string, nowMs: number): void {
    this.deadlines.delete(clientOrderId);
    this.seenAtMs.delete(clientOrderId);
    this.seenAtMs.set(clientOrderId, nowMs);
    for (const [id, atMs] of this.seenAtMs) {
      if (nowMs - atMs < REMEMBER_MS) break;
      this.seenAtMs.delete(id);
    }
  }

  isOverdue(nowMs: number): boolean {
    for (const deadlineMs of this.deadlines.values()) if (nowMs > deadlineMs) return true;
    return false;
  }

  clear(): void {
    this.deadlines.clear();
  }
}

/** How many live feeds each session has open: one per window, and no one has a hundred windows. */
const MOST_PER_SESSION = 20;

export class StreamCount {
  private readonly open = new Map<string, number>();

  /** What gives the place back, or null when all are taken. */
  take(sessionId: string): (() => void) | null {
    const count = this.open.get(sessionId) ?? 0;
    if (count >= MOST_PER_SESSION) return null;
    this.open.set(sessionId, count + 1);
    return () => this.giveBack(sessionId);
  }

  private giveBack(sessionId: string): void {
    const left = (this.open.get(sessionId) ?? 1) - 1;
    if (left === 0) this.open.delete(sessionId);
    else this.open.set(sessionId, left);
  }
}

/**
 * Remembers the newest event ids, so that an event that comes by two ways is published by the first of them
 * only.
 */
export class RecentIds {
  private readonly seen = new Set<string>();

  constructor(private readonly capacity: number) {}

  addIfNew(eventId: string): boolean {
    if (this.seen.has(eventId)) return false;
    this.seen.add(eventId);
    if (this.seen.size > this.capacity) this.seen.delete(this.seen.values().next().value!);
    return true;
  }
}

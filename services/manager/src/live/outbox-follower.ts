/**
 * Publishes outbox rows as they are committed: woken by their notification, by every new database connection,
 * and on a period in case a notification was lost. Each row is published once; the offset is committed after
 * its rows.
 */
import type { Task, Tasks } from '@platform/service-kit';
import { publicationOf } from '../domain/outbox-publication';
import type { OutboxEvent, OutboxReader } from '../store/outbox-reader';
import type { Hub } from './hub';
import type { RecentIds } from './recent-ids';

export interface OutboxFollowerParts {
  readonly reader: OutboxReader;
  readonly hub: Hub;
  readonly recentIds: RecentIds;
  readonly tasks: Tasks;
  readonly pollMs: number;
  /** How many rows came after the first look. */
  onCaughtUp(rows: number): void;
}

export class OutboxFollower {
  private readonly task: Task;
  private offset: string | undefined;
  private isCatchingUp = true;

  constructor(private readonly parts: OutboxFollowerParts) {
    this.task = parts.tasks.open({
      name: 'live outbox',
      everyMs: parts.pollMs,
      run: (signal) => this.publishNew(signal),
    });
  }

  start(): void {
    this.task.start();
  }

  /** Notifications may have been missed. */
  catchUp(): void {
    this.isCatchingUp = true;
    this.wake();
  }

  wake(): void {
    this.task.wake();
  }

  close(): Promise<void> {
    return this.task.close();
  }

  private async publishNew(signal: AbortSignal): Promise<void> {
    const { reader, onCaughtUp } = this.parts;
    this.offset ??= await reader.begin();
    let published = 0;
    for await (const rows of reader.pages(this.offset)) {
      published += await this.publish(rows, this.offset);
      if (signal.aborted) return;
    }
    if (this.isCatchingUp) onCaughtUp(published);
    this.isCatchingUp = false;
  }

  /** How many of them were not published before. */
  private async publish(rows: readonly OutboxEvent[], offset: string): Promise<number> {
    const { reader, hub, recentIds } = this.parts;
    const fresh = rows.filter(({ event_id }) => recentIds.addIfNew(event_id));
    for (const { id, subject, payload } of fresh) {
      hub.reach(id);
      const publication = publicationOf(subject, payload);
      if (publication !== null) hub.publish(publication);
    }
    const last = rows.at(-1)?.id ?? offset;
    if (BigInt(last) <= BigInt(offset)) return fresh.length;
    hub.reach(last);
    this.offset = last;
    await reader.commit(last);
    return fresh.length;
  }
}

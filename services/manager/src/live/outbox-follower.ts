/**
 * Publishes outbox rows as they are committed: woken by their notification, by every new database connection, and on a period in case
 * a notification was lost. Each row is published once; the offset is committed after its rows.
 */
import type { ErrorLog } from '@platform/service-kit';
import { publicationOf } from '../domain/outbox-publication';
import type { OutboxEvent, OutboxReader } from '../store/outbox-reader';
import type { Hub } from './hub';
import type { Once } from './once';

export interface OutboxFollowerParts {
  readonly reader: OutboxReader;
  readonly hub: Hub;
  readonly once: Once;
  readonly errors: ErrorLog;
  readonly pollMs: number;
  /** How many rows came after the first look. */
  onCaughtUp(rows: number): void;
}

export class OutboxFollower {
  #offset: string | undefined;
  #again = false;
  #isCatchingUp = true;
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly parts: OutboxFollowerParts) {}

  start(): void {
    this.#timer = setInterval(
      this.parts.errors.guard('outbox', () => this.wake()),
      this.parts.pollMs,
    );
    this.wake();
  }

  /** Notifications may have been missed. */
  catchUp(): void {
    this.#isCatchingUp = true;
    this.wake();
  }

  wake(): void {
    this.#again = true;
    if (this.#isClosed) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#reading;
  }

  async #read(): Promise<void> {
    while (this.#again && !this.#isClosed) {
      this.#again = false;
      try {
        await this.#publishNew();
      } catch (error) {
        this.parts.errors.report('MANAGER_DB_TRANSIENT', {
          message: 'the outbox could not be read',
          err: error,
        });
      }
    }
  }

  async #publishNew(): Promise<void> {
    const { reader, onCaughtUp } = this.parts;
    this.#offset ??= await reader.begin();
    let published = 0;
    for await (const rows of reader.pages(this.#offset)) {
      published += await this.#publish(rows, this.#offset);
      if (this.#isClosed) return;
    }
    if (this.#isCatchingUp) onCaughtUp(published);
    this.#isCatchingUp = false;
  }

  /** How many of them were not published before. */
  async #publish(rows: readonly OutboxEvent[], offset: string): Promise<number> {
    const { reader, hub, once } = this.parts;
    const fresh = rows.filter(({ event_id }) => once.isFirst(event_id));
    for (const { id, subject, payload } of fresh) {
      hub.reach(id);
      const publication = publicationOf(subject, payload);
      if (publication !== null) hub.publish(publication);
    }
    const last = rows.at(-1)?.id ?? offset;
    if (BigInt(last) <= BigInt(offset)) return fresh.length;
    hub.reach(last);
    this.#offset = last;
    await reader.commit(last);
    return fresh.length;
  }
}

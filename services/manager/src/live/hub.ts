/**
 * Sends what the sources publish to every client that follows its channel. What arrives within one turn of
 * the event loop leaves as one batch. A client is written to only while its socket takes it; one that falls
 * out of the log, or whose socket stays full, is asked to try again later and dropped, and no other client
 * waits for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type managerMetrics,
  WEBSOCKET_CLOSE,
  type WebsocketChannel,
  type WebsocketMessage,
} from '@platform/contracts';
import type { ErrorLog, Instruments } from '@platform/service-kit';
import { type Batch, FanOutLog } from '../domain/fan-out-log';
import type { LiveClient } from './client';

/** A client may be this many messages behind. */
const LOG_CAPACITY = 1_000;
/** A burst is sent in parts, long before it could push anybody who keeps up out of the log. */
const MAX_BATCH = 250;
const STORM = { connections: 300, withinMs: 60_000 };
const FAREWELL_MS = 1_000;
const OVERLOAD_SHOWN_MS = 60_000;

type Metrics = Pick<
  Instruments<typeof managerMetrics>,
  'wsActiveConnections' | 'wsMessagesSent' | 'wsOverflow' | 'wsBatchesSent' | 'wsBatchSize'
>;

export type Publication = Pick<WebsocketMessage, 'channel' | 'type' | 'payload'>;

export class Hub {
  readonly log = new FanOutLog(LOG_CAPACITY);
  private readonly clients = new Set<LiveClient>();
  /** Dropped, and not yet gone. */
  private readonly leaving = new Set<LiveClient>();
  private readonly openedMs: number[] = [];
  private overflowedMs = Number.NEGATIVE_INFINITY;
  private flush: NodeJS.Immediate | undefined;
  private unsent = 0;
  private reached = '0';

  constructor(
    private readonly metrics: Metrics,
    private readonly errors: ErrorLog,
  ) {}

  /** Everything of the outbox up to here has been published. */
  get offset(): string {
    return this.reached;
  }

  /** The outbox was published up to here. */
  reach(offset: string): void {
    if (BigInt(offset) > BigInt(this.reached)) this.reached = offset;
  }

  publish(publication: Publication): void {
    this.log.append(this.toMessage(publication));
    this.unsent += 1;
    if (this.unsent >= MAX_BATCH) this.serveAll();
    else this.wake();
  }

  /** As a client gets it outside the log too. */
  toMessage({ channel, type, payload }: Publication, offset = this.reached): WebsocketMessage {
    return { channel, type, offset, ts: Date.now(), payload };
  }

  hasFollowers(channel: WebsocketChannel): boolean {
    for (const client of this.clients) if (client.follows.has(channel)) return true;
    return false;
  }

  add(client: LiveClient): void {
    this.clients.add(client);
    this.openedMs.push(performance.now());
    if (this.openedMs.length > STORM.connections) this.openedMs.shift();
    this.metrics.wsActiveConnections.set(this.clients.size);
  }

  remove(client: LiveClient): void {
    this.leaving.delete(client);
    this.clients.delete(client);
    this.metrics.wsActiveConnections.set(this.clients.size);
  }

  wake(): void {
    this.flush ??= setImmediate(
      this.errors.guard('live feed', () => {
        this.flush = undefined;
        this.serveAll();
      }),
    );
  }

  get size(): number {
    return this.clients.size;
  }

  isStorming(): boolean {
    const oldest = this.openedMs[0] ?? Number.NEGATIVE_INFINITY;
    return this.openedMs.length === STORM.connections && performance.now() - oldest < STORM.withinMs;
  }

  isOverloaded(): boolean {
    return performance.now() - this.overflowedMs < OVERLOAD_SHOWN_MS;
  }

  /** Clients that listen get a farewell; the others are cut off. */
  async close(): Promise<void> {
    clearImmediate(this.flush);
    for (const client of this.clients) client.end(WEBSOCKET_CLOSE.goingAway, 'the manager stops');
    const deadlineMs = performance.now() + FAREWELL_MS;
    while (this.clients.size > 0 && performance.now() < deadlineMs) await sleep(10);
    for (const client of [...this.clients, ...this.leaving]) client.vanish();
  }

  private serveAll(): void {
    this.unsent = 0;
    const sent = new Map<Batch, number>();
    for (const client of this.clients) {
      if (!this.log.reaches(client.position)) this.drop(client);
      else if (client.isWritable()) this.send(client, sent);
    }
    this.count(sent);
  }

  private send(client: LiveClient, sent: Map<Batch, number>): void {
    const batch = this.log.batch(client.position, client.follows);
    client.position = this.log.head;
    if (batch.bytes === null) return;
    client.send(batch.bytes);
    sent.set(batch, (sent.get(batch) ?? 0) + 1);
  }

  /** Once for all clients that got the same: counting at each would cost a good part of what sending does. */
  private count(sent: ReadonlyMap<Batch, number>): void {
    for (const [{ counts, size }, clients] of sent) {
      for (const [channel, count] of counts) this.metrics.wsMessagesSent.inc({ channel }, count * clients);
      this.metrics.wsBatchesSent.inc(clients);
      this.metrics.wsBatchSize.observe(size);
    }
  }

  private drop(client: LiveClient): void {
    this.overflowedMs = performance.now();
    this.metrics.wsOverflow.inc();
    this.remove(client);
    this.leaving.add(client);
    client.end(WEBSOCKET_CLOSE.tooSlow, 'too slow: reconnect with lastOffset');
  }

  /** A socket that swallowed neither the last ping nor what waits in it is gone or stalled. */
  beat(): void {
    for (const client of this.clients) {
      if (client.isAlive()) client.ping();
      else if (client.isWritable()) client.vanish();
      else this.drop(client);
    }
    this.wake();
  }
}

/**
 * A durable consumer with explicit acknowledgement. Messages are handled one at a time in order; a handler
 * that throws gets the message again later. The library's buffer is bounded, and a consumer lost with the
 * server's store is created again.
 */
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  ReplayPolicy,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import { BUS_STREAM } from '@platform/contracts';
import type { Static, TSchema } from 'typebox';
import { Backoff } from '../lifecycle/backoff';
import { systemChance } from '../lifecycle/chance';
import { systemTime } from '../lifecycle/time';
import type { BusConnection, BusSession } from './connection';
import { type PayloadParser, payloadParser } from './payload';

const ACK_WAIT_MS = 30_000;
const READY_POLL_MS = 1_000;
const MAX_REDELIVERY_DELAY_MS = 30_000;

export interface BusMessage<S extends TSchema = TSchema> {
  readonly subject: string;
  readonly payload: Static<S>;
  readonly sequence: number;
  readonly redelivered: boolean;
}

export interface ConsumeOptions<S extends TSchema = TSchema> {
  readonly durable: string;
  /** One subject or wildcard: nats-server 2.9 knows no more than one per consumer. */
  readonly filterSubject: string;
  /** What the payload must look like. A message that does not is reported and never asked for again. */
  readonly schema: S;
  readonly handler: (message: BusMessage<S>) => Promise<void>;
  readonly onError: (error: Error) => void;
  readonly maxBuffered?: number;
  /** The server drops a consumer that has been idle for so long; unset, it stays. */
  readonly idleMs?: number;
}

export class Consumer<S extends TSchema = TSchema> {
  private readonly parse: PayloadParser<S>;
  private readonly stop = new AbortController();
  private readonly backoff = new Backoff({
    initialMs: 250,
    maximumMs: 5_000,
    time: systemTime,
    chance: systemChance,
    signal: this.stop.signal,
  });
  private readonly running: Promise<void>;
  private messages: ConsumerMessages | undefined;

  constructor(
    private readonly bus: BusConnection,
    private readonly options: ConsumeOptions<S>,
  ) {
    this.parse = payloadParser(options.schema);
    this.running = this.run();
  }

  /** Takes no further message and waits for the one in hand. */
  async close(): Promise<void> {
    this.stop.abort();
    this.messages?.stop();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stop.signal.aborted) {
      const session = this.bus.session();
      if (session === undefined) {
        await systemTime.wait(READY_POLL_MS, this.stop.signal);
        continue;
      }
      try {
        await this.consume(session);
      } catch (error) {
        if (!this.stop.signal.aborted) this.options.onError(error as Error);
      }
      if (!this.stop.signal.aborted) await this.backoff.wait();
    }
  }

  /** Ends when the connection is lost or the consumer is gone from the server. */
  private async consume(session: BusSession): Promise<void> {
    const { durable, filterSubject, maxBuffered = 64, idleMs } = this.options;
    await session.manager.consumers.add(BUS_STREAM.name, {
      durable_name: durable,
      filter_subject: filterSubject,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_WAIT_MS),
      deliver_policy: DeliverPolicy.All,
      replay_policy: ReplayPolicy.Instant,
      max_ack_pending: maxBuffered,
      ...(idleMs === undefined ? {} : { inactive_threshold: nanos(idleMs) }),
    });
    const consumer = await session.client.consumers.get(BUS_STREAM.name, durable);
    const messages = await consumer.consume({ max_messages: maxBuffered, abort_on_missing_resource: true });
    this.messages = messages;
    void session.connection.closed().then(() => messages.stop());
    this.backoff.reset();
    for await (const message of messages) {
      await this.handle(message);
      if (this.stop.signal.aborted) break;
    }
  }

  private async handle(message: JsMsg): Promise<void> {
    const payload = this.parse(message);
    if (!payload.ok) {
      this.options.onError(payload.error);
      message.term();
      return;
    }
    try {
      const { subject, seq: sequence, redelivered } = message;
      await this.options.handler({ subject, payload: payload.value, sequence, redelivered });
      message.ack();
    } catch (error) {
      this.options.onError(error as Error);
      message.nak(redeliveryDelayMs(message.info.deliveryCount));
    }
  }
}

function redeliveryDelayMs(deliveryCount: number): number {
  return Math.min(1_000 * 2 ** Math.min(deliveryCount - 1, 5), MAX_REDELIVERY_DELAY_MS);
}

/**
 * A durable consumer with explicit acknowledgement. Messages are handled one at a time in order; a handler that throws gets the
 * message again later. The library's buffer is bounded, and a consumer lost with the server's store is created anew.
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
import { Backoff } from '../lifecycle/backoff';
import type { BusConnection, BusSession } from './connection';

const ACK_WAIT_MS = 30_000;
const READY_POLL_MS = 1_000;
const MAX_REDELIVERY_DELAY_MS = 30_000;

export interface BusMessage {
  readonly subject: string;
  readonly payload: unknown;
  readonly sequence: number;
  readonly redelivered: boolean;
}

export interface ConsumeOptions {
  readonly durable: string;
  /** One subject or wildcard: nats-server 2.9 knows no more than one per consumer. */
  readonly filterSubject: string;
  readonly handler: (message: BusMessage) => Promise<void>;
  readonly onError: (error: Error) => void;
  readonly maxBuffered?: number;
}

export class Consumer {
  readonly #stop = new AbortController();
  readonly #backoff = new Backoff({ initialMs: 250, maximumMs: 5_000, signal: this.#stop.signal });
  readonly #running: Promise<void>;
  #messages: ConsumerMessages | undefined;

  constructor(
    private readonly bus: BusConnection,
    private readonly options: ConsumeOptions,
  ) {
    this.#running = this.#run();
  }

  /** Takes no further message and waits for the one in hand. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#messages?.stop();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const session = this.bus.session();
      if (session === undefined) {
        await this.#backoff.pause(READY_POLL_MS);
        continue;
      }
      try {
        await this.#consume(session);
      } catch (error) {
        if (!this.#stop.signal.aborted) this.options.onError(error as Error);
      }
      if (!this.#stop.signal.aborted) await this.#backoff.wait();
    }
  }

  /** Ends when the connection is lost or the consumer is gone from the server. */
  async #consume(session: BusSession): Promise<void> {
    const { durable, filterSubject, maxBuffered = 64 } = this.options;
    await session.manager.consumers.add(BUS_STREAM.name, {
      durable_name: durable,
      filter_subject: filterSubject,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_WAIT_MS),
      deliver_policy: DeliverPolicy.All,
      replay_policy: ReplayPolicy.Instant,
      max_ack_pending: maxBuffered,
    });
    const consumer = await session.client.consumers.get(BUS_STREAM.name, durable);
    const messages = await consumer.consume({ max_messages: maxBuffered, abort_on_missing_resource: true });
    this.#messages = messages;
    void session.connection.closed().then(() => messages.stop());
    this.#backoff.reset();
    for await (const message of messages) {
      await this.#handle(message);
      if (this.#stop.signal.aborted) break;
    }
  }

  async #handle(message: JsMsg): Promise<void> {
    const payload = parsePayload(message);
    if (payload instanceof Error) {
      this.options.onError(payload);
      message.term();
      return;
    }
    try {
      const { subject, seq: sequence, redelivered } = message;
      await this.options.handler({ subject, payload, sequence, redelivered });
      message.ack();
    } catch (error) {
      this.options.onError(error as Error);
      message.nak(redeliveryDelayMs(message.info.deliveryCount));
    }
  }
}

/** What is no JSON today will be none tomorrow: it is not asked for again. */
function parsePayload(message: JsMsg): unknown {
  try {
    return message.json();
  } catch {
    return new Error(`message ${message.seq} on ${message.subject} is not JSON`);
  }
}

function redeliveryDelayMs(deliveryCount: number): number {
  return Math.min(1_000 * 2 ** Math.min(deliveryCount - 1, 5), MAX_REDELIVERY_DELAY_MS);
}

import type { TSchema } from 'typebox';
import { BusConnection, type BusOptions } from './connection';
import { type ConsumeOptions, Consumer } from './consumer';
import { type Outcome, Publisher } from './publisher';
import { type RetainedOptions, readRetained } from './retained';
import { TrialQueue } from './trial-queue';

/**
 * The bus as a service sees it: publish, consume, and whether it is there. NATS carries; PostgreSQL
 * remembers.
 */
export class Bus {
  private readonly connection: BusConnection;
  private readonly publisher: Publisher;
  readonly trials: TrialQueue;
  private readonly consumers: { close(): Promise<void> }[] = [];
  private readonly guard: BusOptions['guard'];

  constructor(options: BusOptions) {
    this.guard = options.guard;
    this.connection = new BusConnection(options);
    this.publisher = new Publisher(this.connection);
    this.trials = new TrialQueue(this.connection);
  }

  start(): void {
    this.connection.start();
  }

  isReady(): boolean {
    return this.connection.isReady();
  }

  whenReady(timeoutMs: number): Promise<boolean> {
    return this.connection.whenReady(timeoutMs);
  }

  /** `messageId` names the event, not the attempt: publishing again with the same id stores nothing new. */
  publish(subject: string, payload: unknown, messageId: string): Promise<Outcome> {
    return new Promise((settle) => this.publishThen(subject, payload, messageId, settle));
  }

  /** The same for those who publish hundreds at once and need no promise for each. */
  publishThen(
    subject: string,
    payload: unknown,
    messageId: string,
    settle: (outcome: Outcome) => void,
  ): void {
    const settled = this.guard(`publisher of ${subject}`, settle);
    this.publisher.publish(subject, payload, messageId, settled);
  }

  /** Outside the stream: only current listeners receive it. False while the bus is away. */
  announce(topic: string, payload: unknown): boolean {
    const session = this.connection.session();
    session?.connection.publish(topic, JSON.stringify(payload));
    return session !== undefined;
  }

  /** Every message the stream still holds of a subject, oldest first; false while the bus is away. */
  async readRetained<S extends TSchema>(options: RetainedOptions<S>): Promise<boolean> {
    const session = this.connection.session();
    if (session !== undefined) await readRetained(session, options);
    return session !== undefined;
  }

  /** Ends with the bus, or when it is closed before. */
  consume<S extends TSchema>(options: ConsumeOptions<S>): Pick<Consumer, 'close'> {
    const consumer = new Consumer(this.connection, options);
    this.consumers.push(consumer);
    return consumer;
  }

  /** Finishes the messages in hand, then says goodbye. */
  async close(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.close()));
    await this.connection.close();
  }
}

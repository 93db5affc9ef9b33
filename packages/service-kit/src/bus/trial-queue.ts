/**
 * The work queue of experiments on JetStream: chunks that any worker of the same code may take, the inputs
 * they are computed from, and results on their way to the manager. A chunk stays in its stream until its
 * worker has acknowledged it, a result until it is stored, so another process takes over from one that dies.
 */
import {
  AckPolicy,
  type Consumer,
  DiscardPolicy,
  JetStreamApiError,
  type JsMsg,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import {
  MANAGER_TRIALS_DURABLE,
  TRIAL_STREAMS,
  trialChunkSubject,
  trialInputSubject,
  trialResultSubject,
} from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import type { BusConnection, BusSession } from './connection';

/** A worker that gave no sign for so long is dead, and its chunk is handed to another. */
const ACK_WAIT_MS = 15_000;
const SIGN_EVERY_MS = 5_000;
const ACK_TIMEOUT_MS = 3_000;
const NEXT_EXPIRES_MS = 2_000;
const INPUTS_KEPT_MS = 7 * DAY_MS;

const { chunks, inputs, results } = TRIAL_STREAMS;

/** Of JetStream's protocol: the library has them only on the connection that a message came by. */
const ACK = { done: '+ACK', working: '+WPI' } as const;

/** Of JetStream's API, where the library has no name for it. */
const CODE = { consumerNotFound: 10_014, streamNotFound: 10_059, subjectIsFull: 10_077 } as const;

function hasCode(error: unknown, ...codes: readonly number[]): boolean {
  return error instanceof JetStreamApiError && codes.includes(error.code);
}

export class BusAway extends Error {
  constructor() {
    super('NATS is away');
  }
}

/** No manager of the platform hands out trials to this code. */
export class NoSuchQueue extends Error {}

export interface TakenChunk {
  readonly payload: Uint8Array;
  /** How many workers took it before and fell silent. */
  readonly deaths: number;
  /** Takes it out of the queue: its result is on its way, or no worker can do it. */
  done(): Promise<void>;
  /**
   * Takes it out of the queue untried: the manager offers it again. Handed on within the queue it could not
   * be distinguished from one whose worker died of it.
   */
  giveBack(): void;
}

export class TrialQueue {
  constructor(private readonly bus: BusConnection) {}

  /** Makes the streams and the consumer for chunks of this code, and drops those of other code. */
  async ensure(codeDigest: string): Promise<void> {
    const { manager } = this.session();
    const base = { storage: StorageType.File, max_msgs_per_subject: 1 };
    await manager.streams.add({
      ...base,
      name: chunks.name,
      subjects: [`${chunks.subjects}.>`],
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.New,
      discard_new_per_subject: true,
    });
    await manager.streams.add({
      ...base,
      name: inputs.name,
      subjects: [`${inputs.subjects}.>`],
      retention: RetentionPolicy.Limits,
      max_age: nanos(INPUTS_KEPT_MS),
      allow_direct: true,
    });
    await manager.streams.add({
      ...base,
      name: results.name,
      subjects: [`${results.subjects}.>`],
      retention: RetentionPolicy.Workqueue,
    });
    for await (const { name } of manager.consumers.list(chunks.name)) {
      if (name !== codeDigest) await manager.consumers.delete(chunks.name, name);
    }
    const consumer = { ack_policy: AckPolicy.Explicit, ack_wait: nanos(ACK_WAIT_MS) };
    await manager.consumers.add(chunks.name, {
      ...consumer,
      durable_name: codeDigest,
      filter_subject: `${chunks.subjects}.${codeDigest}.>`,
    });
    await manager.consumers.add(results.name, {
      ...consumer,
      durable_name: MANAGER_TRIALS_DURABLE,
      filter_subject: `${results.subjects}.>`,
    });
  }

  /** Without effect while the chunk waits or is being worked on. */
  async offer(codeDigest: string, experimentId: string, chunk: number, payload: Uint8Array): Promise<void> {
    try {
      await this.session().client.publish(trialChunkSubject(codeDigest, experimentId, chunk), payload);
    } catch (error) {
      if (!hasCode(error, CODE.subjectIsFull)) throw error;
    }
  }

  async putInput(experimentId: string, piece: number, payload: Uint8Array): Promise<void> {
    await this.session().client.publish(trialInputSubject(experimentId, piece), payload);
  }

  async input(experimentId: string, piece: number): Promise<Uint8Array | undefined> {
    const query = { last_by_subj: trialInputSubject(experimentId, piece) };
    const message = await this.session().manager.direct.getMessage(inputs.name, query);
    return message?.data;
  }

  /**
   * Takes back what waits of an experiment, whatever code it was offered to. What is being worked on ends by
   * itself.
   */
  async withdraw(experimentId: string): Promise<void> {
    const { manager } = this.session();
    await manager.streams.purge(chunks.name, { filter: trialChunkSubject('*', experimentId, '*') });
    await manager.streams.purge(inputs.name, { filter: trialInputSubject(experimentId, '*') });
  }

  async sendResult(experimentId: string, chunk: number, payload: Uint8Array): Promise<void> {
    await this.session().client.publish(trialResultSubject(experimentId, chunk), payload);
  }

  /** Throws NoSuchQueue where no manager hands out trials to this code. */
  async find(codeDigest: string): Promise<void> {
    await this.consumer(chunks.name, codeDigest);
  }

  /** Undefined when nothing waits for a while. */
  async next(codeDigest: string): Promise<TakenChunk | undefined> {
    const message = await this.pull(chunks.name, codeDigest);
    if (message === undefined) return undefined;
    // The library's type leaves it out.
    const { reply } = message as JsMsg & { readonly reply: string };
    // Over the connection of the moment: a worker that lives on while the bus is away for a little is not
    // dead.
    const tell = (text: string) => this.bus.session()?.connection.publish(reply, text);
    const sign = setInterval(() => tell(ACK.working), SIGN_EVERY_MS);
    return {
      payload: message.data,
      deaths: message.info.deliveryCount - 1,
      done: async () => {
        clearInterval(sign);
        await this.session().connection.request(reply, ACK.done, { timeout: ACK_TIMEOUT_MS });
      },
      giveBack: () => {
        clearInterval(sign);
        tell(ACK.done);
      },
    };
  }

  /** Hands the next result over; one that could not be stored comes again. */
  async takeResult(store: (payload: Uint8Array) => Promise<void>): Promise<boolean> {
    const message = await this.pull(results.name, MANAGER_TRIALS_DURABLE);
    if (message === undefined) return false;
    try {
      await store(message.data);
    } catch (error) {
      message.nak(1_000);
      throw error;
    }
    message.ack();
    return true;
  }

  private async pull(stream: string, durable: string): Promise<JsMsg | undefined> {
    const consumer = await this.consumer(stream, durable);
    return (await consumer.next({ expires: NEXT_EXPIRES_MS })) ?? undefined;
  }

  private async consumer(stream: string, durable: string): Promise<Consumer> {
    try {
      return await this.session().client.consumers.get(stream, durable);
    } catch (error) {
      if (!hasCode(error, CODE.consumerNotFound, CODE.streamNotFound)) throw error;
      throw new NoSuchQueue(`no manager hands out trials to code ${durable}`);
    }
  }

  private session(): BusSession {
    const session = this.bus.session();
    if (session === undefined) throw new BusAway();
    return session;
  }
}

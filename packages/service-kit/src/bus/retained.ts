/**
 * Reads what the stream still holds of one subject, oldest first, through a consumer that lives no longer
 * than the reading.
 */
import { AckPolicy, DeliverPolicy, ReplayPolicy } from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import { BUS_STREAM } from '@platform/contracts';
import type { Static, TSchema } from 'typebox';
import type { BusSession } from './connection';
import { payloadParser } from './payload';

const BATCH = 512;
const BATCH_EXPIRES_MS = 2_000;
const CONSUMER_LIFE_MS = 30_000;

export interface RetainedOptions<S extends TSchema = TSchema> {
  /** Two readers at a time need two names. */
  readonly consumer: string;
  readonly subject: string;
  readonly schema: S;
  readonly onMessage: (payload: Static<S>) => void;
  /** A message that is not what belongs there; the others are read all the same. */
  readonly onJunk: (error: Error) => void;
}

export async function readRetained<S extends TSchema>(
  session: BusSession,
  options: RetainedOptions<S>,
): Promise<void> {
  const { consumer: name, subject, onMessage, onJunk } = options;
  const parse = payloadParser(options.schema);
  const { manager, client } = session;
  await manager.consumers.delete(BUS_STREAM.name, name).catch(() => undefined);
  const created = await manager.consumers.add(BUS_STREAM.name, {
    name,
    filter_subject: subject,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    inactive_threshold: nanos(CONSUMER_LIFE_MS),
    mem_storage: true,
  });
  try {
    const consumer = await client.consumers.get(BUS_STREAM.name, name);
    let pending = created.num_pending;
    while (pending > 0) {
      const before = pending;
      const messages = await consumer.fetch({
        max_messages: Math.min(BATCH, pending),
        expires: BATCH_EXPIRES_MS,
      });
      for await (const message of messages) {
        const payload = parse(message);
        if (payload.ok) onMessage(payload.value);
        else onJunk(payload.error);
        pending = message.info.pending;
      }
      if (pending === before) throw new Error(`reading ${subject} made no progress`);
    }
  } finally {
    await manager.consumers.delete(BUS_STREAM.name, name).catch(() => undefined);
  }
}

import { readFileSync } from 'node:fs';
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { BUS_STREAM, inboxPrefix } from '@platform/contracts';
import type { NatsServer } from '@platform/testkit';

/** Every message the stream holds on these subjects, oldest first, read as a bot would. */
export async function readBus(nats: NatsServer, filter: string): Promise<unknown[]> {
  const authenticator = credsAuthenticator(readFileSync(nats.credsFor('bot')));
  const connection = await connect({ servers: nats.url, authenticator, inboxPrefix: inboxPrefix('bot') });
  const durable = `reader-${Math.random().toString(36).slice(2)}`;
  try {
    const manager = await jetstreamManager(connection);
    await manager.consumers.add(BUS_STREAM.name, {
      durable_name: durable,
      filter_subject: filter,
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.All,
    });
    const consumer = await jetstream(connection).consumers.get(BUS_STREAM.name, durable);
    const messages: unknown[] = [];
    let pending = (await consumer.info()).num_pending;
    while (pending > 0) {
      const batch = await consumer.fetch({ max_messages: Math.min(pending, 1_000), expires: 5_000 });
      for await (const message of batch) {
        messages.push(message.json());
        pending -= 1;
      }
    }
    await manager.consumers.delete(BUS_STREAM.name, durable);
    return messages;
  } finally {
    await connection.close();
  }
}

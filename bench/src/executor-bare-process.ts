/**
 * The least that can be between a message and an order: a durable consumer whose every message becomes one
 * request.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { BUS_STREAM, EXECUTOR_INTENTS_DURABLE, INTENTS_SUBJECT, inboxPrefix } from '@platform/contracts';

const [servers, credsFile, venueUrl] = process.argv.slice(2) as [string, string, string];
const agent = new Agent({ keepAlive: true });

function submit(body: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${venueUrl}/bare`, { method: 'POST', agent }, (response) => {
      response.resume();
      response.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

const connection = await connect({
  servers,
  authenticator: credsAuthenticator(readFileSync(credsFile)),
  inboxPrefix: inboxPrefix('executor'),
});
const manager = await jetstreamManager(connection);
await manager.streams.add({ name: BUS_STREAM.name, subjects: [...BUS_STREAM.subjects] });
await manager.consumers.add(BUS_STREAM.name, {
  durable_name: EXECUTOR_INTENTS_DURABLE,
  filter_subject: INTENTS_SUBJECT,
  ack_policy: AckPolicy.Explicit,
  deliver_policy: DeliverPolicy.All,
});
const consumer = await jetstream(connection).consumers.get(BUS_STREAM.name, EXECUTOR_INTENTS_DURABLE);
const messages = await consumer.consume();
process.once('disconnect', () => {
  void connection.close().then(() => process.exit(0));
});
process.send?.({ isReady: true });
for await (const message of messages) {
  await submit(message.data);
  message.ack();
}

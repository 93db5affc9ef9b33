import { readFile } from 'node:fs/promises';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import type { ServiceName } from '@platform/contracts';
import type { NatsServer } from '@platform/testkit';

/** One message on the bus, under the name of a service. */
export async function publishAs(
  nats: NatsServer,
  service: ServiceName,
  subject: string,
  payload: object,
): Promise<void> {
  const authenticator = credsAuthenticator(await readFile(nats.credsFor(service)));
  const connection = await connect({ servers: nats.url, authenticator });
  connection.publish(subject, JSON.stringify(payload));
  await connection.drain();
}

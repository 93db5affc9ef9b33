/**
 * Announces an intent on the bus as a bot would, as often as asked. The bus only wakes, so what is lost here
 * is lost on purpose.
 */

import { readFileSync } from 'node:fs';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { INTENTS_SUBJECT, inboxPrefix, type OrderIntent } from '@platform/contracts';
import type { NatsServer } from '@platform/testkit';

export class IntentNotifier {
  private connection: NatsConnection | undefined;

  constructor(private readonly nats: NatsServer) {}

  async open(): Promise<void> {
    this.connection = await connect({
      servers: this.nats.url,
      authenticator: credsAuthenticator(readFileSync(this.nats.credsFor('bot'))),
      inboxPrefix: inboxPrefix('bot'),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
    });
  }

  notify(intent: OrderIntent): void {
    try {
      this.connection?.publish(INTENTS_SUBJECT, JSON.stringify(intent));
    } catch {
      // A closed connection is one of the ways a message is lost.
    }
  }

  async close(): Promise<void> {
    await this.connection?.close();
  }
}

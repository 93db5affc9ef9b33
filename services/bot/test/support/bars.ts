/** Publishes bars as the data service does, and listens to what bots announce. */
import { readFileSync } from 'node:fs';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { inboxPrefix, klineMessageId, klineSubject, warmupTopic } from '@platform/contracts';
import type { Bar, Timeframe } from '@platform/core';
import { ensureStream } from '@platform/service-kit';
import type { NatsServer } from '@platform/testkit';
import { barRowOf } from './market';

export class BarFeed {
  private constructor(
    private readonly connection: NatsConnection,
    private readonly client: JetStreamClient,
  ) {}

  static async connect(nats: NatsServer, service: 'data' | 'manager' = 'data'): Promise<BarFeed> {
    const connection = await connect({
      servers: nats.url,
      authenticator: credsAuthenticator(readFileSync(nats.credsFor(service))),
      inboxPrefix: inboxPrefix(service),
    });
    // The one that services ask for: a bot that starts at the same moment may create it too.
    if (service === 'data') await ensureStream(await jetstreamManager(connection));
    return new BarFeed(connection, jetstream(connection));
  }

  /** `revision` makes it a message of its own, as a correction is. */
  async publish(symbol: string, timeframe: Timeframe, bar: Bar, revision = ''): Promise<void> {
    const payload = { market: 'perp', symbol, timeframe, ...barRowOf(bar) };
    await this.client.publish(klineSubject('perp', symbol, timeframe), JSON.stringify(payload), {
      msgID: klineMessageId('perp', symbol, timeframe, bar.openTimeMs) + revision,
    });
  }

  /** What is announced on the warm-up topic of the bot from now on. */
  async warmups(botId: string): Promise<unknown[]> {
    const heard: unknown[] = [];
    this.connection.subscribe(warmupTopic(botId), {
      callback: (_, message) => void heard.push(message.json()),
    });
    await this.connection.flush();
    return heard;
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}

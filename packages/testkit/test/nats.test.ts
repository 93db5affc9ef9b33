import { readFileSync } from 'node:fs';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { inboxPrefix, SERVICES, type ServiceName } from '@platform/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NatsServer, startTestNats } from '../src';

let server: NatsServer;
beforeAll(async () => {
  server = await startTestNats();
});
afterAll(async () => await server.dispose());

async function login(service: ServiceName): Promise<NatsConnection> {
  const creds = readFileSync(server.credsFor(service));
  return await connect({
    servers: server.url,
    authenticator: credsAuthenticator(creds),
    inboxPrefix: inboxPrefix(service),
  });
}

async function makeStream(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection);
  await manager.streams.add({
    name: 'PLATFORM',
    subjects: ['market.>', 'intents.>', 'risk.>', 'trading.>'],
  });
}

describe('bus users', () => {
  test('a login without creds is refused', async () => {
    await expect(connect({ servers: server.url })).rejects.toThrow(/authoriz/i);
  });

  test('the executor receives the intent a bot publishes, through its durable consumer', async () => {
    const [bot, executor] = [await login('bot'), await login('executor')];
    await makeStream(bot);
    await jetstream(bot).publish('intents.executor', '{"n":1}', { msgID: 'one' });
    const manager = await jetstreamManager(executor);
    await manager.consumers.add('PLATFORM', {
      durable_name: 'executor-default',
      filter_subject: 'intents.executor',
      ack_policy: AckPolicy.Explicit,
    });
    const consumer = await jetstream(executor).consumers.get('PLATFORM', 'executor-default');
    const message = await consumer.next({ expires: 60_000 });
    expect(message?.string()).toBe('{"n":1}');
    expect(await message?.ackAck({ timeout: 60_000 })).toBe(true);
    await bot.close();
    await executor.close();
  });

  test('a bot cannot publish market data, nor pull the intents of others', async () => {
    const bot = await login('bot');
    await makeStream(bot);
    const publish = jetstream(bot).publish('market.klines.exchange.perp.btcusdt.1m', '{}');
    await expect(publish).rejects.toThrow();
    const consumer = jetstream(bot).consumers.get('PLATFORM', 'executor-default');
    await expect(consumer).rejects.toThrow();
    await bot.close();
  });

  test('no service hears what arrives in the inbox of another', async () => {
    for (const service of SERVICES) {
      const listener = await login(service);
      const heard: string[] = [];
      const others = SERVICES.filter((other) => other !== service);
      for (const subject of [
        ...others.map((other) => `${inboxPrefix(other)}.>`),
        '_INBOX.>',
        '>',
        '*.>',
        '*',
      ])
        listener.subscribe(subject, {
          callback: (refused, message) => void (refused === null && heard.push(message.subject)),
        });
      await listener.flush();
      for (const other of others) {
        const speaker = await login(other);
        await jetstreamManager(speaker);
        await speaker.close();
      }
      // Answered after everything above was delivered.
      await listener.flush();
      expect([service, heard]).toEqual([service, []]);
      await listener.close();
    }
  });

  test('no service may delete the stream', async () => {
    for (const service of ['data', 'risk', 'manager', 'bot', 'executor'] as const) {
      const connection = await login(service);
      const manager = await jetstreamManager(connection);
      await expect(manager.streams.delete('PLATFORM')).rejects.toThrow();
      await connection.close();
    }
  });
});

test('a wiped server comes back empty and with the same users', async () => {
  const before = await login('data');
  await makeStream(before);
  await before.close();
  await server.wipe();
  await server.start();
  const after = await login('data');
  const manager = await jetstreamManager(after);
  await expect(manager.streams.info('PLATFORM')).rejects.toThrow(/not found/);
  await after.close();
});

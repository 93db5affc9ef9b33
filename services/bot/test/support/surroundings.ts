/** What a bot lives in: a database, a bus, and an environment that names both. */
import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@platform/core';
import {
  createTestDatabase,
  type NatsServer,
  startTestNats,
  type TemporaryDirectory,
  type TestDatabase,
  temporaryDirectory,
} from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';

export interface Surroundings {
  readonly database: TestDatabase;
  readonly nats: NatsServer;
  readonly directory: TemporaryDirectory;
  /** As the owner of the schema. */
  readonly owner: pg.Pool;
}

/** With a port, on a private server that the test may stop. */
export function useSurroundings(privatePort?: () => number): () => Surroundings {
  let surroundings: Surroundings | undefined;
  beforeAll(async () => {
    const server = privatePort === undefined ? {} : { port: privatePort() };
    const [database, nats] = await Promise.all([createTestDatabase(server), startTestNats()]);
    const owner = new pg.Pool({ connectionString: database.adminUrl, max: 4 });
    // Dropping the database ends what is still connected.
    owner.on('error', () => undefined);
    surroundings = { database, nats, owner, directory: temporaryDirectory('bot') };
  });
  afterAll(async () => {
    await surroundings?.owner.end();
    await surroundings?.nats.dispose();
    await surroundings?.database.drop();
    surroundings?.directory.remove();
  });
  return () => surroundings!;
}

export const newBotId = () => uuidV7(Date.now(), randomBytes(10));

export const OPERATOR_TOKEN = 'operator-token-of-the-test-with-256-bits-of-it';

export function botEnvironment(
  { database, nats }: Pick<Surroundings, 'database' | 'nats'>,
  botId: string,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    PLATFORM_BOT_ID: botId,
    PLATFORM_BOT_DATABASE_URL: database.urlFor('platform_bot'),
    PLATFORM_BOT_BIND_ADDR: '127.0.0.1:0',
    PLATFORM_BOT_OPERATOR_TOKEN: OPERATOR_TOKEN,
    PLATFORM_BUS_NATS_URL: nats.url,
    PLATFORM_BUS_NATS_CREDS: nats.credsFor('bot'),
    PLATFORM_DATA_BASE_URL: 'http://127.0.0.1:1',
    PLATFORM_BOT_SYMBOL: 'BTCUSDT',
    PLATFORM_BOT_TIMEFRAME: '1h',
    ...more,
  };
}

/** The servers a suite runs on: a database of its own on the shared server, and a private NATS. */
import { createTestDatabase, type NatsServer, startTestNats, type TestDatabase } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { environmentFor, ROLE, type Subject } from './subject';

export interface Environs {
  database(): TestDatabase;
  nats(): NatsServer;
  /** A fresh copy each time, for the test to change. */
  environment(): Record<string, string>;
}

export function useEnvirons<Config>(subject: Subject<Config>): Environs {
  let database: TestDatabase;
  let nats: NatsServer;
  beforeAll(async () => {
    [database, nats] = await Promise.all([createTestDatabase(), startTestNats()]);
  });
  afterAll(async () => {
    await nats?.dispose();
    await database?.drop();
  });
  return {
    database: () => database,
    nats: () => nats,
    environment: () =>
      environmentFor(subject, {
        databaseUrl: database.urlFor(ROLE[subject.service]),
        natsUrl: nats.url,
        natsCreds: nats.credsFor(subject.service),
      }),
  };
}

/** What only the owner of the schema may do. */
export async function asAdmin(database: TestDatabase, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

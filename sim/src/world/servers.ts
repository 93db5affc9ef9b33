/**
 * PostgreSQL and NATS, kept from seed to seed: a seed gets a database of its own, copied from a template that
 * keeps every change.
 */
import {
  createTestDatabase,
  type NatsServer,
  type PostgresServer,
  prepareTemplate,
  startPostgres,
  startTestNats,
  type TestDatabase,
} from '@platform/testkit';
import { Client } from 'pg';
import { KEEP_CHANGES } from './changes.sql';

const TEMPLATE = 'platform_template';

export class Servers {
  private constructor(
    readonly postgres: PostgresServer,
    readonly nats: NatsServer,
  ) {}

  static async start(): Promise<Servers> {
    // Durable: a kill must not lose what was committed, or write-ahead could not be judged.
    const [postgres, nats] = await Promise.all([startPostgres({ durable: true }), startTestNats()]);
    await prepareTemplate(postgres);
    await run(postgres.adminUrl(TEMPLATE), KEEP_CHANGES);
    await run(postgres.adminUrl('postgres'), 'ALTER SYSTEM SET track_commit_timestamp = on');
    await postgres.stop();
    await postgres.start();
    return new Servers(postgres, nats);
  }

  database(): Promise<TestDatabase> {
    return createTestDatabase({ port: this.postgres.port });
  }

  async close(): Promise<void> {
    await this.nats.dispose();
    await this.postgres.dispose();
  }
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

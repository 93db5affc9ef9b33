/**
 * A database of its own for each test file, copied in a blink from the migrated template of the server that
 * the whole run shares (see global-setup.ts).
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminUrl, connectionUrl } from '@platform/stack';
import { Client } from 'pg';
import { inject } from 'vitest';
import { TEST_PASSWORD } from './postgres';

export const TEMPLATE_DATABASE = 'platform_template';

declare module 'vitest' {
  interface ProvidedContext {
    testPostgresPort: number;
  }
}

export interface TestDatabase {
  readonly name: string;
  readonly port: number;
  readonly adminUrl: string;
  /** The login of one of the platform's roles. */
  urlFor(role: string): string;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Start from nothing instead of from the migrated template. */
  readonly empty?: boolean;
  /** On a private server made by startPostgres; it must have been prepared with prepareTemplate. */
  readonly port?: number;
}

export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const port = options.port ?? inject('testPostgresPort');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = options.empty === true ? 'template0' : TEMPLATE_DATABASE;
  await asAdmin(port, async (client) => {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    await copyDatabaseSettings(client, template, name);
  });
  return {
    name,
    port,
    adminUrl: adminUrl(port, TEST_PASSWORD, name),
    urlFor: (role) => connectionUrl({ port, user: role, password: TEST_PASSWORD, database: name }),
    drop: async () => {
      await asAdmin(port, async (client) => {
        await untilUnused(client, name);
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
    },
  };
}

const LEAVE_WITHIN_MS = 5_000;

/** A pool has ended before its connections have: one that is cut then would throw with no listener left. */
async function untilUnused(client: Client, name: string): Promise<void> {
  const deadlineMs = performance.now() + LEAVE_WITHIN_MS;
  const others = 'SELECT FROM pg_stat_activity WHERE datname = $1';
  while ((await client.query(others, [name])).rowCount !== 0 && performance.now() < deadlineMs)
    await sleep(20);
}

/**
 * Grants on the database and per-role settings belong to the cluster, so CREATE DATABASE does not copy them.
 */
async function copyDatabaseSettings(client: Client, from: string, to: string): Promise<void> {
  await client.query(
    `INSERT INTO pg_db_role_setting (setdatabase, setrole, setconfig)
     SELECT target.oid, setting.setrole, setting.setconfig
     FROM pg_db_role_setting setting
     JOIN pg_database source ON source.oid = setting.setdatabase AND source.datname = $1
     JOIN pg_database target ON target.datname = $2`,
    [from, to],
  );
  await client.query(
    `UPDATE pg_database SET datacl = (SELECT datacl FROM pg_database WHERE datname = $1) WHERE datname = $2`,
    [from, to],
  );
}

async function asAdmin(port: number, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: adminUrl(port, TEST_PASSWORD, 'postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * The migration tool: `migrate` brings a database to the newest schema, `pendingMigrations` says what that
 * would take. Each file runs in one transaction together with its history row, and one run at a time touches
 * a database.
 */
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  type AppliedMigration,
  MigrationError,
  type MigrationFile,
  planMigrations,
  readMigrations,
} from './migration-plan';
import { withClient } from './with-client';

export interface MigrateOptions {
  /** A login that owns the database and may create roles. */
  readonly connectionString: string;
  readonly directory?: string;
  readonly log: (line: string) => void;
}

export interface MigrationSummary {
  readonly applied: readonly string[];
  readonly schemaVersion: number;
}

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../migrations', import.meta.url));

/** Any number will do, as long as every release uses the same. Advisory locks are per database. */
const LOCK_KEY = 7_036_874_417_766;

const HISTORY_TABLE = `
  CREATE SCHEMA IF NOT EXISTS ops;
  CREATE TABLE IF NOT EXISTS ops.migrations (
    number integer PRIMARY KEY,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamptz(3) NOT NULL DEFAULT now()
  )`;

export async function migrate(options: MigrateOptions): Promise<MigrationSummary> {
  const files = readMigrations(options.directory ?? MIGRATIONS_DIRECTORY);
  return await withClient(options.connectionString, async (client) => {
    await waitForOtherRun(client, options.log);
    // Behind a long query of a running service, fail and say so rather than queue every other statement
    // behind us.
    await client.query(`SET lock_timeout = '30s'; SET client_min_messages = warning;`);
    const pending = planMigrations(files, await readHistory(client));
    if (pending.length > 0) await client.query(HISTORY_TABLE);
    for (const file of pending) {
      await apply(client, file);
      options.log(`applied ${file.name}`);
    }
    return { applied: pending.map((file) => file.name), schemaVersion: files.at(-1)?.number ?? 0 };
  });
}

/** Names of the migrations that `migrate` would run. */
export async function pendingMigrations(options: Omit<MigrateOptions, 'log'>): Promise<readonly string[]> {
  const files = readMigrations(options.directory ?? MIGRATIONS_DIRECTORY);
  return await withClient(options.connectionString, async (client) =>
    planMigrations(files, await readHistory(client)).map((file) => file.name),
  );
}

/** Held until the connection closes. */
async function waitForOtherRun(client: pg.Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [LOCK_KEY]);
  if (rows[0].free) return;
  log('waiting for another migration run to finish');
  await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
}

async function readHistory(client: pg.Client): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query(`SELECT to_regclass('ops.migrations') IS NOT NULL AS begun`);
  if (!rows[0].begun) return [];
  const history = await client.query('SELECT number, name, sha256 FROM ops.migrations ORDER BY number');
  return history.rows;
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(file.sql);
    await client.query('INSERT INTO ops.migrations (number, name, sha256) VALUES ($1, $2, $3)', [
      file.number,
      file.name,
      file.sha256,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    throw new MigrationError(`${file.name} failed${lineOf(error, file.sql)}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function lineOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return '';
  return ` at line ${sql.slice(0, Number(error.position)).split('\n').length}`;
}

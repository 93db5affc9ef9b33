/** Connections to a test database, as its owner or as one of the roles, all closed together. */
import { createTestDatabase, eventually, type TestDatabase } from '@platform/testkit';
import pg from 'pg';
import type { RoleName } from '../src';

export class Sessions {
  private readonly clients: pg.Client[] = [];

  private constructor(readonly database: TestDatabase) {}

  static async open(): Promise<Sessions> {
    return new Sessions(await createTestDatabase());
  }

  async owner(): Promise<pg.Client> {
    return await this.connect(this.database.adminUrl);
  }

  async as(role: RoleName): Promise<pg.Client> {
    return await this.connect(this.database.urlFor(role));
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.end()));
    await this.database.drop();
  }

  private async connect(connectionString: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    this.clients.push(client);
    return client;
  }
}

/** Resolves once the session waits for a lock that another one holds. */
export async function untilBlocked(observer: pg.Client, session: pg.Client): Promise<void> {
  const pid = (session as unknown as { processID: number }).processID;
  await eventually(async () => {
    const { rows } = await observer.query('SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked', [pid]);
    return rows[0].blocked;
  });
}

/** The constraint (or trigger of that name) by which the database refused, or its SQLSTATE. */
export async function refusal(statement: Promise<unknown>): Promise<string> {
  try {
    await statement;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.constraint ?? error.code ?? error.message;
    throw error;
  }
  return 'accepted';
}

export const INSUFFICIENT_PRIVILEGE = '42501';

/** The database as a thread sees it: one connection per job, with limits of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * A COPY of millions of rows may take longer than other statements, a server that stopped answering may not.
 */
const STATEMENT_TIMEOUT_MS = 120_000;
/** A transaction whose thread was ended holds its locks no longer than this. */
const IDLE_TRANSACTION_MS = 60_000;
const GOODBYE_MS = 5_000;

export async function connect(database: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...database,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  });
  // A connection that breaks between two queries has no other listener; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A server that fell silent does not say goodbye either. */
export async function leave(client: pg.Client): Promise<void> {
  const patience = new AbortController();
  const waited = sleep(GOODBYE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([client.end().catch(() => undefined), waited]);
  patience.abort();
}

/**
 * Lends a further connection to long reads: opened when it is first asked for, the same one ever after, and
 * closed when they are done.
 */
export async function withLane<T>(
  database: pg.ClientConfig,
  read: (openLane: () => Promise<pg.Client>) => Promise<T>,
): Promise<T> {
  let lane: Promise<pg.Client> | undefined;
  try {
    return await read(() => (lane ??= connect(database)));
  } finally {
    await lane?.then(leave, () => undefined);
  }
}

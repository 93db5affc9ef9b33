/**
 * The PostgreSQL pool. Every statement has a limit on the server and a slightly longer one on the client: a
 * silently dead connection raises no error by itself. A connection that let the longer one pass is dead and
 * is cut, with those that lie idle beside it: pg would hand them out again. numeric and bigint arrive as
 * strings and stay so.
 */
import type { Socket } from 'node:net';
import type { Database } from '@platform/db';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Secret } from '../config/secret';

const STATEMENT_TIMEOUT_MS = 8_000;
const QUERY_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;

export interface PoolOptions {
  readonly databaseUrl: Secret;
  readonly applicationName: string;
  readonly maxConnections?: number;
  /** Unused connections stay open, too. */
  readonly keepsIdle?: boolean;
  /** Called for errors of idle connections. */
  readonly onError: (error: Error) => void;
}

export function clientConfig(databaseUrl: Secret, applicationName: string): pg.ClientConfig {
  return {
    connectionString: databaseUrl.reveal(),
    application_name: applicationName,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  };
}

export class DatabasePool {
  readonly pool: pg.Pool;
  readonly kysely: Kysely<Database>;
  private readonly clients = new Set<pg.ClientBase>();
  private readonly idle = new Set<pg.ClientBase>();

  constructor(options: PoolOptions) {
    const onSilence = (client: pg.ClientBase) => {
      for (const each of [client, ...this.idle]) destroySocket(each);
    };
    this.pool = new pg.Pool({
      Client: class extends WatchedClient {
        override readonly onSilence = onSilence;
      },
      ...clientConfig(options.databaseUrl, options.applicationName),
      max: options.maxConnections ?? 8,
      idleTimeoutMillis: options.keepsIdle === true ? 0 : 60_000,
    });
    this.pool.on('error', options.onError);
    this.pool.on('connect', (client) => {
      // A connection that breaks while checked out has no other listener, and an unheard error ends the
      // process.
      client.on('error', options.onError);
      this.clients.add(client);
    });
    this.pool.on('acquire', (client) => this.idle.delete(client));
    this.pool.on('release', (_error, client) => this.idle.add(client));
    this.pool.on('remove', (client) => {
      this.clients.delete(client);
      this.idle.delete(client);
    });
    this.kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: this.pool }) });
  }

  /** Cuts every connection now. Statements in flight fail at once instead of waiting for their timeout. */
  destroySockets(): void {
    for (const client of this.clients) destroySocket(client);
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Says of itself when an answer did not come within the client's limit. */
abstract class WatchedClient extends pg.Client {
  abstract onSilence(client: pg.ClientBase): void;

  override query(...parameters: never): never {
    const answer: unknown = super.query(...(parameters as Parameters<pg.Client['query']>));
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') this.onSilence(this);
      });
    return answer as never;
  }
}

/**
 * pg has no public way to drop a connection without talking to the server, which a black hole never answers.
 */
export function destroySocket(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

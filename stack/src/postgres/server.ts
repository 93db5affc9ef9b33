/** How the embedded server is started and asked whether it serves. Only loopback is bound. */
import { withClient } from '@platform/db';
import { Client } from 'pg';
import { OperatorFault } from '../fault';
import { ADMIN_ROLE } from './cluster';

export interface ServerOptions {
  readonly data: string;
  readonly port: number;
  readonly durable: boolean;
}

export const DATABASE = 'platform';

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  // After each checkpoint the next minute of 400 series writes whole pages, 3 MB instead of 0.2: the size
  // above bounds a recovery well enough.
  checkpoint_timeout: '30min',
  // Short queries on small tables: compiling them costs more than it saves.
  jit: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
};

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_connections: '100' };
/** For tests, of which many share a server. */
const FAST_AND_FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '500',
};

export function serverArguments({ data, port, durable }: ServerOptions): string[] {
  const settings = { ...SETTINGS, ...(durable ? DURABLE : FAST_AND_FORGETFUL), port: String(port) };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

export interface Login {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export function connectionUrl({ port, user, password, database }: Login): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

export function adminUrl(port: number, password: string, database: string = DATABASE): string {
  return connectionUrl({ port, user: ADMIN_ROLE, password, database });
}

/** The maintenance database is asked, so that the answer does not depend on migrations. */
export async function answersQueries(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === WRONG_PASSWORD) throw passwordFault();
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const WRONG_PASSWORD = '28P01';

function passwordFault(): OperatorFault {
  return new OperatorFault(
    'PostgreSQL refuses the password in secrets.json, which belongs to another database: restore the file that was made with this one.',
  );
}

export async function ensureDatabase(maintenanceUrl: string, name: string): Promise<void> {
  await withClient(maintenanceUrl, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}

import { MigrationError, migrate, setRolePasswords } from '@platform/db';
import { diskFull, mentionsFullDisk, OperatorFault } from '../fault';
import { adminUrl, DATABASE, ensureDatabase, serverArguments } from '../postgres/server';
import type { ProcessSpec } from '../process/spec';
import type { PreparedContext, StackContext } from './context';
import { readyUrl } from './ready-url';

export function postgresProcess(context: PreparedContext): ProcessSpec {
  const { account, ports, postgres, postgresData } = context;
  return {
    name: 'postgres',
    command: postgres.postgres,
    args: serverArguments({ data: postgresData, port: ports.postgres, durable: true }),
    env: { TZ: 'UTC', LC_ALL: 'C' },
    ...(account === undefined ? {} : { account }),
    ports: [ports.postgres],
    // Fast shutdown: sessions are ended, everything committed is kept.
    stopSignal: 'SIGINT',
    stopTimeoutMs: 30_000,
    readyUrl: readyUrl('postgres', context),
  };
}

/** Brings the schema up to date and gives each role its password. */
export async function prepareDatabase(
  { home, ports, secrets }: StackContext,
  report: (line: string) => void,
): Promise<void> {
  await ensureDatabase(adminUrl(ports.postgres, secrets.databaseAdminPassword, 'postgres'), DATABASE);
  const connectionString = adminUrl(ports.postgres, secrets.databaseAdminPassword);
  try {
    await migrate({ connectionString, log: report });
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    throw mentionsFullDisk(error.message) ? diskFull(home.postgres) : new OperatorFault(error.message);
  }
  await setRolePasswords(connectionString, secrets.rolePasswords);
}

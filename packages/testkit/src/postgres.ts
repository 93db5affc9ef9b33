/**
 * A private PostgreSQL server for a test that stops, kills or restarts it. Others share one: see database.ts.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  adminUrl,
  answersQueries,
  ensureCluster,
  freePort,
  postgresAccount,
  postgresBinaries,
  serverArguments,
} from '@platform/stack';
import { eventually } from './eventually';
import { ServerProcess, startOrClean } from './server-process';
import { temporaryDirectory } from './temporary-directory';

/** Tests reach nothing but loopback servers of their own, so the password is no secret. */
export const TEST_PASSWORD = 'test-only';

export interface PostgresServer {
  readonly port: number;
  /** As superuser, to the given database. */
  adminUrl(database: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Stops the server and removes its data. */
  dispose(): Promise<void>;
}

export interface PostgresOptions {
  /** Where the data goes; a temporary directory otherwise. */
  readonly dir?: string;
  /** Survive a power cut: needed only by tests about durability. */
  readonly durable?: boolean;
}

export async function startPostgres({ dir, durable = false }: PostgresOptions = {}): Promise<PostgresServer> {
  const temporary = dir === undefined ? temporaryDirectory('postgres') : undefined;
  const directory = join(dir ?? temporary!.path, 'postgres');
  mkdirSync(directory, { recursive: true });
  const account = postgresAccount();
  const binaries = postgresBinaries(account);
  const data = ensureCluster({ directory, account, binaries, adminPassword: TEST_PASSWORD, durable });
  const port = await freePort();
  const maintenanceUrl = adminUrl(port, TEST_PASSWORD, 'postgres');
  const server = new ServerProcess({
    name: 'PostgreSQL',
    command: binaries.postgres,
    args: serverArguments({ data, port, durable }),
    options: { ...account, cwd: '/' },
    stopSignal: 'SIGINT',
    isReady: async () => await answersQueries(maintenanceUrl),
  });
  await startOrClean(server, temporary);
  return {
    port,
    adminUrl: (database) => adminUrl(port, TEST_PASSWORD, database),
    // The processes of a killed server end a moment later than it does, and keep a new one out until then.
    start: async () => await eventually(() => server.start()),
    stop: async () => await server.stop(),
    kill: async () => await server.kill(),
    dispose: async () => {
      await server.stop();
      temporary?.remove();
    },
  };
}

/** One PostgreSQL server per test run, with a migrated template that createTestDatabase copies. */
import { migrate, ROLES, setRolePasswords } from '@platform/db';
import { ensureDatabase } from '@platform/stack';
import type { TestProject } from 'vitest/node';
import { TEMPLATE_DATABASE } from './database';
import { type PostgresServer, startPostgres, TEST_PASSWORD } from './postgres';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await prepareTemplate(server);
  project.provide('testPostgresPort', server.port);
  return async () => await server.dispose();
}

/** Gives a private server the same template and logins as the shared one. */
export async function prepareTemplate(server: PostgresServer): Promise<void> {
  await ensureDatabase(server.adminUrl('postgres'), TEMPLATE_DATABASE);
  const connectionString = server.adminUrl(TEMPLATE_DATABASE);
  await migrate({ connectionString, log: () => {} });
  await setRolePasswords(connectionString, Object.fromEntries(ROLES.map((role) => [role, TEST_PASSWORD])));
}

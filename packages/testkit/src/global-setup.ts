/**
 * Once per test run: the services are built, and a PostgreSQL server stands with a migrated template that
 * createTestDatabase copies.
 */
import { SERVICES } from '@platform/contracts';
import { migrate, ROLES, setRolePasswords } from '@platform/db';
import { buildServices, ensureDatabase } from '@platform/stack';
import type { TestProject } from 'vitest/node';
import { TEMPLATE_DATABASE } from './database';
import { type PostgresServer, startPostgres, TEST_PASSWORD } from './postgres';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server] = await Promise.all([startPostgres(), buildServices(SERVICES)]);
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

export { generateTypes } from './generate';
export { type MigrateOptions, type MigrationSummary, migrate, pendingMigrations } from './migrate';
export { MigrationError } from './migration-plan';
export { setRolePasswords } from './passwords';
export { checkRole, type RoleFindings } from './role-check';
export { type Grant, type Privilege, type RolePolicy, rolePolicy } from './role-policy';
export { ROLES, type RoleName } from './roles';
export type { DB as Database } from './schema.generated';
export type { TableName } from './tables';

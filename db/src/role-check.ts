/**
 * Compares a role of a live database with its policy: grants it lacks, privileges and attributes it should
 * not have. It reads only the catalogue, which any login may do, so that a service can check its own role.
 */
import { grants } from './grants';
import { type Grant, rolePolicy } from './role-policy';
import type { RoleName } from './roles';
import { ownershipsOf, type RowOwnership } from './row-owners';

export interface RoleFindings {
  /** e.g. "INSERT on trading.orders". */
  readonly missing: readonly string[];
  readonly excess: readonly string[];
}

/** A pg Client or Pool. */
interface Queryable {
  query(text: string, values: readonly unknown[]): Promise<{ rows: { label: string }[] }>;
}

// A table that does not exist gives no privilege: its grants are reported as missing.
const GRANTS_HELD = `
  WITH wanted AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb)
      AS wanted (label text, privilege text, namespace text, name text, column_name text, partial boolean)
  )
  SELECT label
  FROM wanted
  JOIN pg_namespace ON nspname = namespace
  JOIN pg_class relation ON relnamespace = pg_namespace.oid AND relname = name
  WHERE CASE
    WHEN column_name IS NOT NULL THEN EXISTS (
      SELECT FROM pg_attribute
      WHERE attrelid = relation.oid AND attname = column_name AND has_column_privilege($1, relation.oid, attnum, privilege))
    WHEN partial AND privilege IN ('SELECT', 'INSERT', 'UPDATE')
      THEN has_any_column_privilege($1, relation.oid, privilege)
    ELSE has_table_privilege($1, relation.oid, privilege)
  END`;

const OWNERSHIPS = `
  WITH role AS (
    SELECT oid FROM pg_roles WHERE rolname = $1
  ), wanted AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb)
      AS wanted (label text, command "char", namespace text, name text, policy text)
  ), found AS (
    SELECT wanted.*, relation.oid AS relation, relation.relrowsecurity AS is_on
    FROM wanted JOIN pg_namespace ON nspname = namespace
    JOIN pg_class relation ON relnamespace = pg_namespace.oid AND relname = name
  )`;

const OWN_ROWS_MISSING = `${OWNERSHIPS}
  SELECT 'own rows: ' || label AS label FROM found WHERE is_on AND NOT EXISTS (
    SELECT FROM pg_policy WHERE polrelid = relation AND polname = policy AND polcmd = command)`;

/** Row security that is off, or another policy that admits more: permissive policies add up. */
const OTHERS_ROWS_HELD = `${OWNERSHIPS}
  SELECT 'rows of others: ' || label AS label FROM found WHERE NOT is_on OR EXISTS (
    SELECT FROM pg_policy WHERE polrelid = relation AND polname <> policy AND polcmd IN (command, '*') AND polpermissive
      AND polroles && ARRAY[0::oid, (SELECT oid FROM role)])`;

const OTHER_POWERS = `
  SELECT attribute AS label
  FROM pg_roles, LATERAL (VALUES
    ('SUPERUSER', rolsuper), ('CREATEDB', rolcreatedb), ('CREATEROLE', rolcreaterole),
    ('REPLICATION', rolreplication), ('BYPASSRLS', rolbypassrls)) AS attributes (attribute, held)
  WHERE rolname = $1 AND held
  UNION ALL
  SELECT 'membership in ' || roleid::regrole FROM pg_auth_members WHERE member = (SELECT oid FROM pg_roles WHERE rolname = $1)
  UNION ALL
  SELECT 'CREATE on schema ' || nspname FROM pg_namespace
  WHERE nspname IN ('market', 'trading', 'risk', 'ops', 'public') AND has_schema_privilege($1, oid, 'CREATE')
  UNION ALL
  SELECT 'CREATE on the database' WHERE has_database_privilege($1, current_database(), 'CREATE')`;

export async function checkRole(database: Queryable, role: RoleName): Promise<RoleFindings> {
  const { must, mustNot } = rolePolicy[role];
  const required = must.flatMap((grant) => questions(grant, false));
  const held = await labels(database, GRANTS_HELD, [role, JSON.stringify(required)]);
  const forbidden = mustNot.flatMap((grant) => questions(grant, true));
  const excess = await labels(database, GRANTS_HELD, [role, JSON.stringify(forbidden)]);
  const powers = await labels(database, OTHER_POWERS, [role]);
  const missing = required.map(({ label }) => label).filter((label) => !held.includes(label));
  const owned = JSON.stringify(ownershipsOf(grants[role]).map(rowQuestion));
  const ownRows = await labels(database, OWN_ROWS_MISSING, [role, owned]);
  const othersRows = await labels(database, OTHERS_ROWS_HELD, [role, owned]);
  return { missing: [...missing, ...ownRows], excess: [...excess, ...powers, ...othersRows] };
}

function rowQuestion({ table, command }: RowOwnership) {
  const [namespace, name] = table.split('.');
  return {
    label: `${command} on ${table}`,
    // As the catalogue abbreviates it.
    command: command === 'INSERT' ? 'a' : 'w',
    policy: `own_${command.toLowerCase()}`,
    namespace,
    name,
  };
}

async function labels(database: Queryable, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await database.query(text, values);
  return rows.map(({ label }) => label);
}

/** `partial`: holding the privilege on a single column already counts. */
function questions({ privilege, table, columns }: Grant, partial: boolean) {
  const [namespace, name] = table.split('.');
  const question = { privilege, namespace, name, partial };
  if (columns === undefined) return [{ ...question, label: `${privilege} on ${table}` }];
  return columns.map((column) => ({
    ...question,
    column_name: column,
    label: `${privilege} (${column}) on ${table}`,
  }));
}

/**
 * Every role tries every verb on every table, and every column that it holds a part of; the database decides
 * as the policy says.
 */
import { type Privilege, ROLES, type RoleName, rolePolicy, TABLES, type TableName } from '@platform/db';
import pg from 'pg';

const VERBS: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'];
const INSUFFICIENT_PRIVILEGE = '42501';

export interface RoleMatrix {
  /** Roles × tables that the database has × verbs. */
  readonly existing: number;
  readonly tried: number;
  /** What the database decided otherwise than the policy. */
  readonly wrong: readonly string[];
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Touches no row. `connect` gives a session of the role, or of the owner. */
export async function tryRoles(connect: (role?: RoleName) => Promise<pg.Client>): Promise<RoleMatrix> {
  const columns = await writableColumns(await connect());
  const wrong: string[] = [];
  let tried = 0;
  for (const role of ROLES) {
    const client = await connect(role);
    for (const table of TABLES) {
      for (const verb of VERBS) {
        const decisions = cell(columns.get(table) ?? [], role, verb, table);
        if (decisions.length > 0) tried += 1;
        for (const { column, isAllowed } of decisions) {
          const statement = attempt(verb, table, column);
          // A trigger that fires once per statement may still object: the privilege was there.
          if ((await isPermitted(client, statement)) !== isAllowed) wrong.push(`${role}: ${statement}`);
        }
      }
    }
  }
  return { existing: ROLES.length * columns.size * VERBS.length, tried, wrong };
}

async function isPermitted(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement);
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code !== INSUFFICIENT_PRIVILEGE;
    throw error;
  }
  return true;
}

/** Of every table in the schemas, partitions aside: they are reached through their table. */
async function writableColumns(owner: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await owner.query<Column & { table: string }>(
    `SELECT attrelid::regclass::text AS table, attname AS name, format_type(atttypid, atttypmod) AS type
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname IN ('market', 'trading', 'risk', 'ops') AND relkind IN ('r', 'p') AND NOT relispartition
       AND attnum > 0 AND NOT attisdropped AND attidentity = '' AND attgenerated = ''
     ORDER BY attnum`,
  );
  const found = new Map<string, Column[]>();
  for (const { table, ...column } of rows) found.set(table, [...(found.get(table) ?? []), column]);
  return found;
}

/** A statement that needs the privilege and touches no row. */
function attempt(verb: Privilege, table: TableName, column: Column): string {
  switch (verb) {
    case 'SELECT':
      return `SELECT ${column.name} FROM ${table} LIMIT 0`;
    case 'INSERT':
      return `INSERT INTO ${table} (${column.name}) SELECT NULL::${column.type} WHERE false`;
    case 'UPDATE':
      return `UPDATE ${table} SET ${column.name} = NULL WHERE false`;
    case 'DELETE':
      return `DELETE FROM ${table} WHERE false`;
    case 'TRUNCATE':
      return `TRUNCATE ${table}`;
  }
}

/**
 * The columns that decide the cell, each with the verdict: any one of the table, or those that the policy
 * names.
 */
function cell(all: readonly Column[], role: RoleName, verb: Privilege, table: TableName) {
  if (all.length === 0) return [];
  const named = (list: 'must' | 'mustNot') =>
    rolePolicy[role][list].find((grant) => grant.privilege === verb && grant.table === table);
  const must = named('must');
  const mustNot = named('mustNot');
  const allowed = must === undefined ? [] : (must.columns ?? [all[0]!.name]);
  const hasColumns = verb !== 'DELETE' && verb !== 'TRUNCATE';
  const every = hasColumns ? all.map(({ name }) => name) : [all[0]!.name];
  const forbidden = mustNot === undefined ? [] : (mustNot.columns ?? every);
  const verdicts = [
    ...allowed.map((name) => [name, true] as const),
    ...forbidden.map((name) => [name, false] as const),
  ];
  // Identity and generated columns take no value, so nothing can be tried on them.
  return verdicts.flatMap(([name, isAllowed]) => {
    const column = all.find((each) => each.name === name);
    return column === undefined ? [] : [{ column, isAllowed }];
  });
}

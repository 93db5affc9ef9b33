/**
 * The grants of each role turned into a list of checks: what it must hold and, for everything else there is,
 * what it must not.
 */
import { grants, type RoleGrants } from './grants';
import type { RoleName } from './roles';
import { TABLES, type TableName } from './tables';

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE';

/**
 * In `must`: held on the whole table, or on every column named. In `mustNot`: held on no column, or on none
 * of those named.
 */
export interface Grant {
  readonly privilege: Privilege;
  readonly table: TableName;
  readonly columns?: readonly string[];
}

export interface RolePolicy {
  readonly must: readonly Grant[];
  readonly mustNot: readonly Grant[];
}

function policyOf(role: RoleGrants): RolePolicy {
  const whole: Readonly<Record<Privilege, readonly TableName[]>> = {
    SELECT: role.select,
    INSERT: role.insert ?? [],
    UPDATE: role.update ?? [],
    DELETE: role.delete ?? [],
    TRUNCATE: [],
  };
  const must: Grant[] = [];
  const mustNot: Grant[] = [];
  for (const privilege of Object.keys(whole) as Privilege[]) {
    for (const table of TABLES) {
      const partial = role.columns?.find((grant) => grant.privilege === privilege && grant.table === table);
      if (whole[privilege].includes(table)) must.push({ privilege, table });
      else if (partial === undefined) mustNot.push({ privilege, table });
      else {
        must.push({ privilege, table, columns: partial.columns });
        mustNot.push({ privilege, table, columns: partial.never });
      }
    }
  }
  return { must, mustNot };
}

export const rolePolicy = Object.fromEntries(
  Object.entries(grants).map(([role, granted]) => [role, policyOf(granted)]),
) as Readonly<Record<RoleName, RolePolicy>>;

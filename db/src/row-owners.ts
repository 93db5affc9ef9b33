/**
 * Tables whose rows belong to the role that wrote them, and the commands that a row policy holds to one's own
 * rows. The policies are called own_insert and own_update; a service that may write such a table checks them
 * before it starts.
 */
import type { RoleGrants } from './grants';
import type { TableName } from './tables';

export type RowCommand = 'INSERT' | 'UPDATE';

export interface RowOwnership {
  readonly table: TableName;
  readonly command: RowCommand;
}

export const ROW_OWNED: readonly RowOwnership[] = [
  { table: 'ops.consumer_cursors', command: 'INSERT' },
  { table: 'ops.consumer_cursors', command: 'UPDATE' },
  { table: 'ops.outbox', command: 'INSERT' },
  { table: 'ops.outbox', command: 'UPDATE' },
  { table: 'ops.audit_log', command: 'INSERT' },
  { table: 'trading.bot_events', command: 'INSERT' },
  { table: 'trading.commands_done', command: 'INSERT' },
];

/** Those that concern a role: it may use the command on the table, or on some of its columns. */
export function ownershipsOf({ insert = [], update = [], columns = [] }: RoleGrants): RowOwnership[] {
  return ROW_OWNED.filter(
    ({ table, command }) =>
      (command === 'INSERT' ? insert : update).includes(table) ||
      columns.some((grant) => grant.table === table && grant.privilege === command),
  );
}

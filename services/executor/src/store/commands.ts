/**
 * The flatten commands that are not done, found by their missing row in commands_done: a command may be
 * carried out twice, never skipped, and no number that somebody else could move decides which are left.
 */
import type { Database as Schema } from '@platform/db';
import type { Kysely } from 'kysely';
import type { Commands, FlattenCommand } from '../app/ports';

export class CommandStore implements Commands {
  constructor(private readonly db: Kysely<Schema>) {}

  /** Every flatten that is not done, oldest first. */
  async pending(): Promise<FlattenCommand[]> {
    return await this.db
      .selectFrom('trading.bot_commands as command')
      .select(['command.id', 'command.command_id as commandId', 'command.scope', 'command.network'])
      .where('command.kind', '=', 'flatten')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('trading.commands_done as done')
              .select('done.id')
              .whereRef('done.id', '=', 'command.id'),
          ),
        ),
      )
      .orderBy('command.id')
      .execute();
  }

  async markDone(id: string): Promise<void> {
    await this.db
      .insertInto('trading.commands_done')
      .values({ id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  async botsOfCluster(clusterId: string): Promise<string[]> {
    const rows = await this.db
      .selectFrom('trading.bot_configs')
      .select('id')
      .where('cluster_id', '=', clusterId)
      .execute();
    return rows.map((row) => row.id);
  }

  /** False when the token was used before. */
  async useConfirmToken(token: string, purpose: string): Promise<boolean> {
    const inserted = await this.db
      .insertInto('ops.confirm_tokens')
      .values({ token, purpose })
      .onConflict((conflict) => conflict.column('token').doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n;
  }
}

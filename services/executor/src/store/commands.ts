/**
 * The command table behind a committed cursor: a command may be carried out twice, never skipped. Only flattens concern the executor.
 * Commands run side by side, so the cursor stops before the oldest that is not done.
 */
import type { FlattenScope, Network } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import type { Kysely } from 'kysely';

const CONSUMER = { consumer: 'executor', source: 'trading.bot_commands' } as const;

export interface FlattenCommand {
  readonly id: string;
  readonly commandId: string;
  readonly scope: string;
  readonly network: Network | null;
}

export class CommandStore {
  /** Done, but behind an older command that is not. */
  readonly #done = new Set<string>();

  constructor(private readonly db: Kysely<Schema>) {}

  /** Every flatten that is not done, oldest first. */
  async pending(): Promise<FlattenCommand[]> {
    const commands = await this.#beyondCursor();
    return commands.filter(({ id }) => !this.#done.has(id));
  }

  async markDone(id: string): Promise<void> {
    this.#done.add(id);
    let position: string | undefined;
    for (const command of await this.#beyondCursor()) {
      if (!this.#done.has(command.id)) break;
      position = command.id;
    }
    if (position === undefined) return;
    await this.db
      .insertInto('ops.consumer_cursors')
      .values({ ...CONSUMER, position })
      .onConflict((conflict) => conflict.columns(['consumer', 'source']).doUpdateSet({ position }))
      .execute();
    for (const done of this.#done) if (BigInt(done) <= BigInt(position)) this.#done.delete(done);
  }

  #beyondCursor(): Promise<FlattenCommand[]> {
    return this.db
      .selectFrom('trading.bot_commands')
      .select(['id', 'command_id as commandId', 'scope', 'network'])
      .where('kind', '=', 'flatten')
      .where('id', '>', (eb) =>
        eb
          .selectFrom('ops.consumer_cursors')
          .select((cursor) => cursor.fn.coalesce(cursor.fn.max('position'), cursor.lit(0)).as('position'))
          .where('consumer', '=', CONSUMER.consumer)
          .where('source', '=', CONSUMER.source),
      )
      .orderBy('id')
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

/** The table admits only these four forms. */
export function parseScope(text: string): FlattenScope {
  const at = text.indexOf(':');
  const value = text.slice(at + 1);
  switch (text.slice(0, at)) {
    case 'bot':
      return { kind: 'bot', botId: value };
    case 'symbol':
      return { kind: 'symbol', symbol: value };
    case 'cluster':
      return { kind: 'cluster', clusterId: value };
    default:
      return { kind: 'all' };
  }
}

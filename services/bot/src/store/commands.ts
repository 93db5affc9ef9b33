import type pg from 'pg';
import type { BotCommand, CommandStore } from '../app/commands';
import type { BotSettings } from '../domain/settings';
import { commandScopes } from './entry-context';
import { inTransaction } from './transaction';

const SOURCE = 'trading.bot_commands';

export class DatabaseCommands implements CommandStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly settings: BotSettings,
    private readonly fence: () => string | null,
  ) {}

  async pending(): Promise<readonly BotCommand[]> {
    const { symbol, strategy, shadow } = this.settings;
    await this.pool.query(BEGIN_AT_NEWEST, [this.#consumer, SOURCE]);
    const { rows } = await this.pool.query<{
      id: string;
      command_id: string;
      kind: BotCommand['kind'];
      reason: string;
      is_old: boolean;
    }>(PENDING, [
      this.#consumer,
      SOURCE,
      commandScopes(this.settings),
      symbol,
      strategy,
      shadow,
      this.fence(),
    ]);
    return rows.map(({ command_id: commandId, is_old: isOld, ...row }) => ({ ...row, commandId, isOld }));
  }

  async done(command: BotCommand, eventType: string): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await client.query(
        'UPDATE ops.consumer_cursors SET position = $3 WHERE consumer = $1 AND source = $2 AND position < $3',
        [this.#consumer, SOURCE, command.id],
      );
      const metadata = { command_id: command.commandId, reason: command.reason };
      await client.query(
        'INSERT INTO trading.bot_events (bot_id, event_type, metadata) VALUES ($1, $2, $3)',
        [
          this.settings.botId,
          this.settings.shadow ? `shadow_${eventType}` : eventType,
          JSON.stringify(metadata),
        ],
      );
    });
  }

  /** The green side reads the same commands with a cursor of its own. */
  get #consumer(): string {
    return `bot-${this.settings.botId}${this.settings.shadow ? '-shadow' : ''}`;
  }
}

const BEGIN_AT_NEWEST = `
  INSERT INTO ops.consumer_cursors (consumer, source, position)
  SELECT $1, $2, coalesce(max(id), 0) FROM trading.bot_commands ON CONFLICT DO NOTHING`;

const PENDING = `
  SELECT command.id, command.command_id, command.kind, command.reason,
    NOT EXISTS (SELECT FROM trading.bot_leases lease WHERE lease.symbol = $4 AND lease.strategy = $5 AND lease.shadow = $6
      AND lease.fence = $7 AND command.created_at >= lease.acquired_at) AS is_old
  FROM trading.bot_commands command JOIN ops.consumer_cursors cursor
    ON cursor.consumer = $1 AND cursor.source = $2 AND command.id > cursor.position
  WHERE command.scope = ANY ($3) ORDER BY command.id`;

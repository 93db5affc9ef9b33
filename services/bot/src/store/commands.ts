import { scopesCovering } from '@platform/contracts';
import { ConsumerCursor } from '@platform/service-kit';
import type pg from 'pg';
import type { BotCommand, CommandStore } from '../app/ports';
import type { BotSettings } from '../domain/settings';
import { inTransaction } from './transaction';

export class DatabaseCommands implements CommandStore {
  private readonly cursor: ConsumerCursor;

  constructor(
    private readonly pool: pg.Pool,
    private readonly settings: BotSettings,
    private readonly fence: () => string | null,
  ) {
    this.cursor = new ConsumerCursor({
      pool,
      // The green side reads the same commands with a cursor of its own.
      consumer: `bot-${settings.botId}${settings.shadow ? '-shadow' : ''}`,
      source: 'trading.bot_commands',
      begin: 'newest',
    });
  }

  async pending(): Promise<readonly BotCommand[]> {
    const { symbol, strategy, shadow } = this.settings;
    const { rows } = await this.pool.query<{
      id: string;
      command_id: string;
      kind: BotCommand['kind'];
      reason: string;
      is_old: boolean;
    }>(PENDING, [
      await this.cursor.position(),
      scopesCovering(this.settings),
      symbol,
      strategy,
      shadow,
      this.fence(),
    ]);
    return rows.map(({ command_id: commandId, is_old: isOld, ...row }) => ({ ...row, commandId, isOld }));
  }

  async done(command: BotCommand, eventType: string): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await this.cursor.advance(command.id, client);
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
}

const PENDING = `
  SELECT command.id, command.command_id, command.kind, command.reason,
    NOT EXISTS (SELECT FROM trading.bot_leases lease WHERE lease.symbol = $3 AND lease.strategy = $4 AND lease.shadow = $5
      AND lease.fence = $6 AND command.created_at >= lease.acquired_at) AS is_old
  FROM trading.bot_commands command WHERE command.id > $1 AND command.scope = ANY ($2) ORDER BY command.id`;

/** What stands against a new entry and what it is sized from, read in the transaction that emits it. */

import type pg from 'pg';
import type { EntryContext } from '../app/ports';
import { DEFAULT_INITIAL_EQUITY_USD } from '../domain/intent';
import type { BotSettings } from '../domain/settings';

interface Row {
  readonly paused: boolean;
  readonly diverged: boolean;
  readonly initial_equity: string | null;
  readonly realized_pnl: string | null;
  readonly fees: string | null;
  readonly funding: string | null;
  readonly qty: string | null;
  readonly entry_price: string | null;
}

export async function readEntryContext(client: pg.ClientBase, settings: BotSettings): Promise<EntryContext> {
  const { botId, symbol, network } = settings;
  const { rows } = await client.query<Row>(READ, [botId, network, symbol, commandScopes(settings)]);
  const row = rows[0]!;
  return {
    paused: row.paused,
    diverged: row.diverged,
    book: {
      initialEquityUsd: Number(row.initial_equity ?? DEFAULT_INITIAL_EQUITY_USD),
      realizedPnlUsd: Number(row.realized_pnl ?? 0),
      feesUsd: Number(row.fees ?? 0),
      fundingUsd: Number(row.funding ?? 0),
      quantity: Number(row.qty ?? 0),
      entryPrice: Number(row.entry_price ?? 0),
    },
  };
}

/** The scopes of a command that reach this bot. */
export function commandScopes({ botId, symbol, clusterId }: BotSettings): readonly string[] {
  const scopes = ['all', `bot:${botId.toLowerCase()}`, `symbol:${symbol}`];
  return clusterId === null ? scopes : [...scopes, `cluster:${clusterId}`];
}

// A pause is a state, not an event: the latest word of the commands, the risk engine's list or the desired state.
const READ = `
  SELECT
    EXISTS (SELECT FROM risk.bot_pauses WHERE bot_id = $1)
      OR EXISTS (SELECT FROM trading.bot_configs WHERE id = $1 AND desired_state = 'paused')
      OR coalesce((SELECT kind = 'pause' FROM trading.bot_commands WHERE kind IN ('pause', 'resume') AND scope = ANY ($4)
           ORDER BY id DESC LIMIT 1), false) AS paused,
    EXISTS (SELECT FROM trading.parity_audits
      WHERE bot_id = $1 AND result = 'divergence' AND acknowledged_at IS NULL) AS diverged,
    (SELECT initial_equity FROM trading.runs WHERE bot_id = $1 AND kind = 'live' AND status = 'running') AS initial_equity,
    position.realized_pnl, position.fees, position.funding, position.qty, position.entry_price
  FROM (SELECT) AS one LEFT JOIN trading.positions position
    ON position.bot_id = $1 AND position.network = $2 AND position.symbol = $3`;

/**
 * What stands against a new entry and what it is sized from, read in the transaction that emits it. Equity
 * begins at the bot's allocation: with its live run, or at once where there is no run yet or the allocation
 * has changed since the run began. A bot without a configuration, run by hand, begins as a backtest does.
 */

import { scopesCovering } from '@platform/contracts';
import type pg from 'pg';
import type { EntryContext } from '../app/ports';
import { type Book, DEFAULT_INITIAL_EQUITY_USD } from '../domain/intent';
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
  const values = [botId, network, symbol, scopesCovering(settings), DEFAULT_INITIAL_EQUITY_USD];
  const { rows } = await client.query<Row>(READ, values);
  const row = rows[0]!;
  return {
    paused: row.paused,
    diverged: row.diverged,
    book: row.initial_equity === null ? null : bookOf(row, Number(row.initial_equity)),
  };
}

function bookOf(row: Row, initialEquityUsd: number): Book {
  return {
    initialEquityUsd,
    realizedPnlUsd: Number(row.realized_pnl ?? 0),
    feesUsd: Number(row.fees ?? 0),
    fundingUsd: Number(row.funding ?? 0),
    quantity: Number(row.qty ?? 0),
    entryPrice: Number(row.entry_price ?? 0),
  };
}

// A pause is a state, not an event: the latest word of the commands, the risk engine's list or the desired
// state. The position's row adds up all that the bot ever made on the symbol; what it had made before is
// taken off, so that equity begins at the allocation.
const READ = `
  SELECT
    EXISTS (SELECT FROM risk.bot_pauses WHERE bot_id = $1)
      OR EXISTS (SELECT FROM trading.bot_configs WHERE id = $1 AND desired_state = 'paused')
      OR coalesce((SELECT kind = 'pause' FROM trading.bot_commands WHERE kind IN ('pause', 'resume') AND scope = ANY ($4)
           ORDER BY id DESC LIMIT 1), false) AS paused,
    EXISTS (SELECT FROM trading.parity_audits
      WHERE bot_id = $1 AND result = 'divergence' AND acknowledged_at IS NULL) AS diverged,
    CASE WHEN config.id IS NULL THEN coalesce(run.initial_equity, $5::numeric) - coalesce(run.booked_before_usd, 0)
      WHEN (run.allocation_mode, run.allocation_value) = (config.allocation_mode, config.allocation_value)
        THEN run.initial_equity - run.booked_before_usd
      ELSE trading.allocation_usd($1) - coalesce(position.realized_pnl - position.fees + position.funding, 0)
    END AS initial_equity,
    position.realized_pnl, position.fees, position.funding, position.qty, position.entry_price
  FROM (SELECT) AS one
  LEFT JOIN trading.bot_configs config ON config.id = $1
  LEFT JOIN trading.runs run ON run.bot_id = $1 AND run.kind = 'live' AND run.status = 'running'
    AND run.network = $2 AND run.symbol = $3
  LEFT JOIN trading.positions position
    ON position.bot_id = $1 AND position.network = $2 AND position.symbol = $3`;

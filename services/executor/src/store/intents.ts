/**
 * Intents: which still need an answer, and the one answer each of them gets. The row is the truth; bus and
 * notification only wake.
 */
import type { Network } from '@platform/contracts';
import type { Database } from '@platform/service-kit';
import { sql } from 'kysely';
import type { Intent, Intents, Outcome } from '../app/ports';
import { prepared } from './prepared';

export class IntentStore implements Intents {
  constructor(
    private readonly database: Database,
    private readonly instanceId: string,
  ) {}

  /** Where undecided intents are waiting. */
  waitingSymbols(): Promise<{ readonly network: Network; readonly symbol: string }[]> {
    return waitingSymbols(this.database.pool, []);
  }

  /** Oldest first. */
  undecided(network: Network, symbol: string): Promise<Intent[]> {
    return undecided(this.database.pool, [network, symbol]);
  }

  /** Outcome and event in one statement. False when it was decided before. */
  async decide(intent: Intent, decision: Outcome): Promise<boolean> {
    const metadata = { intent_id: intent.intentId, reason_code: decision.reason };
    const { rows } = await sql`
      WITH decided AS (
        UPDATE trading.order_intents SET outcome = ${decision.outcome}::trading.intent_outcome, outcome_reason = ${decision.reason},
          outcome_at = now(), claimed_at = now(), claimed_by = ${this.instanceId}::uuid
        WHERE intent_id = ${intent.intentId} AND outcome IS NULL RETURNING bot_id, outcome, trace_id
      ), reported AS (
        INSERT INTO trading.bot_events (bot_id, event_type, trace_id, metadata)
        SELECT bot_id, 'IntentRejected', trace_id, ${JSON.stringify(metadata)}::jsonb FROM decided WHERE outcome = 'rejected'
      )
      SELECT FROM decided
    `.execute(this.database.kysely);
    return rows.length === 1;
  }
}

const waitingSymbols = prepared<{ network: Network; symbol: string }>(
  'symbols with waiting intents',
  'SELECT DISTINCT network, symbol FROM trading.order_intents WHERE outcome IS NULL',
);

/**
 * Of a symbol, oldest first. What a bot decides while it catches up is created in one moment: there the bars
 * tell the order.
 */
export const UNDECIDED = `
  WITH used AS MATERIALIZED (
    SELECT bot_id, trading.used_usd(o) AS usd FROM trading.orders o
    WHERE leg = 'entry' AND network = $1 AND created_at >= date_trunc('day', now(), 'UTC')
  )
  SELECT i.intent_id AS "intentId", i.bot_id AS "botId", i.strategy, i.symbol, i.timeframe, i.network, i.side,
    trim_scale(i.qty)::text AS quantity, i.sl::text AS "stopPrice", i.tp::text AS "takeProfitPrice", i.fence::text AS fence,
    i.trace_id AS "traceId",
    (extract(epoch FROM now() - i.created_at) * 1000)::float8 AS "ageMs",
    (extract(epoch FROM now()) * 1000 - i.bar_open_time)::float8 AS "barAgeMs",
    EXISTS (SELECT FROM trading.order_intents later WHERE later.outcome IS NULL AND later.bot_id = i.bot_id
      AND later.symbol = i.symbol AND later.network = i.network
      AND (later.created_at, coalesce(later.bar_open_time, 0), later.intent_id)
        > (i.created_at, coalesce(i.bar_open_time, 0), i.intent_id)) AS "isSuperseded",
    entry.status AS "entryStatus", coalesce(entry.filled_qty > 0, false) AS "isEntryFilled",
    EXISTS (SELECT FROM trading.orders WHERE intent_id = i.intent_id AND leg = 'exit') AS "hasExit", coalesce(c.leverage, 1) AS leverage,
    trading.is_paused(i.bot_id) AS "isPaused",
    lease.fence::text AS "leaseFence", coalesce(lease.released_at IS NULL AND lease.expires_at > now(), false) AS "isLeaseHeld",
    coalesce((SELECT sum(usd) FROM used WHERE used.bot_id = i.bot_id), 0)::text AS "botUsedUsd",
    coalesce((SELECT sum(usd) FROM used), 0)::text AS "globalUsedUsd",
    bounds.order_max_usd::text AS "orderMaxUsd", bounds.gross_max_usd::text AS "grossMaxUsd", bounds.gross_usd::text AS "grossUsd"
  FROM trading.order_intents i
  LEFT JOIN trading.bot_configs c ON c.id = i.bot_id
  LEFT JOIN trading.bot_leases lease ON lease.symbol = i.symbol AND lease.strategy = i.strategy AND NOT lease.shadow
  LEFT JOIN trading.orders entry ON entry.intent_id = i.intent_id AND entry.leg = 'entry'
  LEFT JOIN LATERAL trading.entry_limits(i.network) bounds ON true
  WHERE i.outcome IS NULL AND i.network = $1 AND i.symbol = $2
  ORDER BY i.created_at, coalesce(i.bar_open_time, 0), i.intent_id LIMIT 50`;

const undecided = prepared<Intent>('undecided intents of a symbol', UNDECIDED);

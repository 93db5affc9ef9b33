/** Intents of which something happened lately, with their orders and fills, as traces need them. */
import type pg from 'pg';
import type { TracedIntent } from '../../domain/trace-spans';

export interface TracedIntents {
  readonly intents: readonly TracedIntent[];
  /** Where the time that was asked for begins, by the clock that dates the rows. */
  readonly sinceMs: number;
}

const MOST = 5_000;

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

const TRACED = `
  SELECT i.trace_id AS "traceId", i.intent_id AS "intentId", i.bot_id AS "botId", i.strategy, i.symbol, i.timeframe, i.network, i.side,
    i.bar_open_time::float8 AS "barOpenTimeMs", ${ms('i.created_at')} AS "createdAtMs", i.outcome, i.outcome_reason AS "outcomeReason",
    ${ms('i.outcome_at')} AS "outcomeAtMs", coalesce(placed.orders, '[]') AS orders
  FROM trading.order_intents i
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('orderId', o.order_id, 'leg', o.leg, 'status', o.status, 'statusReason', o.status_reason,
      'clientOrderId', o.client_order_id, 'createdAtMs', ${ms('o.created_at')}, 'updatedAtMs', ${ms('o.updated_at')},
      'fills', (SELECT coalesce(json_agg(json_build_object('fillId', f.fill_id::text, 'quantity', trim_scale(f.qty)::text,
        'price', trim_scale(f.price)::text, 'tradeTimeMs', f.trade_time, 'bookedAtMs', ${ms('f.created_at')}) ORDER BY f.fill_id), '[]')
        FROM trading.fills f WHERE f.order_id = o.order_id)) ORDER BY o.created_at, o.order_id) AS orders
    FROM trading.orders o WHERE o.intent_id = i.intent_id
  ) placed ON true
  WHERE i.trace_id IS NOT NULL AND i.intent_id IN (
    SELECT intent_id FROM trading.order_intents WHERE created_at > now() - make_interval(secs => $1)
    UNION SELECT intent_id FROM trading.order_intents WHERE outcome_at > now() - make_interval(secs => $1)
    -- An order changes with each of its fills.
    UNION SELECT intent_id FROM trading.orders WHERE updated_at > now() - make_interval(secs => $1))
  ORDER BY i.created_at DESC, i.intent_id DESC LIMIT ${MOST}`;

const SINCE = `SELECT ${ms('now() - make_interval(secs => $1)')} AS "sinceMs"`;

export async function readTracedIntents(pool: pg.Pool, windowMs: number): Promise<TracedIntents> {
  const seconds = windowMs / 1000;
  const since = await pool.query<{ sinceMs: number }>(SINCE, [seconds]);
  const { rows } = await pool.query<TracedIntent>(TRACED, [seconds]);
  return { intents: rows.reverse(), sinceMs: since.rows[0]!.sinceMs };
}

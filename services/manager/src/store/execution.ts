/** How the order path stands: fills of a bot, orders whose fate is open, and when each network was last reconciled. */
import { type ExecutionView, type FillView, NETWORKS } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';

/** Newest first. */
export async function readFills(
  db: Kysely<Schema>,
  botId: string,
  after: readonly string[] | null,
  limit: number,
): Promise<FillView[]> {
  let query = db
    .selectFrom('trading.fills as fill')
    .leftJoin('trading.orders as placed', 'placed.order_id', 'fill.order_id')
    .selectAll('fill')
    .select(['placed.leg', 'placed.intent_id'])
    .where('fill.bot_id', '=', botId);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(fill.created_at, fill.fill_id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`,
    );
  }
  const rows = await query
    .orderBy('fill.created_at', 'desc')
    .orderBy('fill.fill_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.fill_id, network: row.network, symbol: row.symbol, tradeId: row.trade_id, leg: row.leg },
    ...{ side: row.side, qty: row.qty, price: row.price, fee: row.fee, feeAsset: row.fee_asset },
    ...{
      realisedPnlUsd: row.realized_pnl,
      isMaker: row.is_maker,
      orderId: row.order_id,
      intentId: row.intent_id,
    },
    ...{ tradeTime: Number(row.trade_time), createdAt: row.created_at.toISOString() },
  }));
}

export async function readExecution(db: Kysely<Schema>): Promise<ExecutionView> {
  const [unresolved, reconciles] = await Promise.all([
    db
      .selectFrom('trading.orders')
      .select([
        'order_id',
        'bot_id',
        'network',
        'symbol',
        'leg',
        'status',
        'status_reason',
        'qty',
        'created_at',
      ])
      .where('status', 'in', ['submitting', 'unknown'])
      .orderBy('created_at')
      .limit(500)
      .execute(),
    Promise.all(NETWORKS.map((network) => lastReconcile(db, network))),
  ]);
  return {
    networks: reconciles.filter((found) => found !== undefined),
    unresolvedOrders: unresolved.map((row) => ({
      ...{ orderId: row.order_id, botId: row.bot_id, network: row.network, symbol: row.symbol, leg: row.leg },
      ...{ status: row.status, statusReason: row.status_reason, qty: row.qty },
      createdAt: row.created_at.toISOString(),
    })),
  };
}

/** A network that was never reconciled is not configured. */
async function lastReconcile(
  db: Kysely<Schema>,
  network: ExecutionView['networks'][number]['network'],
): Promise<ExecutionView['networks'][number] | undefined> {
  const row = await db
    .selectFrom('trading.bot_events')
    .select(['event_type', 'metadata', 'created_at'])
    .select(sql<number>`extract(epoch FROM now() - created_at)::float8`.as('age_seconds'))
    .where('event_type', 'in', ['ReconcileComplete', 'ReconcileQuarantine'])
    .where(sql<boolean>`metadata ->> 'network' = ${network}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const {
    anomalies,
    fixed,
    critical_anomalies: critical,
  } = row.metadata as Record<string, number | undefined>;
  return {
    network,
    lastReconcileAt: row.created_at.toISOString(),
    reconcileAgeSeconds: row.age_seconds,
    anomalies: anomalies ?? critical ?? null,
    fixed: fixed ?? null,
    quarantined: row.event_type === 'ReconcileQuarantine',
    ...{ state: null, streamLive: null },
  };
}

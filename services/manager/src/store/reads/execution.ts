/** How the order path stands: orders whose fate is open, and when each network was last reconciled. */
import { type ExecutionView, NETWORKS } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import { readUnresolved } from './orders';

export async function readExecution(db: Kysely<Schema>): Promise<ExecutionView> {
  const [unresolved, reconciles] = await Promise.all([
    readUnresolved(db),
    Promise.all(NETWORKS.map((network) => lastReconcile(db, network))),
  ]);
  return {
    networks: reconciles.filter((found) => found !== undefined),
    unresolvedOrders: unresolved,
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
    state: null,
    streamLive: null,
  };
}

/**
 * Risk as the console shows it: the latch with who moved it and why, breakers, pauses, limits, and the audit
 * log.
 */
import type { RiskAuditView, RiskView } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';

export async function readRisk(db: Kysely<Schema>): Promise<RiskView> {
  const [latch, breakers, pauses, limits, drills] = await Promise.all([
    db
      .selectFrom('risk.risk_state as state')
      .leftJoin('risk.risk_audit_log as act', 'act.halt_trace_id', 'state.halt_trace_id')
      .select(['state.halted', 'state.changed_at', 'state.halt_trace_id'])
      .select(['act.actor', 'act.reason', 'act.scope', 'act.breaker'])
      .executeTakeFirst(),
    db
      .selectFrom('risk.breaker_state')
      .selectAll()
      .select(sql<number | null>`risk.highest_today(breaker_state)`.as('highest_today'))
      .orderBy('breaker')
      .orderBy('scope')
      .execute(),
    db.selectFrom('risk.bot_pauses').selectAll().orderBy('paused_at').execute(),
    db.selectFrom('risk.limits').selectAll().orderBy('name').execute(),
    db
      .selectFrom('risk.risk_events')
      .distinctOn('breaker')
      .select(['breaker', 'created_at', 'trace_id'])
      .where('event', '=', 'drill_started')
      .orderBy('breaker')
      .orderBy('created_at', 'desc')
      .execute(),
  ]);
  return {
    // A latch that cannot be found counts as engaged, here as everywhere.
    latch: {
      halted: latch?.halted ?? true,
      since: (latch?.changed_at ?? new Date(0)).toISOString(),
      actor: latch?.actor ?? null,
      reason: latch?.reason ?? null,
      scope: latch?.scope ?? null,
      breaker: latch?.breaker ?? null,
      traceId: latch?.halt_trace_id ?? null,
    },
    breakers: breakers.map((row) => ({
      breaker: row.breaker,
      scope: row.scope,
      status: row.status,
      outcome: row.outcome,
      value: row.value,
      highestToday: row.highest_today,
      threshold: row.threshold,
      reason: row.reason,
      distance: row.value === null || row.threshold === null ? null : row.threshold - row.value,
      since: row.since.toISOString(),
      evaluatedAt: row.evaluated_at?.toISOString() ?? null,
    })),
    pauses: pauses.map((row) => ({
      botId: row.bot_id,
      reason: row.reason,
      breaker: row.breaker,
      since: row.paused_at.toISOString(),
    })),
    drills: drills.map((row) => ({
      breaker: row.breaker!,
      at: row.created_at.toISOString(),
      traceId: row.trace_id,
    })),
    limits: limits.map((row) => ({
      name: row.name,
      value: Number(row.value),
      description: row.description,
      updatedBy: row.updated_by,
    })),
  };
}

/** Newest first. */
export async function readRiskAudit(
  db: Kysely<Schema>,
  after: readonly string[] | null,
  limit: number,
): Promise<RiskAuditView[]> {
  let query = db.selectFrom('risk.risk_audit_log').selectAll();
  if (after !== null) {
    query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`);
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    scope: row.scope,
    reason: row.reason,
    actor: row.actor,
    breaker: row.breaker,
    traceId: row.halt_trace_id,
    createdAt: row.created_at.toISOString(),
  }));
}

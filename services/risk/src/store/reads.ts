/** What the manager and the console read: breaker states, events and the audit log, newest first. */
import type { BreakerState, RiskAuditRecord, RiskEventRecord } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type { PageOf, Readings } from '../app/ports';

export class RiskReads implements Readings {
  constructor(private readonly db: Kysely<Schema>) {}

  async breakers(): Promise<BreakerState[]> {
    const rows = await this.db
      .selectFrom('risk.breaker_state')
      .selectAll()
      .select(sql<number | null>`risk.highest_today(breaker_state)`.as('highest'))
      .orderBy('breaker')
      .orderBy('scope')
      .execute();
    return rows.map(({ breaker, scope, status, outcome, value, highest, threshold, since, reason }) => ({
      breaker,
      scope,
      status,
      outcome,
      value,
      highest_today: highest,
      threshold,
      distance: value === null || threshold === null ? null : threshold - value,
      since: since.toISOString(),
      reason,
    }));
  }

  async events(below: string | null, size: number): Promise<PageOf<RiskEventRecord>> {
    const rows = await this.db
      .selectFrom('risk.risk_events')
      .select(['id', 'breaker', 'event', 'created_at', 'metadata'])
      .$if(below !== null, (query) => query.where('id', '<', below))
      .orderBy('id', 'desc')
      .limit(size + 1)
      .execute();
    const items = rows.slice(0, size).map(({ id, breaker, event, created_at, metadata }) => ({
      id,
      breaker,
      event,
      created_at: created_at.toISOString(),
      metadata: metadata as Record<string, unknown>,
    }));
    return { items, nextBelow: rows.length > size ? items.at(-1)!.id : null };
  }

  async audit(below: string | null, size: number): Promise<PageOf<RiskAuditRecord>> {
    const rows = await this.db
      .selectFrom('risk.risk_audit_log')
      .select(['id', 'halt_trace_id', 'action', 'scope', 'reason', 'actor', 'created_at'])
      .$if(below !== null, (query) => query.where('id', '<', below))
      .orderBy('id', 'desc')
      .limit(size + 1)
      .execute();
    const page = rows.slice(0, size);
    const items = page.map(({ id: _, created_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
    }));
    return { items, nextBelow: rows.length > size ? page.at(-1)!.id : null };
  }
}

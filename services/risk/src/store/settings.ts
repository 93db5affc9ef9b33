/** Limits and the macro calendar: read by the evaluator, changed by audited operator requests. */
import { RISK_LIMITS, type RiskLimitRecord } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type { CalendarRow, Settings } from '../app/ports';
import type { AuditedAction } from '../domain/audited-action';
import type { LimitChange, LimitRow } from '../domain/limits';
import { inOperatorTransaction, writeAudit, writeEvent } from './audited-transaction';

export class SettingsStore implements Settings {
  constructor(private readonly db: Kysely<Schema>) {}

  /** Every limit of the contract has a row; values that somebody set stay as they are. */
  async ensureLimits(): Promise<void> {
    const rows = Object.entries(RISK_LIMITS).map(([name, spec]) => ({
      name,
      value: String(spec.default),
      description: spec.description,
    }));
    await this.db
      .insertInto('risk.limits')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({ description: eb.ref('excluded.description') }))
          .whereRef('risk.limits.description', 'is distinct from', sql.ref('excluded.description')),
      )
      .execute();
  }

  limitRows(): Promise<LimitRow[]> {
    return this.db.selectFrom('risk.limits').select(['name', 'value']).execute();
  }

  async limits(): Promise<RiskLimitRecord[]> {
    const rows = await this.db.selectFrom('risk.limits').selectAll().execute();
    const byName = new Map(rows.map((row) => [row.name, row]));
    return Object.entries(RISK_LIMITS).flatMap(([name, { default: usual, min, max, description }]) => {
      const row = byName.get(name);
      if (row === undefined) return [];
      const { value, updated_by, updated_at } = row;
      const changed = { updated_by, updated_at: updated_at.toISOString() };
      return [{ name, value: Number(value), default: usual, min, max, description, ...changed }];
    });
  }

  setLimit(asked: AuditedAction, { name, value }: LimitChange): Promise<void> {
    return inOperatorTransaction(this.db, asked, async (tx, request) => {
      const before = await tx.trx
        .selectFrom('risk.limits')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst();
      const { description } = RISK_LIMITS[name];
      const row = { value: String(value), updated_by: request.actor };
      await tx.trx
        .insertInto('risk.limits')
        .values({ name, description, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
      const metadata = { name, before: before === undefined ? null : Number(before.value), after: value };
      await writeAudit(tx, { ...request, action: 'set_limit', scope: `limit:${name}`, metadata });
      const halted = tx.halted !== false;
      await writeEvent(tx, {
        event: 'limit_changed',
        scope: 'portfolio',
        halted,
        traceId: request.traceId,
        metadata,
      });
    });
  }

  async calendar(): Promise<CalendarRow[]> {
    const rows = await this.db.selectFrom('risk.macro_calendar').selectAll().orderBy('starts_at').execute();
    return rows.map((row) => ({
      id: row.id,
      eventName: row.event_name,
      startsAtMs: row.starts_at.getTime(),
      minutesBefore: row.minutes_before,
      minutesAfter: row.minutes_after,
      createdBy: row.created_by,
    }));
  }

  /** Entering the same event again changes its window. */
  addCalendarEvent(asked: AuditedAction, event: Omit<CalendarRow, 'id' | 'createdBy'>): Promise<CalendarRow> {
    return inOperatorTransaction(this.db, asked, async (tx, request) => {
      const window = { minutes_before: event.minutesBefore, minutes_after: event.minutesAfter };
      const { id } = await tx.trx
        .insertInto('risk.macro_calendar')
        .values({
          event_name: event.eventName,
          starts_at: new Date(event.startsAtMs),
          created_by: request.actor,
          ...window,
        })
        .onConflict((conflict) => conflict.columns(['event_name', 'starts_at']).doUpdateSet(window))
        .returning('id')
        .executeTakeFirstOrThrow();
      const metadata = { ...event };
      await writeAudit(tx, { ...request, action: 'set_calendar', scope: `calendar:${id}`, metadata });
      return { id, createdBy: request.actor, ...event };
    });
  }

  removeCalendarEvent(asked: AuditedAction, id: string): Promise<'removed' | 'unknown'> {
    return inOperatorTransaction(this.db, asked, async (tx, request) => {
      const { numDeletedRows } = await tx.trx
        .deleteFrom('risk.macro_calendar')
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return 'unknown';
      await writeAudit(tx, { ...request, action: 'set_calendar', scope: `calendar:${id}` });
      return 'removed';
    });
  }
}

/** Writes what the breakers found. */
import type { Database as Schema } from '@platform/db';
import type { Verdict } from '@platform/risk-rules';
import { newId } from '@platform/service-kit';
import { type Kysely, sql } from 'kysely';
import type { BreakerRecords, JudgedRow } from '../app/ports';
import type { ScopedBot } from '../domain/scope';
import { type Applied, planVerdicts } from '../domain/trips';
import { inAuditedTransaction, readKnown, writeRows } from './audited-transaction';

export class TripStore implements BreakerRecords {
  constructor(private readonly db: Kysely<Schema>) {}

  apply(verdicts: readonly Verdict[], unpausedBots: readonly ScopedBot[]): Promise<Applied> {
    return inAuditedTransaction(this.db, async (tx) => {
      const { rows, outcome } = planVerdicts(await readKnown(tx), verdicts, unpausedBots, newId);
      await writeRows(tx, rows);
      return outcome;
    });
  }

  /**
   * Values, the highest of the day, conditions and memory; status and outcome change only in `apply` and by a
   * resume.
   */
  async refresh(rows: readonly JudgedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const values = rows.map(({ verdict, highest, memory }) => ({ ...verdict, highest, memory }));
    await sql`
      INSERT INTO risk.breaker_state AS known (breaker, scope, value, threshold, reason, condition, memory, evaluated_at,
        highest_value, highest_on)
      SELECT breaker, scope, value, threshold, reason, outcome, memory, now(), highest, (now() AT TIME ZONE 'UTC')::date
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS given (
        breaker risk.breaker, scope text, value double precision, threshold double precision, reason text,
        outcome risk.breaker_outcome, highest double precision, memory jsonb)
      ON CONFLICT (breaker, scope) DO UPDATE SET value = excluded.value, threshold = excluded.threshold,
        reason = excluded.reason, condition = excluded.condition, memory = excluded.memory, evaluated_at = now(),
        highest_value = greatest(excluded.highest_value,
          CASE WHEN known.highest_on = excluded.highest_on THEN known.highest_value END),
        highest_on = excluded.highest_on`.execute(this.db);
  }

  /** Scopes that are no longer evaluated, such as a bot that was stopped. What is tripped stays. */
  async forget(scopes: readonly { breaker: string; scope: string }[]): Promise<void> {
    if (scopes.length === 0) return;
    await sql`
      DELETE FROM risk.breaker_state row USING jsonb_to_recordset(${JSON.stringify(scopes)}::jsonb)
        AS gone (breaker risk.breaker, scope text)
      WHERE row.breaker = gone.breaker AND row.scope = gone.scope AND row.status <> 'tripped'`.execute(
      this.db,
    );
  }
}

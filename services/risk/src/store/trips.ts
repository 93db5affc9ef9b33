/**
 * Writes what the breakers found. Trips are planned again under the latch lock, from the rows as they are then: what another
 * evaluator or a repeated tick has already done is not done twice, and a resume in between is not overwritten.
 */
import type { Database as Schema } from '@platform/db';
import type { Verdict } from '@platform/risk-rules';
import { newId } from '@platform/service-kit';
import { type Kysely, sql } from 'kysely';
import type { Applied, BreakerRecords, JudgedRow, Trip } from '../app/evaluator';
import type { Act } from '../domain/act';
import { commandScope, type ScopedBot } from '../domain/scope';
import { type BreakerRow, planTransitions } from '../domain/transitions';
import { type ActTransaction, act, writeAudit, writeEvent } from './acts';
import { engage, pauseForBreaker } from './latch';

export class TripStore implements BreakerRecords {
  constructor(private readonly db: Kysely<Schema>) {}

  apply(verdicts: readonly Verdict[], unpausedBots: readonly ScopedBot[]): Promise<Applied> {
    return act(this.db, async (tx) => {
      const rows: BreakerRow[] = await tx.trx
        .selectFrom('risk.breaker_state')
        .select(['breaker', 'scope', 'status', 'outcome'])
        .execute();
      const plan = planTransitions(rows, verdicts, unpausedBots);
      const trips: Trip[] = [];
      for (const verdict of plan.trips) trips.push(await trip(tx, verdict));
      for (const verdict of plan.changes) await change(tx, verdict);
      const latePauses: string[] = [];
      for (const { row } of plan.stragglers) latePauses.push(...(await pauseStragglers(tx, row)));
      return { trips, changes: plan.changes, latePauses };
    });
  }

  /** Values, the highest of the day, conditions and memory; status and outcome change only in `apply` and by a resume. */
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

  /** Scopes that nobody evaluates any more, such as a bot that was stopped. What is tripped stays. */
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

async function trip(tx: ActTransaction, verdict: Verdict): Promise<Trip> {
  const { breaker, scope, outcome } = verdict;
  const request: Act = { traceId: newId(), reason: explain(verdict), actor: `breaker:${breaker}` };
  const target = commandScope(scope);
  await setStatus(tx, verdict);
  let positionsTargeted: number | null = null;
  let pausedBots: readonly string[] = [];
  if (outcome === 'Flatten') {
    ({ positionsTargeted } = await engage(tx, request, target, breaker));
  } else {
    pausedBots = await pauseForBreaker(tx, request, target, breaker);
    await writeAudit(tx, {
      ...request,
      action: 'pause',
      scope,
      breaker,
      metadata: { paused_bots: pausedBots },
    });
  }
  await writeEvent(tx, {
    ...eventOf(verdict),
    event: 'breaker_tripped',
    halted: outcome === 'Flatten' || tx.halted !== false,
    traceId: request.traceId,
    metadata: { reason: request.reason, paused_bots: pausedBots },
  });
  return { verdict, traceId: request.traceId, positionsTargeted, pausedBots };
}

async function change(tx: ActTransaction, verdict: Verdict): Promise<void> {
  await setStatus(tx, verdict);
  const event = verdict.status === 'degraded' ? 'breaker_degraded' : 'breaker_recovered';
  const metadata = { reason: verdict.reason };
  await writeEvent(tx, {
    ...eventOf(verdict),
    event,
    halted: tx.halted !== false,
    traceId: newId(),
    metadata,
  });
}

async function pauseStragglers(tx: ActTransaction, row: BreakerRow): Promise<readonly string[]> {
  const { breaker, scope } = row;
  const reason = `the ${breaker} breaker of ${scope} has tripped and was not resumed`;
  const request: Act = { traceId: newId(), reason, actor: `breaker:${breaker}` };
  const pausedBots = await pauseForBreaker(tx, request, commandScope(scope), breaker);
  if (pausedBots.length === 0) return [];
  await writeAudit(tx, {
    ...request,
    action: 'pause',
    scope,
    breaker,
    metadata: { paused_bots: pausedBots },
  });
  await writeEvent(tx, {
    event: 'bots_paused',
    scope,
    breaker,
    halted: tx.halted !== false,
    traceId: request.traceId,
    metadata: { reason, paused_bots: pausedBots },
  });
  return pausedBots;
}

async function setStatus({ trx }: ActTransaction, verdict: Verdict): Promise<void> {
  const { breaker, scope, status, outcome, value, threshold, reason } = verdict;
  const row = { status, outcome, value, threshold, reason, condition: outcome };
  await trx
    .insertInto('risk.breaker_state')
    .values({ breaker, scope, ...row, since: sql`now()`, evaluated_at: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(['breaker', 'scope'])
        .doUpdateSet({ ...row, since: sql`now()`, evaluated_at: sql`now()` }),
    )
    .execute();
}

function eventOf({ breaker, scope, status, outcome, value, threshold }: Verdict) {
  return { breaker, scope, status, outcome, value, threshold };
}

function explain({ breaker, scope, reason, value }: Verdict): string {
  const measured = value === null ? '' : `: ${Number(value.toFixed(4))}`;
  return `${breaker} breaker of ${scope}: ${reason}${measured}`.slice(0, 500);
}

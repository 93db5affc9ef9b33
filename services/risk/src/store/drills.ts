/** Fire drills: an event says what a breaker shall see, and for how long. */
import type { Breaker } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type { StartDrill } from '../app/ports';
import { DRILL_MS } from '../domain/drill';
import { inOperatorTransaction, writeAudit, writeEvent } from './audited-transaction';

export function startDrill(db: Kysely<Schema>): StartDrill {
  return (asked, breaker, { value }) =>
    inOperatorTransaction(db, asked, async (tx, request) => {
      await writeAudit(tx, {
        ...request,
        action: 'drill',
        scope: 'all',
        metadata: { breaker, value },
      });
      await writeEvent(tx, {
        event: 'drill_started',
        breaker,
        scope: 'portfolio',
        halted: tx.halted !== false,
        traceId: request.traceId,
        value,
        metadata: { reason: request.reason, actor: request.actor, value },
      });
    });
}

/** The value that each breaker under drill shall see now. */
export async function runningDrills(db: Kysely<Schema>): Promise<ReadonlyMap<Breaker, number>> {
  const { rows } = await sql<{ breaker: Breaker; value: number }>`
    SELECT breaker, (metadata ->> 'value')::double precision AS value FROM risk.risk_events
    WHERE event = 'drill_started' AND created_at > now() - make_interval(secs => ${DRILL_MS / 1000})
    ORDER BY created_at, id`.execute(db);
  return new Map(rows.map(({ breaker, value }) => [breaker, value]));
}

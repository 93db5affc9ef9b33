/**
 * Every act of the risk service is one transaction that first locks the latch row: acts of operators and breakers are
 * serialised, the last one wins, and each leaves its audit row, its events and its commands together with what it changed.
 */
import { type Breaker, type BreakerOutcome, type RiskEvent, riskEventSubject } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { newId } from '@platform/service-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Act } from '../domain/act';

export interface ActTransaction {
  readonly trx: Transaction<Schema>;
  /** Database time of the transaction. */
  readonly nowMs: number;
  /** null when the row is missing, which everybody reads as halted. */
  readonly halted: boolean | null;
}

export async function act<T>(db: Kysely<Schema>, work: (tx: ActTransaction) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const latch = await trx.selectFrom('risk.risk_state').select('halted').forUpdate().executeTakeFirst();
    const { rows } = await sql<{
      now_ms: string;
    }>`SELECT floor(extract(epoch FROM now()) * 1000)::bigint AS now_ms`.execute(trx);
    return work({ trx, nowMs: Number(rows[0]!.now_ms), halted: latch?.halted ?? null });
  });
}

/**
 * An operator's act, under the trace id of the request: one id leads from the screen to every row. A trace id names one act in the
 * audit log, so a request that repeats an earlier one's id gets a new one instead of being refused.
 */
export async function operatorAct<T>(
  db: Kysely<Schema>,
  request: Act,
  work: (tx: ActTransaction, request: Act) => Promise<T>,
): Promise<T> {
  return act(db, async (tx) => {
    const known = await tx.trx
      .selectFrom('risk.risk_audit_log')
      .select('id')
      .where('halt_trace_id', '=', request.traceId)
      .executeTakeFirst();
    return work(tx, known === undefined ? request : { ...request, traceId: newId() });
  });
}

export interface AuditEntry extends Act {
  readonly action: 'halt' | 'resume' | 'pause' | 'close' | 'drill' | 'set_limit' | 'set_calendar';
  readonly scope: string;
  readonly breaker?: Breaker;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export async function writeAudit({ trx }: ActTransaction, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('risk.risk_audit_log')
    .values({
      halt_trace_id: entry.traceId,
      action: entry.action,
      scope: entry.scope,
      reason: entry.reason,
      actor: entry.actor,
      breaker: entry.breaker ?? null,
      metadata: JSON.stringify(entry.metadata ?? {}),
    })
    .execute();
}

/** The audit row must be written in the same transaction, under the same trace id. False when there is no row to move. */
export async function moveLatch({ trx }: ActTransaction, halted: boolean, traceId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('risk.risk_state')
    .set({ halted, halt_trace_id: traceId })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface EventEntry {
  readonly event: string;
  readonly scope: string;
  readonly halted: boolean;
  readonly traceId: string;
  readonly breaker?: Breaker;
  readonly botId?: string;
  readonly status?: RiskEvent['status'];
  readonly outcome?: BreakerOutcome;
  readonly value?: number | null;
  readonly threshold?: number | null;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A row of risk_events and the same event for the bus. */
export async function writeEvent({ trx, nowMs }: ActTransaction, entry: EventEntry): Promise<void> {
  const metadata = { ...entry.metadata, scope: entry.scope };
  await trx
    .insertInto('risk.risk_events')
    .values({
      breaker: entry.breaker ?? null,
      event: entry.event,
      bot_id: entry.botId ?? null,
      trace_id: entry.traceId,
      metadata: JSON.stringify(metadata),
    })
    .execute();
  const eventId = newId();
  const message: RiskEvent = {
    event_id: eventId,
    breaker: entry.breaker ?? null,
    scope: entry.scope,
    event: entry.event,
    status: entry.status ?? null,
    outcome: entry.outcome ?? null,
    value: entry.value ?? null,
    threshold: entry.threshold ?? null,
    halted: entry.halted,
    trace_id: entry.traceId,
    created_at: nowMs,
    metadata,
  };
  await trx
    .insertInto('ops.outbox')
    .values({
      event_id: eventId,
      subject: riskEventSubject(entry.breaker ?? 'latch'),
      payload: JSON.stringify(message),
    })
    .execute();
}

export interface CommandEntry extends Act {
  readonly kind: 'flatten' | 'pause' | 'resume';
  readonly scope: string;
  readonly botId?: string;
}

export async function writeCommands(
  { trx }: ActTransaction,
  commands: readonly CommandEntry[],
): Promise<void> {
  if (commands.length === 0) return;
  const rows = commands.map(({ kind, scope, botId, reason, actor, traceId }) => ({
    kind,
    scope,
    bot_id: botId ?? null,
    reason,
    issued_by: actor,
    trace_id: traceId,
  }));
  await trx.insertInto('trading.bot_commands').values(rows).execute();
}

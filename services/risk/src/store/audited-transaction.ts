/**
 * Every action of the risk service is one transaction that first locks the latch row: those of operators and
 * breakers are serialised, the last one wins, and each leaves its audit row, its events and its commands
 * together with what it changed.
 */
import { riskEventSubject } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { newId } from '@platform/service-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type {
  ActionRow,
  AuditEntry,
  AuditedAction,
  CommandEntry,
  EventEntry,
  Halted,
  Known,
} from '../domain/audited-action';
import { riskEvent } from '../domain/audited-action';
import { tradingBots } from './trading-bots';

export interface AuditedTransaction {
  readonly trx: Transaction<Schema>;
  /** Database time of the transaction. */
  readonly nowMs: number;
  readonly halted: Halted;
}

export async function inAuditedTransaction<T>(
  db: Kysely<Schema>,
  work: (tx: AuditedTransaction) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const latch = await trx.selectFrom('risk.risk_state').select('halted').forUpdate().executeTakeFirst();
    const { rows } = await sql<{
      now_ms: string;
    }>`SELECT floor(extract(epoch FROM now()) * 1000)::bigint AS now_ms`.execute(trx);
    return work({ trx, nowMs: Number(rows[0]!.now_ms), halted: latch?.halted ?? null });
  });
}

/**
 * An operator's action, under the trace id of the request: one id leads from the screen to every row. A trace
 * id names one action in the audit log, so a request that repeats an earlier one's id gets a new one instead
 * of being refused.
 */
export async function inOperatorTransaction<T>(
  db: Kysely<Schema>,
  request: AuditedAction,
  work: (tx: AuditedTransaction, request: AuditedAction) => Promise<T>,
): Promise<T> {
  return inAuditedTransaction(db, async (tx) => {
    const known = await tx.trx
      .selectFrom('risk.risk_audit_log')
      .select('id')
      .where('halt_trace_id', '=', request.traceId)
      .executeTakeFirst();
    return work(tx, known === undefined ? request : { ...request, traceId: newId() });
  });
}

export async function readKnown({ trx, halted }: AuditedTransaction): Promise<Known> {
  const breakers = await trx
    .selectFrom('risk.breaker_state')
    .select(['breaker', 'scope', 'status', 'outcome'])
    .execute();
  const trading = await sql<{ bot_id: string; symbol: string; cluster_id: string | null }>`
    SELECT bot_id, symbol, cluster_id FROM (${tradingBots}) AS bot ORDER BY bot_id`.execute(trx);
  const positions = await sql<{ bot_id: string | null; symbol: string; cluster_id: string | null }>`
    SELECT position.bot_id, position.symbol, config.cluster_id
    FROM trading.positions position LEFT JOIN trading.bot_configs config ON config.id = position.bot_id
    WHERE position.qty <> 0`.execute(trx);
  const paused = await trx.selectFrom('risk.bot_pauses').select('bot_id').execute();
  const ids = [...trading.rows, ...paused].map(({ bot_id }) => bot_id);
  const placed = <B>({
    bot_id,
    symbol,
    cluster_id,
  }: {
    bot_id: B;
    symbol: string;
    cluster_id: string | null;
  }) => ({
    botId: bot_id,
    symbol,
    clusterId: cluster_id,
  });
  return {
    halted,
    breakers,
    trading: trading.rows.map(placed),
    positions: positions.rows.map(placed),
    paused: paused.map(({ bot_id }) => bot_id),
    pausedByOperators: await readPausedByOperators(trx, ids),
  };
}

async function readPausedByOperators(trx: Transaction<Schema>, botIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ bot_id: string }>`
    SELECT DISTINCT bot.id AS bot_id FROM unnest(${botIds}::uuid[]) AS bot (id)
    CROSS JOIN LATERAL (SELECT kind, trace_id FROM trading.bot_commands command
      WHERE command.bot_id = bot.id AND kind IN ('pause', 'resume') ORDER BY id DESC LIMIT 1) AS word
    WHERE word.kind = 'pause' AND EXISTS (SELECT FROM risk.risk_audit_log act WHERE act.halt_trace_id = word.trace_id
      AND act.action IN ('pause', 'close') AND act.breaker IS NULL)`.execute(trx);
  return rows.map(({ bot_id }) => bot_id);
}

export async function writeRows(tx: AuditedTransaction, rows: readonly ActionRow[]): Promise<void> {
  for (const row of rows) await writeRow(tx, row);
}

async function writeRow(tx: AuditedTransaction, row: ActionRow): Promise<void> {
  const { trx } = tx;
  switch (row.row) {
    case 'latch':
      await trx
        .updateTable('risk.risk_state')
        .set({ halted: row.halted, halt_trace_id: row.traceId })
        .execute();
      return;
    case 'status': {
      const { breaker, scope, status, outcome, value, threshold, reason } = row.verdict;
      const columns = { status, outcome, value, threshold, reason, condition: outcome };
      const timed = { ...columns, since: sql<Date>`now()`, evaluated_at: sql<Date>`now()` };
      await trx
        .insertInto('risk.breaker_state')
        .values({ breaker, scope, ...timed })
        .onConflict((conflict) => conflict.columns(['breaker', 'scope']).doUpdateSet(timed))
        .execute();
      return;
    }
    case 'rearm':
      await trx
        .updateTable('risk.breaker_state')
        .set({ status: 'ok', outcome: 'None', since: sql`now()` })
        .where('status', '=', 'tripped')
        .execute();
      return;
    case 'pause': {
      const { botId: bot_id, breaker, action } = row;
      await trx
        .insertInto('risk.bot_pauses')
        .values({ bot_id, breaker, reason: action.reason, trace_id: action.traceId })
        .execute();
      return;
    }
    case 'unpause':
      await trx.deleteFrom('risk.bot_pauses').where('bot_id', '=', row.botId).execute();
      return;
    case 'audit':
      return writeAudit(tx, row.entry);
    case 'command':
      return writeCommand(tx, row.entry);
    case 'event':
      return writeEvent(tx, row.entry);
  }
}

export async function writeAudit({ trx }: AuditedTransaction, entry: AuditEntry): Promise<void> {
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

/** A row of risk_events and the same event for the bus. */
export async function writeEvent({ trx, nowMs }: AuditedTransaction, entry: EventEntry): Promise<void> {
  const message = riskEvent(entry, newId(), nowMs);
  await trx
    .insertInto('risk.risk_events')
    .values({
      breaker: message.breaker,
      event: message.event,
      bot_id: entry.botId ?? null,
      trace_id: message.trace_id,
      metadata: JSON.stringify(message.metadata),
    })
    .execute();
  await trx
    .insertInto('ops.outbox')
    .values({
      event_id: message.event_id,
      subject: riskEventSubject(message.breaker ?? 'latch'),
      payload: JSON.stringify(message),
    })
    .execute();
}

async function writeCommand({ trx }: AuditedTransaction, entry: CommandEntry): Promise<void> {
  const { kind, scope, botId, reason, actor, traceId } = entry;
  await trx
    .insertInto('trading.bot_commands')
    .values({ kind, scope, bot_id: botId ?? null, reason, issued_by: actor, trace_id: traceId })
    .execute();
}

/** Engaging and clearing the latch, and pausing bots: by an operator here, by a breaker through store/trips.ts. */
import { type Breaker, type FlattenScope, scopeText } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type { Latch } from '../app/ports';
import type { Act } from '../domain/act';
import {
  type ActTransaction,
  type CommandEntry,
  moveLatch,
  operatorAct,
  writeAudit,
  writeCommands,
  writeEvent,
} from './acts';
import { isInScope, tradingBots } from './trading-bots';

export class LatchStore implements Latch {
  constructor(private readonly db: Kysely<Schema>) {}

  engage(asked: Act, scope: FlattenScope): Promise<{ positionsTargeted: number }> {
    return operatorAct(this.db, asked, (tx, request) => engage(tx, request, scope));
  }

  halt(asked: Act): Promise<void> {
    return operatorAct(this.db, asked, async (tx, request) => {
      await moveLatch(tx, true, request.traceId);
      await writeAudit(tx, { ...request, action: 'halt', scope: 'all', metadata: { closes: false } });
      await writeEvent(tx, {
        event: 'latch_engaged',
        scope: 'all',
        halted: true,
        traceId: request.traceId,
        metadata: { reason: request.reason, actor: request.actor, closes: false },
      });
    });
  }

  close(
    asked: Act,
    scope: FlattenScope,
    { pause }: { readonly pause: boolean },
  ): Promise<{ positionsTargeted: number; pausedBots: readonly string[] }> {
    return operatorAct(this.db, asked, async (tx, request) => {
      const text = scopeText(scope);
      const positionsTargeted = await countPositions(tx, scope);
      const pausedBots = pause ? await tradingIn(tx, scope) : [];
      const metadata = { positions_targeted: positionsTargeted, paused_bots: pausedBots };
      // An operator's pause is his to undo: a breaker's resume must not let these bots go.
      if (pausedBots.length > 0)
        await tx.trx.deleteFrom('risk.bot_pauses').where('bot_id', 'in', pausedBots).execute();
      await writeAudit(tx, { ...request, action: 'close', scope: text, metadata });
      await writeCommands(tx, [...botCommands('pause', pausedBots, request), flattenCommand(request, scope)]);
      await writeEvent(tx, {
        event: 'close_requested',
        scope: text,
        halted: tx.halted !== false,
        traceId: request.traceId,
        ...(scope.kind === 'bot' ? { botId: scope.botId } : {}),
        metadata: { reason: request.reason, actor: request.actor, ...metadata },
      });
      return { positionsTargeted, pausedBots };
    });
  }

  resume(asked: Act): Promise<{ kind: 'resumed'; botIds: readonly string[] } | { kind: 'latch_missing' }> {
    return operatorAct(this.db, asked, async (tx, request) => {
      const wasHalted = tx.halted !== false;
      if (!(await moveLatch(tx, false, request.traceId))) return { kind: 'latch_missing' };
      const released = await tx.trx.deleteFrom('risk.bot_pauses').returning('bot_id').execute();
      const botIds = released.map(({ bot_id }) => bot_id).sort();
      await rearm(tx);
      await writeAudit(tx, {
        ...request,
        action: 'resume',
        scope: 'all',
        metadata: { resumed_bots: botIds },
      });
      await writeCommands(tx, botCommands('resume', botIds, request));
      await writeEvent(tx, {
        event: 'latch_cleared',
        scope: 'all',
        halted: false,
        traceId: request.traceId,
        metadata: {
          reason: request.reason,
          actor: request.actor,
          resumed_bots: botIds,
          was_halted: wasHalted,
        },
      });
      return { kind: 'resumed', botIds };
    });
  }

  /** The operator's own pause: from now on it is his to undo, also where a breaker had paused the bot before. */
  pauseBot(asked: Act, botId: string): Promise<'paused' | 'unknown_bot'> {
    return operatorAct(this.db, asked, async (tx, request) => {
      if (!(await botExists(tx, botId))) return 'unknown_bot';
      const scope = `bot:${botId}`;
      await tx.trx.deleteFrom('risk.bot_pauses').where('bot_id', '=', botId).execute();
      await writeAudit(tx, { ...request, action: 'pause', scope });
      await writeCommands(tx, botCommands('pause', [botId], request));
      await writeEvent(tx, {
        event: 'bot_paused',
        scope,
        botId,
        halted: tx.halted !== false,
        traceId: request.traceId,
        metadata: { reason: request.reason, actor: request.actor },
      });
      return 'paused';
    });
  }
}

/** Within a transaction that a breaker or an operator has begun. */
export async function engage(
  tx: ActTransaction,
  request: Act,
  scope: FlattenScope,
  breaker?: Breaker,
): Promise<{ positionsTargeted: number }> {
  const text = scopeText(scope);
  const positionsTargeted = await countPositions(tx, scope);
  const cause = breaker === undefined ? {} : { breaker };
  await moveLatch(tx, true, request.traceId);
  await writeAudit(tx, {
    ...request,
    ...cause,
    action: 'halt',
    scope: text,
    metadata: { positions_targeted: positionsTargeted },
  });
  await writeCommands(tx, [flattenCommand(request, scope)]);
  await writeEvent(tx, {
    event: 'latch_engaged',
    scope: text,
    halted: true,
    traceId: request.traceId,
    metadata: {
      ...cause,
      reason: request.reason,
      actor: request.actor,
      positions_targeted: positionsTargeted,
    },
  });
  return { positionsTargeted };
}

/** Pauses the bots of the scope that trade and are not paused yet, and remembers that it was the risk engine. */
export async function pauseForBreaker(
  tx: ActTransaction,
  request: Act,
  scope: FlattenScope,
  breaker: Breaker,
): Promise<readonly string[]> {
  const { rows } = await sql<{ bot_id: string }>`
    INSERT INTO risk.bot_pauses (bot_id, reason, breaker, trace_id)
    SELECT bot_id, ${request.reason}, ${breaker}::risk.breaker, ${request.traceId}::uuid
    FROM (${tradingBots}) AS bot WHERE ${isInScope(scope)}
    ON CONFLICT (bot_id) DO NOTHING RETURNING bot_id`.execute(tx.trx);
  const botIds = rows.map(({ bot_id }) => bot_id).sort();
  await writeCommands(tx, botCommands('pause', botIds, request));
  return botIds;
}

function botCommands(
  kind: 'pause' | 'resume',
  botIds: readonly string[],
  request: Act,
): readonly CommandEntry[] {
  return botIds.map((botId) => ({ ...request, kind, scope: `bot:${botId}`, botId }));
}

function flattenCommand(request: Act, scope: FlattenScope): CommandEntry {
  const owner = scope.kind === 'bot' ? { botId: scope.botId } : {};
  return { ...request, kind: 'flatten', scope: scopeText(scope), ...owner };
}

async function tradingIn({ trx }: ActTransaction, scope: FlattenScope): Promise<readonly string[]> {
  const { rows } = await sql<{ bot_id: string }>`
    SELECT bot_id FROM (${tradingBots}) AS bot WHERE ${isInScope(scope)} ORDER BY bot_id`.execute(trx);
  return rows.map(({ bot_id }) => bot_id);
}

async function rearm({ trx }: ActTransaction): Promise<void> {
  await trx
    .updateTable('risk.breaker_state')
    .set({ status: 'ok', outcome: 'None', since: sql`now()` })
    .where('status', '=', 'tripped')
    .execute();
}

async function countPositions({ trx }: ActTransaction, scope: FlattenScope): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    SELECT count(*) FROM (
      SELECT position.bot_id, position.symbol, config.cluster_id
      FROM trading.positions position LEFT JOIN trading.bot_configs config ON config.id = position.bot_id
      WHERE position.qty <> 0
    ) AS bot WHERE ${isInScope(scope)}`.execute(trx);
  return Number(rows[0]!.count);
}

async function botExists({ trx }: ActTransaction, botId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT EXISTS (SELECT FROM trading.bot_configs WHERE id = ${botId} AND deleted_at IS NULL)
        OR EXISTS (SELECT FROM trading.bot_leases WHERE bot_id = ${botId}) AS known`.execute(trx);
  return rows[0]!.known;
}

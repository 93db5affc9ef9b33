/** What operators do to the latch and to bots, in PostgreSQL. */
import type { FlattenScope } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type { Latch } from '../app/ports';
import type { AuditedAction, Known, Planned } from '../domain/audited-action';
import { planClose, planEngage, planHalt, planPause, planResume } from '../domain/latch';
import { type AuditedTransaction, inOperatorTransaction, readKnown, writeRows } from './audited-transaction';

export class LatchStore implements Latch {
  constructor(private readonly db: Kysely<Schema>) {}

  engage(asked: AuditedAction, scope: FlattenScope): Promise<{ positionsTargeted: number }> {
    return this.do(asked, (known, request) => planEngage(known, request, scope));
  }

  halt(asked: AuditedAction): Promise<void> {
    return this.do(asked, (_known, request) => planHalt(request));
  }

  close(
    asked: AuditedAction,
    scope: FlattenScope,
    { pause }: { readonly pause: boolean },
  ): Promise<{ positionsTargeted: number; pausedBots: readonly string[] }> {
    return this.do(asked, (known, request) => planClose(known, request, scope, pause));
  }

  resume(
    asked: AuditedAction,
  ): Promise<{ kind: 'resumed'; botIds: readonly string[] } | { kind: 'latch_missing' }> {
    return inOperatorTransaction(this.db, asked, async (tx, request) => {
      // A missing row cannot be cleared: it stays halted for everybody.
      if (tx.halted === null) return { kind: 'latch_missing' };
      const { rows, outcome: botIds } = planResume(await readKnown(tx), request);
      await writeRows(tx, rows);
      return { kind: 'resumed', botIds };
    });
  }

  pauseBot(asked: AuditedAction, botId: string): Promise<'paused' | 'unknown_bot'> {
    return inOperatorTransaction(this.db, asked, async (tx, request) => {
      if (!(await botExists(tx, botId))) return 'unknown_bot';
      await writeRows(tx, planPause(await readKnown(tx), request, botId).rows);
      return 'paused';
    });
  }

  private do<T>(
    asked: AuditedAction,
    plan: (known: Known, request: AuditedAction) => Planned<T>,
  ): Promise<T> {
    return inOperatorTransaction(this.db, asked, async (tx, request) => {
      const { rows, outcome } = plan(await readKnown(tx), request);
      await writeRows(tx, rows);
      return outcome;
    });
  }
}

async function botExists({ trx }: AuditedTransaction, botId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT EXISTS (SELECT FROM trading.bot_configs WHERE id = ${botId} AND deleted_at IS NULL)
        OR EXISTS (SELECT FROM trading.bot_leases WHERE bot_id = ${botId}) AS known`.execute(trx);
  return rows[0]!.known;
}

/** What was last seen of each network's account. Figures that could not be read are NULL, never 0. */
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type { RecordAccount } from '../app/ports';

export function accountRecorder(db: Kysely<Schema>): RecordAccount {
  return async (network, mode, figures, problem) => {
    const row = {
      position_mode: mode,
      wallet_usd: figures?.walletUsd ?? null,
      unrealised_pnl_usd: figures?.unrealisedPnlUsd ?? null,
      margin_used_usd: figures?.marginUsedUsd ?? null,
      available_usd: figures?.availableUsd ?? null,
      funding_due_usd: figures?.fundingDueUsd ?? null,
      funding_due_at: instant(figures?.fundingDueAtMs),
      problem,
      read_at: sql<Date>`now()`,
    };
    await db
      .insertInto('trading.accounts')
      .values({ network, ...row })
      .onConflict((conflict) => conflict.column('network').doUpdateSet(row))
      .execute();
  };
}

function instant(ms: number | null | undefined): Date | null {
  return ms === null || ms === undefined ? null : new Date(ms);
}

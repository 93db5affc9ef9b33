/** The wallet of each network as the executor last saw it, beside what its bots are allocated of it. */
import { ACCOUNT_STALE_MS, type AccountView } from '@platform/contracts';
import type pg from 'pg';
import { USES_ITS_ACCOUNT } from './shared-account';

const ACCOUNTS = `
  SELECT account.network, account.position_mode AS "positionMode", trim_scale(account.wallet_usd)::text AS "walletUsd",
    trim_scale(account.unrealised_pnl_usd)::text AS "unrealisedPnlUsd",
    trim_scale(account.margin_used_usd)::text AS "marginUsedUsd", trim_scale(account.available_usd)::text AS "availableUsd",
    trim_scale(account.funding_due_usd)::text AS "fundingDueUsd", account.funding_due_at,
    (SELECT CASE WHEN bool_and(usd IS NOT NULL) IS DISTINCT FROM false THEN trim_scale(coalesce(sum(usd), 0))::text END
      FROM (SELECT trading.allocation_usd(config.id) AS usd FROM trading.bot_configs config
        WHERE config.network = account.network AND ${USES_ITS_ACCOUNT}) counted) AS "allocatedUsd",
    account.problem, account.read_at, account.read_at < now() - make_interval(secs => $1) AS stale
  FROM trading.accounts account ORDER BY account.network`;

interface Moments {
  readonly read_at: Date;
  readonly funding_due_at: Date | null;
}

export async function readAccounts(pool: pg.Pool): Promise<AccountView[]> {
  const { rows } = await pool.query<Omit<AccountView, 'readAt' | 'fundingDueAt'> & Moments>(ACCOUNTS, [
    ACCOUNT_STALE_MS / 1_000,
  ]);
  return rows.map(({ read_at, funding_due_at, ...account }) => ({
    ...account,
    fundingDueAt: funding_due_at?.toISOString() ?? null,
    readAt: read_at.toISOString(),
  }));
}

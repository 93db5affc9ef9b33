/** The account as a whole: equity, profit, exposure and positions of everything that trades. */
import type { BotStatus, PortfolioResponse } from '@platform/contracts';
import type pg from 'pg';
import { readAccounts } from './accounts';
import { BOT_PROFITS, CAPITAL_OF_A_BOT, NEWEST_RUN, STARTED_BOTS } from './bot-money';
import { POSITIONS, readPositions } from './positions';

const BOTS = `
  SELECT config.id AS "botId", config.bot_name AS "botName", config.status,
    trim_scale(coalesce(latest.equity, run.initial_equity,
      CASE WHEN started.bot_id IS NULL THEN NULL ELSE ${CAPITAL_OF_A_BOT} END))::text AS "equityUsd",
    trim_scale(profit.pnl_today)::text AS "pnlTodayUsd"
  FROM trading.bot_configs config
  LEFT JOIN (${BOT_PROFITS}) profit ON profit.bot_id = config.id
  LEFT JOIN (${STARTED_BOTS}) started ON started.bot_id = config.id
  ${NEWEST_RUN}
  WHERE config.deleted_at IS NULL ORDER BY config.created_at, config.id`;

/**
 * What is allocated to bots: of each that was ever started what it has now. Deleted ones count in what was
 * made only.
 */
const TOTALS = `
  SELECT (SELECT trim_scale(sum("equityUsd"::numeric))::text FROM (${BOTS}) bot) AS "equityUsd",
    trim_scale(sum(pnl_today))::text AS "pnlTodayUsd", trim_scale(sum(pnl_7d))::text AS "pnl7dUsd",
    trim_scale(sum(pnl_all))::text AS "pnlAllUsd",
    (SELECT trim_scale(sum(exposure))::text FROM (${POSITIONS}) held) AS "grossExposureUsd",
    now() AS as_of
  FROM (${BOT_PROFITS}) profit`;

const exposureBy = (column: string, name: string) => `
  SELECT ${column} AS "${name}", trim_scale(long)::text AS "longUsd", trim_scale(short)::text AS "shortUsd",
    trim_scale(long + short)::text AS "grossUsd", trim_scale(long - short)::text AS "netUsd"
  FROM (SELECT ${column}, coalesce(sum(exposure) FILTER (WHERE is_long), 0) AS long,
      coalesce(sum(exposure) FILTER (WHERE NOT is_long), 0) AS short
    FROM (${POSITIONS}) held GROUP BY ${column}) summed ORDER BY long + short DESC`;

/** Without the drawdown, which is the curve's own: see live-performance.ts. */
type Portfolio = Omit<PortfolioResponse, 'drawdownPct'>;
type Totals = Pick<Portfolio, 'equityUsd' | 'pnlTodayUsd' | 'pnl7dUsd' | 'pnlAllUsd' | 'grossExposureUsd'> & {
  readonly as_of: Date;
};

export async function readPortfolio(pool: pg.Pool): Promise<Portfolio> {
  const [accounts, positions, bots, totals, bySymbol, byCluster] = await Promise.all([
    readAccounts(pool),
    readPositions(pool),
    pool.query<Portfolio['bots'][number] & { status: BotStatus }>(BOTS),
    pool.query<Totals>(TOTALS),
    pool.query<Portfolio['exposureBySymbol'][number]>(exposureBy('symbol', 'symbol')),
    pool.query<Portfolio['exposureByCluster'][number]>(exposureBy('cluster_id', 'clusterId')),
  ]);
  const { as_of, ...total } = totals.rows[0]!;
  return {
    asOf: as_of.toISOString(),
    accounts,
    ...total,
    unprotectedPositions: positions.filter((position) => !position.protected).length,
    positions,
    exposureBySymbol: bySymbol.rows,
    exposureByCluster: byCluster.rows,
    bots: bots.rows,
  };
}

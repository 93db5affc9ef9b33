/**
 * Live runs: one configuration of one bot on one network, from its first intent until it goes on as another.
 * A configuration that changes while a position is open leaves the run open until that position is flat: a
 * roundtrip belongs to one run.
 */
import type { Network } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';

export interface LiveRun {
  readonly runId: string;
  readonly botId: string;
  readonly network: Network;
  readonly symbol: string;
  readonly initialEquity: string;
  readonly startedAtMs: number;
  /** Its bot was deleted, trades something else now, or has another allocation. */
  readonly isOver: boolean;
}

export interface RunConfiguration {
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly network: Network;
  readonly params: unknown;
}

/** What the bot is configured to trade; a bot run by hand says so with its intents. */
const CONFIGURATION = sql`
  SELECT coalesce(config.strategy, intent.strategy) AS strategy, coalesce(config.symbol, intent.symbol) AS symbol,
    coalesce(config.timeframe, intent.timeframe) AS timeframe, coalesce(config.network, intent.network) AS network,
    coalesce(config.params, '{}') AS params, config.allocation_mode, config.allocation_value,
    config.deleted_at IS NOT NULL AS deleted
  FROM (SELECT) AS one LEFT JOIN trading.bot_configs config ON config.id = bot.id
  LEFT JOIN LATERAL (SELECT strategy, symbol, timeframe, network FROM trading.order_intents
    WHERE bot_id = bot.id ORDER BY created_at DESC LIMIT 1) intent ON true`;

/**
 * Which bots may have something to record: those with a run, with a fresh intent, or with a fill in no run
 * yet.
 */
export async function botsToRecord(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ bot_id: string }>`
    SELECT bot_id FROM trading.runs WHERE kind = 'live' AND status = 'running'
    UNION SELECT bot_id FROM trading.order_intents WHERE created_at > now() - interval '1 hour'
    UNION SELECT fill.bot_id FROM trading.fills fill LEFT JOIN trading.trades trade USING (fill_id)
      WHERE trade.fill_id IS NULL AND fill.bot_id IS NOT NULL AND fill.created_at > now() - interval '7 days'
  `.execute(db);
  return rows.map((row) => row.bot_id);
}

/** Where the bot holds something, to be marked. */
export async function heldSymbols(
  db: Kysely<Schema>,
  botId: string,
): Promise<{ readonly network: Network; readonly symbol: string }[]> {
  return db
    .selectFrom('trading.positions')
    .select(['network', 'symbol'])
    .where('bot_id', '=', botId)
    .where('qty', '<>', '0')
    .execute();
}

/** Locked until the transaction ends: one writer at a time. */
export async function runningRun(db: Kysely<Schema>, botId: string): Promise<LiveRun | undefined> {
  const { rows } = await sql<LiveRun>`
    SELECT run.id AS "runId", run.bot_id AS "botId", run.network, run.symbol, run.initial_equity::text AS "initialEquity",
      (extract(epoch FROM run.started_at) * 1000)::float8 AS "startedAtMs",
      now.deleted OR (now.strategy, now.symbol, now.timeframe, now.network, now.params, now.allocation_mode, now.allocation_value)
        IS DISTINCT FROM (run.strategy, run.symbol, run.timeframe, run.network, run.params, run.allocation_mode, run.allocation_value)
        AS "isOver"
    FROM trading.runs run, (SELECT ${botId}::uuid AS id) bot, LATERAL (${CONFIGURATION}) now
    WHERE run.bot_id = bot.id AND run.kind = 'live' AND run.status = 'running' FOR UPDATE OF run
  `.execute(db);
  return rows[0];
}

/** Undefined when it is unknown what the bot trades, or it is deleted. */
export async function configurationOf(
  db: Kysely<Schema>,
  botId: string,
): Promise<RunConfiguration | undefined> {
  const { rows } = await sql<RunConfiguration & { strategy: string | null; deleted: boolean }>`
    SELECT now.* FROM (SELECT ${botId}::uuid AS id) bot, LATERAL (${CONFIGURATION}) now
  `.execute(db);
  const row = rows[0];
  return row === undefined || row.strategy === null || row.deleted ? undefined : row;
}

/**
 * What the bot trades with; null while that is a share of a wallet which could not be read, undefined for a
 * bot without a configuration.
 */
export async function allocationOf(db: Kysely<Schema>, botId: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ usd: string | null }>`
    SELECT trim_scale(round(trading.allocation_usd(id), 8))::text AS usd FROM trading.bot_configs WHERE id = ${botId}
  `.execute(db);
  return rows[0]?.usd;
}

export async function openRun(
  db: Kysely<Schema>,
  runId: string,
  botId: string,
  configuration: RunConfiguration,
  initialEquity: string,
): Promise<LiveRun> {
  const { strategy, symbol, timeframe, network, params } = configuration;
  const { startedAtMs } = await db
    .insertInto('trading.runs')
    .values({
      id: runId,
      kind: 'live',
      status: 'running',
      bot_id: botId,
      network,
      strategy,
      symbol,
      timeframe,
      params: JSON.stringify(params),
      initial_equity: initialEquity,
      from_ts: sql`(extract(epoch FROM now()) * 1000)::bigint`,
      started_at: sql`now()`,
      requested_by: 'executor',
    })
    .returning(sql<number>`(extract(epoch FROM started_at) * 1000)::float8`.as('startedAtMs'))
    .executeTakeFirstOrThrow();
  return { runId, botId, network, symbol, initialEquity, startedAtMs, isOver: false };
}

export async function completeRun(db: Kysely<Schema>, runId: string): Promise<void> {
  await db
    .updateTable('trading.runs')
    .set({
      status: 'completed',
      progress: 1,
      finished_at: sql`now()`,
      to_ts: sql`(extract(epoch FROM now()) * 1000)::bigint`,
    })
    .where('id', '=', runId)
    .execute();
}

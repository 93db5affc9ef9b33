/** What a step of a deploy is decided by, and what decides which bots follow a release. */
import { MANUAL_STRATEGY } from '@platform/contracts';
import { isTimeframe, timeframeMs } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type { DeployRecords, StoredFacts } from '../app/ports';
import type { Follower, PastDeploy } from '../domain/auto-deploy';
import type { DeployFacts } from '../domain/deploy-plan';
import { type Comparison, compareBars } from '../domain/shadow-compare';
import { comparedRows, toComparedBar } from './compared-bars';

export async function readDeployFacts(
  db: Kysely<Schema>,
  deployId: string,
): Promise<StoredFacts | undefined> {
  const { rows } = await sql<FactsRow>`${sql.raw(FACTS)} WHERE deploy.id = ${deployId}`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { timeframe, strategy } = row;
  return {
    id: deployId,
    status: row.status,
    startedMs: row.started_ms,
    nowMs: row.now_ms,
    fromGeneration: Number(row.from_generation),
    bot: {
      desiredState: row.desired_state,
      isQuarantined: row.quarantined,
      generation: Number(row.generation),
      isEvaluated: strategy !== MANUAL_STRATEGY,
      barMs: isTimeframe(timeframe) ? timeframeMs(timeframe) : 0,
    },
    isHalted: row.halted,
    hasGreenLease: row.green_fence !== null,
    replayBars: row.replay_bars,
    minLiveBars: row.min_live_bars,
    comparison: await compare(db, row),
    acceptedDigest: row.accepted_digest,
    known: {
      ...{ matches: row.shadow_matches, divergences: row.shadow_divergences, waitingFor: row.waiting_for },
    },
  };
}

/** What decides who follows a release. */
export async function readFollowing(db: Kysely<Schema>, tag: string): ReturnType<DeployRecords['following']> {
  const bots = await sql<Follower>`
    SELECT id AS "botId", image_tag AS "imageTag",
      auto_deploy AND desired_state = 'running' AND status = 'live' AND quarantined_at IS NULL AS "isReady"
    FROM trading.bot_configs WHERE deleted_at IS NULL ORDER BY created_at, id`.execute(db);
  const deploys = await sql<PastDeploy>`
    SELECT bot_id AS "botId", target_image_tag AS "targetImageTag", status FROM ops.deploys
    WHERE status < 'completed' OR target_image_tag = ${tag}`.execute(db);
  const latch = await sql<{ halted: boolean }>`
    SELECT coalesce(bool_or(halted), true) AS halted FROM risk.risk_state`.execute(db);
  return { bots: bots.rows, deploys: deploys.rows, isHalted: latch.rows[0]!.halted };
}

async function compare(db: Kysely<Schema>, row: FactsRow): Promise<Comparison> {
  if (row.green_fence === null) return compareBars([]);
  const fence = sql`${row.green_fence}::bigint`;
  const { rows } = await comparedRows(row.bot_id, row.from_generation, fence, sql`ASC`).execute(db);
  return compareBars(rows.map(toComparedBar));
}

interface FactsRow {
  readonly bot_id: string;
  readonly status: DeployFacts['status'];
  readonly started_ms: number;
  readonly now_ms: number;
  readonly from_generation: string;
  readonly replay_bars: number;
  readonly min_live_bars: number;
  readonly accepted_digest: string | null;
  readonly shadow_matches: number;
  readonly shadow_divergences: number;
  readonly waiting_for: string | null;
  readonly desired_state: DeployFacts['bot']['desiredState'];
  readonly quarantined: boolean;
  readonly generation: string;
  readonly strategy: string;
  readonly timeframe: string;
  readonly halted: boolean;
  readonly green_fence: string | null;
}

// The fence under which the new release shadows; NULL until it has taken over what kick-off set aside, and once it has lost it.
const FACTS = `
  SELECT deploy.bot_id, deploy.status, deploy.from_generation, deploy.replay_bars, deploy.min_live_bars, deploy.accepted_digest,
    deploy.shadow_matches, deploy.shadow_divergences, deploy.waiting_for,
    (extract(epoch FROM deploy.created_at) * 1000)::float8 AS started_ms,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms, config.desired_state,
    config.quarantined_at IS NOT NULL OR config.deleted_at IS NOT NULL AS quarantined, config.generation, config.strategy,
    config.timeframe, coalesce((SELECT bool_or(halted) FROM risk.risk_state), true) AS halted, lease.fence AS green_fence
  FROM ops.deploys deploy JOIN trading.bot_configs config ON config.id = deploy.bot_id
  LEFT JOIN trading.bot_leases lease ON lease.symbol = config.symbol AND lease.strategy = config.strategy AND lease.shadow
    AND lease.bot_id = config.id AND lease.holder_id <> deploy.id AND lease.released_at IS NULL
    AND lease.expires_at > clock_timestamp()`;

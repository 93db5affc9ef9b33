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

/**
 * By bot, what was compared last and of which bars: it is compared again once either side has decided
 * another one.
 */
export type LastComparisons = Map<string, { readonly bars: string; readonly comparison: Comparison }>;

export async function readDeployFacts(
  db: Kysely<Schema>,
  deployId: string,
  last: LastComparisons,
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
    targetImageTag: row.target_image_tag,
    slot: row.slot,
    fromGeneration: Number(row.from_generation),
    hasNewParams: row.has_new_params,
    wasDeliberate: row.is_deliberate,
    bot: {
      desiredState: row.desired_state,
      isQuarantined: row.quarantined,
      generation: Number(row.generation),
      isEvaluated: strategy !== MANUAL_STRATEGY,
      barMs: isTimeframe(timeframe) ? timeframeMs(timeframe) : 0,
    },
    isHalted: row.halted,
    hasGreenLease: row.green_fence !== null,
    greenLeaseEndMs: row.green_lease_end_ms,
    replayBars: row.replay_bars,
    minLiveBars: row.min_live_bars,
    comparison: await compare(db, row, last),
    acceptedDigest: row.accepted_digest,
    known: {
      matches: row.shadow_matches,
      divergences: row.shadow_divergences,
      waitingFor: row.waiting_for,
    },
  };
}

/** What decides who follows a release. */
export async function readFollowing(db: Kysely<Schema>, tag: string): ReturnType<DeployRecords['following']> {
  const bots = await sql<Follower>`
    SELECT id AS "botId", image_tag AS "imageTag",
      auto_deploy AND desired_state = 'running' AND status = 'live' AND quarantined_at IS NULL AS "isReady",
      desired_state = 'running' AND (quarantined_at IS NOT NULL OR status NOT IN ('live', 'degraded', 'paused')) AS "isDown"
    FROM trading.bot_configs WHERE deleted_at IS NULL ORDER BY created_at, id`.execute(db);
  const deploys = await sql<PastDeploy>`
    SELECT bot_id AS "botId", from_image_tag AS "fromImageTag", target_image_tag AS "targetImageTag", status FROM ops.deploys
    WHERE status < 'completed' OR ${tag} IN (target_image_tag, from_image_tag)`.execute(db);
  const latch = await sql<{ halted: boolean }>`
    SELECT coalesce(bool_or(halted), true) AS halted FROM risk.risk_state`.execute(db);
  return { bots: bots.rows, deploys: deploys.rows, isHalted: latch.rows[0]!.halted };
}

async function compare(db: Kysely<Schema>, row: FactsRow, last: LastComparisons): Promise<Comparison> {
  if (row.green_fence === null) return compareBars([]);
  const bars = [row.from_generation, row.green_fence, row.blue_bar, row.green_bar].join();
  const known = last.get(row.bot_id);
  if (known?.bars === bars) return known.comparison;
  const fence = sql`${row.green_fence}::bigint`;
  const { rows } = await comparedRows(row.bot_id, row.from_generation, fence, sql`ASC`).execute(db);
  const comparison = compareBars(rows.map(toComparedBar));
  last.set(row.bot_id, { bars, comparison });
  return comparison;
}

interface FactsRow {
  readonly bot_id: string;
  readonly status: DeployFacts['status'];
  readonly started_ms: number;
  readonly now_ms: number;
  readonly target_image_tag: string;
  readonly slot: DeployFacts['slot'];
  readonly from_generation: string;
  readonly has_new_params: boolean;
  readonly is_deliberate: boolean;
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
  readonly green_lease_end_ms: number | null;
  readonly blue_bar: string | null;
  readonly green_bar: string | null;
}

// The fence under which the new release shadows; NULL until it has taken over what kick-off set aside, and
// once it has lost it.
const FACTS = `
  SELECT deploy.bot_id, deploy.status, deploy.target_image_tag, deploy.slot, deploy.from_generation,
    deploy.params IS NOT NULL AS has_new_params, deploy.is_deliberate, deploy.replay_bars, deploy.min_live_bars, deploy.accepted_digest,
    deploy.shadow_matches, deploy.shadow_divergences, deploy.waiting_for,
    (extract(epoch FROM deploy.created_at) * 1000)::float8 AS started_ms,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms, config.desired_state,
    config.quarantined_at IS NOT NULL OR config.deleted_at IS NOT NULL AS quarantined, config.generation, config.strategy,
    config.timeframe, coalesce((SELECT bool_or(halted) FROM risk.risk_state), true) AS halted,
    CASE WHEN lease.released_at IS NULL AND lease.expires_at > clock_timestamp() THEN lease.fence END AS green_fence,
    (extract(epoch FROM lease.expires_at) * 1000)::float8 AS green_lease_end_ms,
    (SELECT max(bar_open_time) FROM trading.bar_decisions
      WHERE bot_id = deploy.bot_id AND generation = deploy.from_generation) AS blue_bar,
    (SELECT max(bar_open_time) FROM trading.shadow_decisions
      WHERE bot_id = deploy.bot_id AND fence = lease.fence) AS green_bar
  FROM ops.deploys deploy JOIN trading.bot_configs config ON config.id = deploy.bot_id
  LEFT JOIN trading.bot_leases lease ON lease.symbol = config.symbol AND lease.strategy = config.strategy AND lease.shadow
    AND lease.bot_id = config.id AND lease.holder_id <> deploy.id`;

import type { Deploy } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import type { Selectable } from 'kysely';

export type DeployRow = Selectable<Schema['ops.deploys']>;

export function toDeploy(row: DeployRow): Deploy {
  return {
    deploy_id: row.id,
    bot_id: row.bot_id,
    status: row.status,
    from_image_tag: row.from_image_tag,
    target_image_tag: row.target_image_tag,
    from_params: row.from_params as Deploy['from_params'],
    params: row.params as Deploy['params'],
    slot: row.slot,
    replay_bars: row.replay_bars,
    min_live_bars: row.min_live_bars,
    live_bars: row.live_bars,
    shadow_matches: row.shadow_matches,
    shadow_divergences: row.shadow_divergences,
    is_deliberate: row.is_deliberate,
    divergences: row.divergences as Deploy['divergences'],
    divergence_digest: row.divergence_digest,
    accepted_digest: row.accepted_digest,
    waiting_for: row.waiting_for,
    error: row.error,
    requested_by: row.requested_by,
    started_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

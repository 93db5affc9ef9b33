/** Deploys as pages show them, and who needs a release. */
import {
  DEPLOY_SHOWN_BARS,
  DEPLOY_SHOWN_DIVERGENCES,
  type Deploy,
  type DeployBar,
} from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import { showBar } from '../../domain/shadow-compare';
import { comparedRows, toComparedBar } from '../compared-bars';
import { toDeploy } from '../deploy-row';

export class DeployReads {
  constructor(private readonly db: Kysely<Schema>) {}

  async latest(botId: string): Promise<Deploy | null> {
    const row = await this.newest(botId).selectAll().executeTakeFirst();
    return row === undefined ? null : toDeploy(row);
  }

  /**
   * Of the latest deploy, newest first. Once it has ended only bars that the new release decided belong to
   * it.
   */
  async bars(botId: string): Promise<DeployBar[]> {
    const deploy = await this.newest(botId).select(['from_generation', 'finished_at']).executeTakeFirst();
    if (deploy === undefined) return [];
    // Kick-off empties the buffer, so that what is in it is of the latest deploy.
    const fence = sql`(SELECT max(fence) FROM trading.shadow_decisions WHERE bot_id = ${botId})`;
    const order = sql`DESC LIMIT ${DEPLOY_SHOWN_BARS}`;
    const { rows } = await comparedRows(botId, deploy.from_generation, fence, order).execute(this.db);
    const bars = rows.map((row) => showBar(toComparedBar(row)));
    return deploy.finished_at === null ? bars : bars.filter(({ verdict }) => verdict !== 'waiting');
  }

  /** Newest first. */
  async page(botId: string, after: readonly string[] | null, limit: number): Promise<Deploy[]> {
    let select = this.db.selectFrom('ops.deploys').selectAll().where('bot_id', '=', botId);
    if (after !== null) {
      select = select.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
    }
    const rows = await select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => {
      const deploy = toDeploy(row);
      return { ...deploy, divergences: deploy.divergences.slice(0, DEPLOY_SHOWN_DIVERGENCES.listed) };
    });
  }

  /** The one under way before any other, whatever the clock was when they began. */
  private newest(botId: string) {
    const select = this.db.selectFrom('ops.deploys').where('bot_id', '=', botId);
    const newest = select.orderBy(sql`status < 'completed'`, 'desc').orderBy('created_at', 'desc');
    return newest.orderBy('id', 'desc').limit(1);
  }

  /** Why a release must stay, as a sentence; null when it is unused. */
  async whoNeeds(tag: string): Promise<string | null> {
    const { rows } = await sql<{ reason: string }>`
      SELECT reason FROM (${sql.raw(NEEDS)}) AS need WHERE tag = ${tag} LIMIT 1`.execute(this.db);
    return rows[0]?.reason ?? null;
  }
}

// A tag is needed by the bots and services that run it, by deploys under way, whose former release may still
// be draining, and as the way back by the last completed deploy of each; where that changed only parameters,
// the one before that changed the release is one too.
const NEEDS = `
  SELECT image_tag AS tag, 'bot ' || bot_name || ' runs it' AS reason FROM trading.bot_configs WHERE deleted_at IS NULL
  UNION ALL
  SELECT unnest(ARRAY[target_image_tag, from_image_tag]), unnest(ARRAY['a deploy of it is under way', 'a deploy away from it is under way'])
  FROM ops.deploys WHERE status < 'completed'
  UNION ALL
  SELECT from_image_tag, 'it is the way back of bot ' || bot_name FROM (
    SELECT DISTINCT ON (deploy.bot_id, deploy.target_image_tag = deploy.from_image_tag) deploy.from_image_tag, config.bot_name
    FROM ops.deploys deploy JOIN trading.bot_configs config ON config.id = deploy.bot_id AND config.deleted_at IS NULL
    WHERE deploy.status = 'completed'
    ORDER BY deploy.bot_id, deploy.target_image_tag = deploy.from_image_tag, deploy.created_at DESC) AS last
  UNION ALL
  SELECT unnest(ARRAY[target_image_tag, from_image_tag]), 'a deploy of the ' || service || ' service is under way'
  FROM ops.service_deploys WHERE status < 'completed'
  UNION ALL
  SELECT unnest(ARRAY[target_image_tag, from_image_tag]),
    unnest(ARRAY['the ' || service || ' service runs it', 'it is the way back of the ' || service || ' service']) FROM (
    SELECT DISTINCT ON (service) service, target_image_tag, from_image_tag FROM ops.service_deploys
    WHERE status = 'completed' ORDER BY service, created_at DESC) AS last`;

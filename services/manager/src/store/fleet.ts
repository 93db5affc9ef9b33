/**
 * What the reconciler reads and records. Failures are counted from bot_events, within the window and since
 * the last quarantine.
 */
import type { BotStatus } from '@platform/contracts';
import type pg from 'pg';
import type { Fleet, FleetBot, FleetRecords, RunnableBot } from '../app/ports';
import { type DesiredBot, STUCK_WARMUP } from '../domain/fleet-plan';

interface Row extends RunnableBot {
  readonly generation: number;
  readonly active_slot: DesiredBot['activeSlot'];
  readonly image_tag: string;
  readonly auto_deploy: boolean;
  readonly deploy_id: string | null;
  readonly deploy_status: NonNullable<DesiredBot['deploy']>['status'];
  readonly target_image_tag: string;
  readonly deploy_params: NonNullable<DesiredBot['deploy']>['params'];
  readonly desired_state: DesiredBot['desiredState'];
  readonly status: BotStatus;
  readonly quarantined: boolean;
  readonly paused_by_risk: boolean;
  readonly paused_through_risk: boolean;
  readonly failures: number;
  readonly last_failure_ms: number | null;
  readonly started_ms: number | null;
  readonly warmed_up_ms: number | null;
  readonly warmup_status: string | null;
  readonly warmup_failures: number;
  readonly now_ms: number;
}

const MS = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`;

const FLEET = `
  SELECT config.id, config.desired_state, config.status, config.generation::float8 AS generation, config.network,
    config.candle_source, config.warmup_mode, config.strategy, config.image_tag, config.auto_deploy, config.active_slot, deploy.id AS deploy_id,
    deploy.status AS deploy_status, deploy.target_image_tag, deploy.params AS deploy_params,
    config.quarantined_at IS NOT NULL AS quarantined,
    EXISTS (SELECT FROM risk.bot_pauses pause WHERE pause.bot_id = config.id) AS paused_by_risk,
    coalesce(word.kind = 'pause', false) AND EXISTS (SELECT FROM risk.risk_audit_log act WHERE act.halt_trace_id = word.trace_id
      AND act.action IN ('pause', 'close') AND act.breaker IS NULL) AS paused_through_risk,
    failure.count::int AS failures, ${MS('failure.last')} AS last_failure_ms, ${MS('start.last')} AS started_ms,
    ${MS('warmup.created_at')} AS warmed_up_ms, warmup.metadata ->> 'status' AS warmup_status,
    underfill.count::int AS warmup_failures, ${MS('clock_timestamp()')} AS now_ms
  FROM trading.bot_configs config
  LEFT JOIN ops.deploys deploy ON deploy.bot_id = config.id AND deploy.status < 'completed'
  LEFT JOIN LATERAL (SELECT kind, trace_id FROM trading.bot_commands
    WHERE bot_id = config.id AND kind IN ('pause', 'resume') ORDER BY id DESC LIMIT 1) word ON true
  LEFT JOIN LATERAL (SELECT max(created_at) AS last FROM trading.bot_events
    WHERE bot_id = config.id AND event_type = 'BOT_QUARANTINED') quarantine ON true
  LEFT JOIN LATERAL (SELECT count(*), max(created_at) AS last FROM trading.bot_events
    WHERE bot_id = config.id AND event_type = 'reconcile_error' AND emitted_by = 'platform_manager'
      AND created_at > now() - make_interval(secs => $1)
      AND (quarantine.last IS NULL OR created_at > quarantine.last)) failure ON true
  LEFT JOIN LATERAL (SELECT max(created_at) AS last FROM trading.bot_events
    WHERE bot_id = config.id AND event_type = 'container_started') start ON true
  LEFT JOIN LATERAL (SELECT created_at, metadata FROM trading.bot_events
    WHERE bot_id = config.id AND event_type = 'warmup_completed' ORDER BY created_at DESC, id DESC LIMIT 1) warmup ON true
  LEFT JOIN LATERAL (SELECT count(*) FROM trading.bot_events
    WHERE bot_id = config.id AND event_type = 'BOT_WARMUP_INCOMPLETE'
      AND created_at > now() - make_interval(secs => $2)) underfill ON true
  WHERE config.deleted_at IS NULL`;

export class FleetStore implements FleetRecords {
  constructor(
    private readonly pool: pg.Pool,
    private readonly failureWindowSecs: number,
  ) {}

  async read(): Promise<Fleet> {
    const { rows } = await this.pool.query<Row>(FLEET, [
      this.failureWindowSecs,
      STUCK_WARMUP.windowMs / 1000,
    ]);
    return { nowMs: rows[0]?.now_ms ?? 0, bots: rows.map(toBot) };
  }

  async recordEvent(botId: string, eventType: string, metadata: object): Promise<void> {
    await this.pool.query(
      'INSERT INTO trading.bot_events (bot_id, event_type, metadata) VALUES ($1, $2, $3)',
      [botId, eventType, JSON.stringify(metadata)],
    );
  }

  /** One statement: the mark, the event and the audit entry commit together. */
  async quarantine(botId: string, failures: number): Promise<void> {
    await this.pool.query(
      `WITH marked AS (UPDATE trading.bot_configs SET quarantined_at = now(), status = 'quarantined'
         WHERE id = $1 AND quarantined_at IS NULL RETURNING id),
       event AS (INSERT INTO trading.bot_events (bot_id, event_type, metadata)
         SELECT id, 'BOT_QUARANTINED', jsonb_build_object('failures', $2::int) FROM marked)
       INSERT INTO ops.audit_log (actor, action, resource_type, resource_id, reason)
       SELECT 'reconciler', 'quarantine', 'bot', id::text, $2::int || ' failed starts' FROM marked`,
      [botId, failures],
    );
  }

  /**
   * An operator's pause through the risk service is a pause like any other: it is undone by a resume of the
   * bot.
   */
  async pause(botId: string): Promise<void> {
    await this.pool.query(
      `WITH word AS (SELECT issued_by, reason, trace_id FROM trading.bot_commands
         WHERE bot_id = $1 AND kind IN ('pause', 'resume') ORDER BY id DESC LIMIT 1),
       changed AS (UPDATE trading.bot_configs SET desired_state = 'paused'
         WHERE id = $1 AND desired_state = 'running' RETURNING id)
       INSERT INTO ops.audit_log (actor, action, resource_type, resource_id, before, after, reason, trace_id)
       SELECT issued_by, 'pause', 'bot', id::text, '{"desired_state": "running"}', '{"desired_state": "paused"}', reason, trace_id
       FROM changed, word`,
      [botId],
    );
  }

  async setStatus(botId: string, status: BotStatus): Promise<void> {
    await this.pool.query('UPDATE trading.bot_configs SET status = $2 WHERE id = $1', [botId, status]);
  }
}

function toBot(row: Row): FleetBot {
  return {
    id: row.id,
    generation: row.generation,
    network: row.network,
    strategy: row.strategy,
    candle_source: row.candle_source,
    warmup_mode: row.warmup_mode,
    activeSlot: row.active_slot,
    imageTag: row.image_tag,
    isFollower: row.auto_deploy,
    deploy:
      row.deploy_id === null
        ? null
        : {
            id: row.deploy_id,
            status: row.deploy_status,
            targetImageTag: row.target_image_tag,
            params: row.deploy_params,
          },
    desiredState: row.desired_state,
    status: row.status,
    isQuarantined: row.quarantined,
    isPausedByRisk: row.paused_by_risk,
    isPausedThroughRisk: row.paused_through_risk,
    failures: row.failures,
    lastFailureMs: row.last_failure_ms,
    startedMs: row.started_ms,
    warmedUp:
      row.warmed_up_ms === null
        ? null
        : { atMs: row.warmed_up_ms, isDegraded: row.warmup_status === 'degraded' },
    recentWarmupFailures: row.warmup_failures,
  };
}

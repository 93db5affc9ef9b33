/**
 * Everything the table of bots shows, in one read: configuration, life, profit, parity, deploy, the last
 * error and a sparkline.
 */
import type { BotOverview, BotOverviewsResponse, PositionView } from '@platform/contracts';
import { DAY_MS, timeframeMs } from '@platform/core';
import type pg from 'pg';
import { BOT_PROFITS, CAPITAL_OF_A_BOT, NEWEST_RUN } from './bot-money';
import { readPositions } from './positions';

const SPARKLINE_POINTS = 50;

/** Events that say something went wrong with the bot or with what it asked for. */
const TROUBLE = `event_type IN ('reconcile_error', 'IntentRejected') OR event_type LIKE 'BOT\\_%'`;

/** These only say that something else went wrong, which is looked for in the minutes before. */
const ROLL_UPS = `('reconcile_error', 'BOT_QUARANTINED')`;

/** What an event says in words, whichever of its fields says it. */
const MESSAGE = `coalesce(metadata ->> 'message', metadata ->> 'reason',
  (SELECT string_agg(listed.line, '; ') FROM jsonb_array_elements_text(
    CASE jsonb_typeof(metadata -> 'reasons') WHEN 'array' THEN metadata -> 'reasons' ELSE '[]' END) AS listed (line)),
  metadata ->> 'reason_code', event_type)`;

/**
 * A bot that was started and has not traded has its capital and made nothing; of one that never was, nothing
 * is known.
 */
const onceStarted = (value: number | string) => `CASE WHEN start.created_at IS NOT NULL THEN ${value} END`;

/**
 * The newest backtest of the bot's own days. Points are looked up one by one: there may be a hundred
 * thousand.
 */
const SIMULATED_DAYS = `
  SELECT run.id AS run_id, run.from_ts::float8 AS from_ts, run.to_ts::float8 AS to_ts,
    100 * (sampled.equities[cardinality(sampled.equities)] / run.initial_equity::float8 - 1) AS return_pct, sampled.equities
  FROM (SELECT id, from_ts, to_ts, initial_equity FROM trading.runs
    WHERE bot_id = config.id AND kind = 'backtest' AND status = 'completed' ORDER BY created_at DESC, id DESC LIMIT 1) run
  CROSS JOIN LATERAL (SELECT array_agg(point.equity ORDER BY slot.number) AS equities
    FROM generate_series(0, ${SPARKLINE_POINTS}) AS slot (number)
    CROSS JOIN LATERAL (SELECT equity::float8 AS equity FROM trading.equity_points
      WHERE run_id = run.id AND ts <= run.from_ts + (run.to_ts - run.from_ts) * slot.number / ${SPARKLINE_POINTS}
      ORDER BY ts DESC LIMIT 1) point) sampled
  WHERE sampled.equities IS NOT NULL`;

const OVERVIEWS = `
  SELECT config.id, config.bot_name, config.desired_state, config.status, config.network, config.candle_source,
    config.strategy, config.symbol, config.timeframe, config.cluster_id, config.image_tag,
    config.generation::float8 AS generation, config.quarantined_at, start.created_at AS started_at,
    pause.reason AS pause_reason, pause.paused_at, bar.open_time AS bar_open_time,
    (extract(epoch FROM now()) * 1000)::float8 AS now_ms,
    trim_scale(coalesce(latest.equity, run.initial_equity, ${onceStarted(CAPITAL_OF_A_BOT)}))::text AS equity,
    coalesce(latest.drawdown_pct, ${onceStarted(0)}) AS drawdown_pct,
    trim_scale(coalesce(profit.pnl_today, ${onceStarted(0)}))::text AS pnl_today,
    trim_scale(coalesce(profit.pnl_7d, ${onceStarted(0)}))::text AS pnl_7d,
    trim_scale(coalesce(profit.pnl_all, ${onceStarted(0)}))::text AS pnl_all,
    audit.result AS parity, audit.bar_count, audit.created_at AS audited_at, audit.acknowledged_at,
    audit.first_divergence, hold.actor AS hold_actor, hold.reason AS hold_reason, hold.created_at AS hold_at,
    deploy.status AS deploy_status, deploy.target_image_tag AS deploy_tag, deploy.waits_for_acceptance,
    trouble.event_type AS error_type, trouble.message AS error_message, trouble.created_at AS error_at,
    coalesce(sparkline.equities, '{}') AS sparkline, simulated.run_id AS simulated_run_id,
    simulated.from_ts AS simulated_from, simulated.to_ts AS simulated_to, simulated.return_pct AS simulated_return_pct,
    simulated.equities AS simulated_equities
  FROM trading.bot_configs config
  LEFT JOIN (${BOT_PROFITS}) profit ON profit.bot_id = config.id
  ${NEWEST_RUN}
  LEFT JOIN risk.bot_pauses pause ON pause.bot_id = config.id
  LEFT JOIN LATERAL (SELECT created_at FROM trading.bot_events
    WHERE bot_id = config.id AND event_type = 'container_started' ORDER BY created_at DESC LIMIT 1) start ON true
  LEFT JOIN LATERAL (SELECT max(bar_open_time)::float8 AS open_time FROM trading.bot_states
    WHERE bot_id = config.id) bar ON true
  LEFT JOIN LATERAL (SELECT actor, reason, created_at FROM ops.audit_log
    WHERE config.desired_state = 'paused' AND resource_type = 'bot' AND resource_id = config.id::text AND action = 'pause'
    ORDER BY created_at DESC, id DESC LIMIT 1) hold ON true
  LEFT JOIN LATERAL (SELECT result, bar_count, created_at, acknowledged_at, first_divergence FROM trading.parity_audits
    WHERE bot_id = config.id
    ORDER BY (result = 'divergence' AND acknowledged_at IS NULL) DESC, created_at DESC, id DESC LIMIT 1) audit ON true
  LEFT JOIN LATERAL (SELECT status, target_image_tag, status IN ('pending', 'shadowing') AND is_deliberate
      AND divergence_digest IS NOT NULL AND divergence_digest IS DISTINCT FROM accepted_digest AS waits_for_acceptance
    FROM ops.deploys WHERE bot_id = config.id
    ORDER BY created_at DESC, id DESC LIMIT 1) deploy ON deploy.status NOT IN ('completed', 'aborted')
  LEFT JOIN LATERAL (SELECT max(created_at) AS at FROM trading.bot_events
    WHERE bot_id = config.id AND (${TROUBLE})) newest_trouble ON true
  LEFT JOIN LATERAL (SELECT event_type, created_at, ${MESSAGE} AS message FROM trading.bot_events
    WHERE bot_id = config.id AND (${TROUBLE}) AND created_at >= newest_trouble.at - interval '10 minutes'
    ORDER BY event_type IN ${ROLL_UPS}, created_at DESC, id DESC LIMIT 1) trouble ON true
  LEFT JOIN LATERAL (SELECT min(ts) AS from_ts
    FROM trading.equity_points WHERE run_id = run.id AND ts > latest.ts - ${DAY_MS}) span ON true
  LEFT JOIN LATERAL (SELECT array_agg(equity ORDER BY ts) AS equities FROM (
    SELECT DISTINCT ON (slot) ts, equity::float8 AS equity FROM (
      SELECT ts, equity, (ts - span.from_ts) * ${SPARKLINE_POINTS} / (latest.ts - span.from_ts + 1) AS slot
      FROM trading.equity_points WHERE run_id = run.id AND ts >= span.from_ts) point
    ORDER BY slot, ts DESC) newest) sparkline ON true
  LEFT JOIN LATERAL (${SIMULATED_DAYS}) simulated ON true
  WHERE config.deleted_at IS NULL AND ($1::uuid IS NULL OR config.id = $1)
  ORDER BY config.created_at, config.id`;

interface Row {
  readonly id: string;
  readonly bot_name: string;
  readonly desired_state: BotOverview['desiredState'];
  readonly status: BotOverview['status'];
  readonly network: BotOverview['network'];
  readonly candle_source: BotOverview['candleSource'];
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: BotOverview['timeframe'];
  readonly cluster_id: string | null;
  readonly image_tag: string;
  readonly generation: number;
  readonly quarantined_at: Date | null;
  readonly started_at: Date | null;
  readonly pause_reason: string | null;
  readonly paused_at: Date | null;
  readonly bar_open_time: number | null;
  readonly now_ms: number;
  readonly equity: string | null;
  readonly drawdown_pct: number | null;
  readonly pnl_today: string | null;
  readonly pnl_7d: string | null;
  readonly pnl_all: string | null;
  readonly parity: 'match' | 'divergence' | null;
  readonly bar_count: number | null;
  readonly audited_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly first_divergence: Divergence | null;
  readonly hold_actor: string | null;
  readonly hold_reason: string | null;
  readonly hold_at: Date | null;
  readonly deploy_status: NonNullable<BotOverview['deploy']>['status'] | null;
  readonly deploy_tag: string;
  readonly waits_for_acceptance: boolean;
  readonly error_type: string | null;
  readonly error_message: string | null;
  readonly error_at: Date | null;
  readonly sparkline: number[];
  readonly simulated_run_id: string | null;
  readonly simulated_from: number;
  readonly simulated_to: number;
  readonly simulated_return_pct: number;
  readonly simulated_equities: number[];
}

/** As an audit records it. */
interface Divergence {
  readonly open_time_ms: number;
  readonly kind: string;
  readonly field: string | null;
  readonly bot: string | null;
  readonly engine: string | null;
}

export async function readBotOverviews(pool: pg.Pool, botId: string | null): Promise<BotOverviewsResponse> {
  const [{ rows }, positions] = await Promise.all([
    pool.query<Row>(OVERVIEWS, [botId]),
    readPositions(pool, botId),
  ]);
  const positionOf = new Map(positions.map((position) => [position.botId, position]));
  return {
    asOf: new Date(rows[0]?.now_ms ?? Date.now()).toISOString(),
    items: rows.map((row) => toOverview(row, positionOf.get(row.id) ?? null)),
  };
}

function toOverview(row: Row, position: PositionView | null): BotOverview {
  const { bar_open_time: lastBarOpenTime, parity, audited_at: auditedAt } = row;
  const closedMs = lastBarOpenTime === null ? null : lastBarOpenTime + timeframeMs(row.timeframe);
  return {
    botId: row.id,
    botName: row.bot_name,
    desiredState: row.desired_state,
    status: row.status,
    network: row.network,
    candleSource: row.candle_source,
    strategy: row.strategy,
    symbol: row.symbol,
    timeframe: row.timeframe,
    clusterId: row.cluster_id,
    version: row.image_tag,
    generation: row.generation,
    startedAt: isoOrNull(row.started_at),
    quarantinedAt: isoOrNull(row.quarantined_at),
    pausedByRisk:
      row.paused_at === null ? null : { reason: row.pause_reason ?? '', since: row.paused_at.toISOString() },
    pausedByOperator:
      row.hold_at === null
        ? null
        : { actor: row.hold_actor ?? '', reason: row.hold_reason, since: row.hold_at.toISOString() },
    lastBarOpenTime,
    lastBarAgeSeconds: closedMs === null ? null : Math.max(0, (row.now_ms - closedMs) / 1_000),
    position,
    equityUsd: row.equity,
    pnlTodayUsd: row.pnl_today,
    pnl7dUsd: row.pnl_7d,
    pnlAllUsd: row.pnl_all,
    drawdownPct: row.drawdown_pct,
    parity:
      parity === null || auditedAt === null
        ? null
        : {
            result: parity,
            barCount: row.bar_count ?? 0,
            auditedAt: auditedAt.toISOString(),
            acknowledged: row.acknowledged_at !== null,
            divergence: toDivergence(row.first_divergence),
          },
    deploy:
      row.deploy_status === null
        ? null
        : {
            status: row.deploy_status,
            targetImageTag: row.deploy_tag,
            waitsForAcceptance: row.waits_for_acceptance,
          },
    lastError:
      row.error_at === null
        ? null
        : { eventType: row.error_type!, message: row.error_message!, at: row.error_at.toISOString() },
    sparkline: row.sparkline,
    simulated:
      row.simulated_run_id === null
        ? null
        : {
            runId: row.simulated_run_id,
            fromTs: row.simulated_from,
            toTs: row.simulated_to,
            returnPct: row.simulated_return_pct,
            sparkline: row.simulated_equities,
          },
  };
}

function toDivergence(found: Divergence | null): NonNullable<BotOverview['parity']>['divergence'] {
  if (found === null) return null;
  const { open_time_ms: barOpenTime, kind, field, bot, engine } = found;
  return { barOpenTime, kind, field, bot, engine };
}

function isoOrNull(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

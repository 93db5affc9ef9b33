/**
 * What each bot made in live trading, summed over its live runs. A run counts from where it stood when the
 * span began, or from its initial equity when it began within the span; so capital that comes and goes with
 * runs is never mistaken for profit.
 */

/** What a bot, joined as `config`, has to trade with until a live run says otherwise: its allocation. */
export const CAPITAL_OF_A_BOT = 'trading.allocation_usd(config.id)';

/**
 * Bots that were started at least once, deleted ones included, with the moment from which their capital
 * counts.
 */
export const STARTED_BOTS = `
  SELECT config.id AS bot_id, least(start.first, run.first) AS started_at, config.deleted_at
  FROM trading.bot_configs config
  LEFT JOIN LATERAL (SELECT min(created_at) AS first FROM trading.bot_events
    WHERE bot_id = config.id AND event_type = 'container_started') start ON true
  LEFT JOIN LATERAL (SELECT least(min(created_at), to_timestamp(min(from_ts) / 1000.0)) AS first FROM trading.runs
    WHERE bot_id = config.id AND kind = 'live') run ON true
  WHERE coalesce(start.first, run.first) IS NOT NULL`;

const equityBefore = (limit: string) => `
  LEFT JOIN LATERAL (SELECT equity FROM trading.equity_points
    WHERE run_id = run.id AND ts < ${limit} ORDER BY ts DESC LIMIT 1)`;

/** Epoch milliseconds. */
const TODAY = `(extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC')) * 1000)::bigint`;
const A_WEEK_AGO = `(extract(epoch FROM now() - interval '7 days') * 1000)::bigint`;

/** One row per bot that ever had a live run with a point. */
export const BOT_PROFITS = `
  SELECT run.bot_id,
    sum(latest.equity - coalesce(today.equity, run.initial_equity)) AS pnl_today,
    sum(latest.equity - coalesce(week.equity, run.initial_equity)) AS pnl_7d,
    sum(latest.equity - run.initial_equity) AS pnl_all
  FROM trading.runs run
  CROSS JOIN LATERAL (SELECT equity FROM trading.equity_points WHERE run_id = run.id ORDER BY ts DESC LIMIT 1) latest
  ${equityBefore(TODAY)} today ON true
  ${equityBefore(A_WEEK_AGO)} week ON true
  WHERE run.kind = 'live' GROUP BY run.bot_id`;

/** Joined to a bot as \`config\`: where its newest live run stands. */
export const NEWEST_RUN = `
  LEFT JOIN LATERAL (SELECT id, initial_equity FROM trading.runs
    WHERE bot_id = config.id AND kind = 'live' ORDER BY created_at DESC, id DESC LIMIT 1) run ON true
  LEFT JOIN LATERAL (SELECT ts, equity, drawdown_pct FROM trading.equity_points
    WHERE run_id = run.id ORDER BY ts DESC LIMIT 1) latest ON true`;

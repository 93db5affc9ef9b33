/** Read projections of live trading for the console. */
import type { BotEventView, OverlayDecisionView, PortfolioResponse } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';

interface PositionRow {
  readonly network: 'testnet' | 'prod';
  readonly symbol: string;
  readonly bot_id: string | null;
  readonly qty: string;
  readonly entry_price: string;
  readonly mark_price: string | null;
  readonly unrealised: string | null;
  readonly exposure: string;
  readonly stop_price: string | null;
  readonly protected: boolean;
}

/** Marked at the newest minute; protected is a resting stop for the whole position. */
const POSITIONS = `
  SELECT position.network, position.symbol, position.bot_id, abs(position.qty)::text AS qty, position.qty > 0 AS is_long,
    position.entry_price::text AS entry_price, mark.price::text AS mark_price,
    round(position.qty * (mark.price - position.entry_price), 8)::text AS unrealised,
    round(abs(position.qty) * coalesce(mark.price, position.entry_price), 8)::text AS exposure,
    stop.trigger_price::text AS stop_price, stop.order_id IS NOT NULL AS protected
  FROM trading.positions position
  LEFT JOIN LATERAL (SELECT close::numeric AS price FROM market.klines
    WHERE market = 'perp' AND symbol = position.symbol AND timeframe = '1m' ORDER BY open_time DESC LIMIT 1) mark ON true
  LEFT JOIN LATERAL (SELECT order_id, trigger_price FROM trading.orders
    WHERE network = position.network AND symbol = position.symbol AND bot_id IS NOT DISTINCT FROM position.bot_id
      AND leg = 'sl' AND status IN ('new', 'partially_filled')
      AND (close_position OR qty - filled_qty >= abs(position.qty))
    ORDER BY created_at DESC LIMIT 1) stop ON true
  WHERE position.qty <> 0 ORDER BY position.network, position.symbol, position.bot_id`;

/** The newest equity of each bot's live run, and where it stood when the day (UTC) began. */
const BOTS = `
  SELECT config.id, config.bot_name, config.status, latest.equity::text AS equity,
    (latest.equity - coalesce(morning.equity, run.initial_equity))::text AS pnl_today
  FROM trading.bot_configs config
  LEFT JOIN trading.runs run ON run.bot_id = config.id AND run.kind = 'live' AND run.status = 'running'
  LEFT JOIN LATERAL (SELECT equity FROM trading.equity_points
    WHERE run_id = run.id ORDER BY ts DESC LIMIT 1) latest ON true
  LEFT JOIN LATERAL (SELECT equity FROM trading.equity_points WHERE run_id = run.id
    AND ts < (extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC')) * 1000)::bigint
    ORDER BY ts DESC LIMIT 1) morning ON true
  WHERE config.deleted_at IS NULL ORDER BY config.created_at, config.id`;

export class ProjectionStore {
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly pool: pg.Pool,
  ) {}

  async portfolio(): Promise<PortfolioResponse> {
    const [positions, bots, totals] = await Promise.all([
      this.pool.query<PositionRow & { is_long: boolean }>(POSITIONS),
      this.pool.query<{ id: string; bot_name: string; status: 'live'; equity: string | null }>(BOTS),
      this.pool.query<Totals>(
        `SELECT (SELECT sum(equity::numeric)::text FROM (${BOTS}) bot) AS equity,
           (SELECT sum(pnl_today::numeric)::text FROM (${BOTS}) bot) AS pnl_today,
           (SELECT sum(exposure::numeric)::text FROM (${POSITIONS}) held) AS exposure,
           (SELECT 100 * value FROM risk.breaker_state WHERE breaker = 'drawdown' AND scope = 'portfolio') AS drawdown_pct,
           now() AS as_of`,
      ),
    ]);
    const total = totals.rows[0]!;
    return {
      asOf: total.as_of.toISOString(),
      equityUsd: total.equity,
      pnlTodayUsd: total.pnl_today,
      drawdownPct: total.drawdown_pct,
      grossExposureUsd: total.exposure,
      unprotectedPositions: positions.rows.filter((row) => !row.protected).length,
      positions: positions.rows.map((row) => ({
        ...{
          network: row.network,
          symbol: row.symbol,
          botId: row.bot_id,
          side: row.is_long ? 'long' : 'short',
        },
        ...{
          qty: row.qty,
          entryPrice: row.entry_price,
          markPrice: row.mark_price,
          unrealisedPnlUsd: row.unrealised,
        },
        ...{ stopPrice: row.stop_price, liquidationPrice: null, protected: row.protected },
      })),
      bots: bots.rows.map((row) => ({
        ...{ botId: row.id, botName: row.bot_name, status: row.status, equityUsd: row.equity },
      })),
    };
  }

  async botEvents(botId: string, after: readonly string[] | null, limit: number): Promise<BotEventView[]> {
    let query = this.db.selectFrom('trading.bot_events').selectAll().where('bot_id', '=', botId);
    if (after !== null) {
      query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`);
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => ({
      ...{ id: row.id, botId, eventType: row.event_type, createdAt: row.created_at.toISOString() },
      metadata: row.metadata as BotEventView['metadata'],
    }));
  }

  async overlayDecisions(
    botId: string | undefined,
    after: readonly string[] | null,
    limit: number,
  ): Promise<OverlayDecisionView[]> {
    let query = this.db.selectFrom('trading.overlay_decisions').selectAll();
    if (botId !== undefined) query = query.where('bot_id', '=', botId);
    if (after !== null) {
      query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`);
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => ({
      ...{ id: row.id, botId: row.bot_id, overlay: row.overlay, verdict: row.verdict, reason: row.reason },
      ...{ barOpenTime: Number(row.bar_open_time), createdAt: row.created_at.toISOString() },
      details: row.metadata as Record<string, unknown>,
    }));
  }

  async overlaySummary(): Promise<{ overlay: string; decisions: number; vetoes: number }[]> {
    const { rows } = await this.pool.query<{ overlay: string; decisions: number; vetoes: number }>(
      `SELECT overlay, count(*)::int AS decisions, count(*) FILTER (WHERE verdict = 'veto')::int AS vetoes
       FROM trading.overlay_decisions GROUP BY overlay ORDER BY overlay`,
    );
    return rows;
  }
}

interface Totals {
  readonly equity: string | null;
  readonly pnl_today: string | null;
  readonly exposure: string | null;
  readonly drawdown_pct: number | null;
  readonly as_of: Date;
}

/** Events of bots and decisions of overlays, newest first. */
import type { BotEventView, OverlayDecisionView } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';

export class ProjectionStore {
  constructor(
    private readonly db: Kysely<Schema>,
    /** For what is read whole. */
    private readonly reports: pg.Pool,
  ) {}

  async botEvents(botId: string, after: readonly string[] | null, limit: number): Promise<BotEventView[]> {
    let query = this.db.selectFrom('trading.bot_events').selectAll().where('bot_id', '=', botId);
    if (after !== null) {
      query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`);
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => ({
      id: row.id,
      botId,
      eventType: row.event_type,
      createdAt: row.created_at.toISOString(),
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
      id: row.id,
      botId: row.bot_id,
      overlay: row.overlay,
      verdict: row.verdict,
      reason: row.reason,
      barOpenTime: Number(row.bar_open_time),
      createdAt: row.created_at.toISOString(),
      details: row.metadata as Record<string, unknown>,
    }));
  }

  async overlaySummary(): Promise<{ overlay: string; decisions: number; vetoes: number }[]> {
    const { rows } = await this.reports.query<{ overlay: string; decisions: number; vetoes: number }>(
      `SELECT overlay, count(*)::int AS decisions, count(*) FILTER (WHERE verdict = 'veto')::int AS vetoes
       FROM trading.overlay_decisions GROUP BY overlay ORDER BY overlay`,
    );
    return rows;
  }
}

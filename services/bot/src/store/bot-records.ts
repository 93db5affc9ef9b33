/**
 * What a bot reads about itself and says about itself: configuration, state, position, events, warm-up
 * failures.
 */
import type { Timeframe } from '@platform/core';
import type { EvaluatorState, Target } from '@platform/strategies';
import type pg from 'pg';
import type { BotRecords, StoredState } from '../app/ports';
import type { BotSettings, ConfiguredBot } from '../domain/settings';

export async function readConfiguredBot(
  database: Pick<pg.Pool, 'query'>,
  botId: string,
): Promise<ConfiguredBot | undefined> {
  const { rows } = await database.query<{
    strategy: string;
    symbol: string;
    timeframe: Timeframe;
    params: Record<string, unknown>;
    sizing_mode: 'vol_target' | 'fixed';
    sizing_value: string;
    leverage: number;
    cluster_id: string | null;
    overlays: ConfiguredBot['overlays'];
    generation: string;
  }>(
    `SELECT strategy, symbol, timeframe, params, sizing_mode, sizing_value, leverage, cluster_id, overlays, generation
     FROM trading.bot_configs WHERE id = $1`,
    [botId],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const { sizing_mode: kind, sizing_value: value, cluster_id: clusterId, ...rest } = row;
  return { ...rest, clusterId, sizing: { kind, value: Number(value) } };
}

export class DatabaseRecords implements BotRecords {
  constructor(
    private readonly pool: pg.Pool,
    private readonly settings: BotSettings,
  ) {}

  async state(): Promise<StoredState | null> {
    const { botId, generation, strategy, symbol, timeframe, plan } = this.settings;
    const { rows } = await this.pool.query<{
      bar_open_time: string;
      digest: Buffer;
      held: Target;
      evaluator: EvaluatorState;
    }>(
      `SELECT bar_open_time, digest, held, evaluator FROM trading.bot_states
       WHERE bot_id = $1 AND generation = $2 AND strategy = $3 AND symbol = $4 AND timeframe = $5 AND params = $6`,
      [botId, generation, strategy, symbol, timeframe, JSON.stringify(plan?.params ?? {})],
    );
    const row = rows[0];
    if (row === undefined) return null;
    const { bar_open_time: openTime, digest, held, evaluator } = row;
    return { barOpenTimeMs: Number(openTime), digest: digest.toString('hex'), held, evaluator };
  }

  async heldSide(): Promise<Target> {
    const { botId, network, symbol } = this.settings;
    const { rows } = await this.pool.query<{ side: number }>(
      'SELECT sign(qty)::int AS side FROM trading.positions WHERE bot_id = $1 AND network = $2 AND symbol = $3',
      [botId, network, symbol],
    );
    return (rows[0]?.side ?? 0) as Target;
  }

  /** What a shadow records must not be taken for the bot's own event. */
  async record(eventType: string, metadata: object, traceId?: string): Promise<void> {
    const { botId, shadow } = this.settings;
    await this.pool.query(
      'INSERT INTO trading.bot_events (bot_id, event_type, trace_id, metadata) VALUES ($1, $2, $3, $4)',
      [botId, shadow ? `shadow_${eventType}` : eventType, traceId ?? null, JSON.stringify(metadata)],
    );
  }

  async warmupFailures(): Promise<{ count: number; agoMs: number }> {
    const { rows } = await this.pool.query<{ count: string; ago_ms: number | null }>(
      `SELECT count(*) AS count, (extract(epoch FROM now() - max(created_at)) * 1000)::float8 AS ago_ms
       FROM trading.bot_events
       WHERE bot_id = $1 AND event_type = 'BOT_WARMUP_INCOMPLETE' AND created_at > now() - interval '10 minutes'
         AND id > coalesce((SELECT max(id) FROM trading.bot_events
           WHERE bot_id = $1 AND event_type = 'warmup_completed'), 0)`,
      [this.settings.botId],
    );
    return { count: Number(rows[0]!.count), agoMs: rows[0]!.ago_ms ?? 0 };
  }
}

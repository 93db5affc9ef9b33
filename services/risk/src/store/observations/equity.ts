/** What each bot with a live run is worth, marked to market, and what of a network is in no run. */
import type { Database as Schema } from '@platform/db';
import type { BotEquity, DrawdownObservation, NetworkCapital } from '@platform/risk-rules';
import { type Kysely, sql } from 'kysely';
import { groupBy } from '../../domain/group-by';
import { type Marks, markedEquity, type OpenPosition, positionPnl } from '../../domain/marked-equity';

interface RunRow {
  readonly bot_id: string;
  readonly run_id: string;
  readonly network: string;
  readonly initial_equity: number;
  readonly started_at_ms: number;
  readonly equity: number | null;
  readonly ts: string | null;
  readonly highest: number | null;
}

export class EquityReader {
  /** The newest equity point seen of each run: only from there on points are read. */
  private seen = new Map<string, string>();

  constructor(private readonly db: Kysely<Schema>) {}

  async read(
    positions: readonly OpenPosition[],
    marks: Marks,
  ): Promise<Pick<DrawdownObservation, 'bots' | 'networks'>> {
    const [runs, idle] = await Promise.all([this.runs(), this.idle()]);
    this.seen = new Map(runs.flatMap(({ run_id, ts }) => (ts === null ? [] : [[run_id, ts]])));
    const byBot = groupBy(positions, ({ botId }) => botId);
    const unassigned = groupBy(byBot.get(null) ?? [], ({ network }) => network);
    const networks = [...new Set([...idle.keys(), ...unassigned.keys()])];
    return {
      bots: runs.map((run) => equityOf(run, byBot.get(run.bot_id) ?? [], marks)),
      networks: networks.map(
        (network): NetworkCapital => ({
          network,
          idleUsd: idle.get(network) ?? 0,
          unassignedPnlUsd: (unassigned.get(network) ?? []).reduce(
            (sum, position) => sum + positionPnl(position, marks),
            0,
          ),
        }),
      ),
    };
  }

  /** Allocated to bots that should run and have not begun a run. */
  private async idle(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ network: string; usd: number }>`
      SELECT config.network, sum(trading.allocation_usd(config.id))::double precision AS usd
      FROM trading.bot_configs config
      WHERE config.deleted_at IS NULL AND config.desired_state <> 'stopped' AND NOT EXISTS (
        SELECT FROM trading.runs run WHERE run.bot_id = config.id AND run.kind = 'live' AND run.status = 'running')
      GROUP BY config.network`.execute(this.db);
    return new Map(rows.map(({ network, usd }) => [network, usd ?? 0]));
  }

  private async runs(): Promise<RunRow[]> {
    const { rows } = await sql<RunRow>`
      SELECT run.bot_id, run.id AS run_id, run.network, run.initial_equity::double precision AS initial_equity,
        (extract(epoch FROM coalesce(run.started_at, run.created_at)) * 1000)::double precision AS started_at_ms,
        since.ts, since.highest, (
          SELECT equity::double precision FROM trading.equity_points point WHERE point.run_id = run.id AND point.ts = since.ts
        ) AS equity
      FROM trading.runs run
      LEFT JOIN unnest(${[...this.seen.keys()]}::uuid[], ${[...this.seen.values()]}::bigint[]) AS seen (run_id, ts)
        ON seen.run_id = run.id
      LEFT JOIN LATERAL (
        SELECT max(ts) AS ts, max(equity)::double precision AS highest FROM trading.equity_points point
        WHERE point.run_id = run.id AND point.ts >= coalesce(seen.ts, 0)
      ) AS since ON true
      WHERE run.kind = 'live' AND run.status = 'running'`.execute(this.db);
    return rows;
  }
}

function equityOf(run: RunRow, positions: readonly OpenPosition[], marks: Marks): BotEquity {
  const point =
    run.equity === null
      ? { timeMs: run.started_at_ms, equityUsd: run.initial_equity }
      : { timeMs: Number(run.ts), equityUsd: run.equity };
  return {
    botId: run.bot_id,
    runId: run.run_id,
    network: run.network,
    initialEquityUsd: run.initial_equity,
    equityUsd: markedEquity(point, positions, marks),
    highestEquityUsd: run.highest ?? 0,
  };
}

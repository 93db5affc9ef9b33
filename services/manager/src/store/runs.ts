/**
 * trading.runs and what belongs to them, as the console reads it. Lists are keyset pages over an index;
 * nothing is ever skipped by count.
 */
import type {
  Certificate,
  PerformanceStats,
  Roundtrip,
  RunCoverage,
  RunDetail,
  RunLabelRequest,
  RunListQuery,
  RunSummary,
} from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { StoredPoint } from '../app/equity-page';
import type { BacktestRecords, OperatorAction } from '../app/ports';
import type { BacktestPlan } from '../domain/backtest-plan';
import { writeAudit } from './audit';

type RunRow = Selectable<Schema['trading.runs']>;
type SummaryRow = Pick<RunRow, (typeof SUMMARY_COLUMNS)[number]> & {
  readonly net_pnl: string | null;
  readonly roundtrip_count: number | null;
};
type SnapshotRow = Selectable<Schema['trading.performance_snapshots']>;

/**
 * A run has twice as many columns, and a list would spend most of its time on reading those that it does not
 * show.
 */
const SUMMARY_COLUMNS = [
  'id',
  'bot_id',
  'kind',
  'status',
  'strategy',
  'symbol',
  'timeframe',
  'params',
  'from_ts',
  'to_ts',
  'initial_equity',
  'sharpe',
  'max_drawdown_pct',
  'created_at',
  'run_name',
  'note',
  'tags',
] as const;

/** A live run stands where its newest point says; its snapshots are up to an hour old. */
const NET_PNL = sql<string | null>`trim_scale(CASE kind
  WHEN 'live' THEN (SELECT equity FROM trading.equity_points WHERE run_id = runs.id ORDER BY ts DESC LIMIT 1) - initial_equity
  ELSE (SELECT (metrics ->> 'net_pnl')::numeric FROM trading.performance_snapshots
    WHERE run_id = runs.id ORDER BY ts DESC LIMIT 1) END)`.as('net_pnl');
const ROUNDTRIPS = sql<number | null>`(SELECT roundtrip_count FROM trading.performance_snapshots
  WHERE run_id = runs.id ORDER BY ts DESC LIMIT 1)`.as('roundtrip_count');
const STANDS_AT = sql<number | null>`(SELECT ts::float8 FROM trading.equity_points
  WHERE run_id = runs.id ORDER BY ts DESC LIMIT 1)`.as('stands_at');

export type RunFilters = Omit<RunListQuery, 'cursor' | 'page_size'> & { readonly bot_id?: string };

/** Whose curve: one run, or all live runs of a bot. */
export type CurveOwner = { readonly runId: string } | { readonly botId: string };

export class RunStore implements BacktestRecords {
  constructor(private readonly db: Kysely<Schema>) {}

  async queueBacktest(runId: string, plan: BacktestPlan, requestedBy: string): Promise<void> {
    const { strategy, symbol, timeframe, params, settings, fromMs, toMs, botId } = plan;
    await this.db
      .insertInto('trading.runs')
      .values({
        id: runId,
        kind: 'backtest',
        strategy,
        symbol,
        timeframe,
        requested_by: requestedBy,
        from_ts: fromMs,
        to_ts: toMs,
        initial_equity: String(settings.initialEquity),
        bot_id: botId,
        params: JSON.stringify(params),
        costs: JSON.stringify(settings),
      })
      .execute();
  }

  async fail(runId: string, reason: string): Promise<void> {
    await this.db
      .updateTable('trading.runs')
      .set({ status: 'failed', error: reason.replaceAll('\0', ' ') || 'unknown', finished_at: sql`now()` })
      .where('id', '=', runId)
      .where('status', 'in', ['queued', 'running'])
      .execute();
  }

  /**
   * False when it is neither waiting nor running. A thread that goes on with it can no longer store anything.
   */
  cancel(operatorAction: OperatorAction, runId: string): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('trading.runs')
        .set({ status: 'failed', error: `cancelled by ${operatorAction.actor}`, finished_at: sql`now()` })
        .where('id', '=', runId)
        .where('kind', '=', 'backtest')
        .where('status', 'in', ['queued', 'running'])
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await writeAudit(trx, operatorAction, { action: 'cancel', resourceType: 'run', resourceId: runId });
      return true;
    });
  }

  /** Everything of a finished backtest; false for any other run. */
  deleteBacktest(operatorAction: OperatorAction, runId: string): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ deleted: boolean }>`
        SELECT trading.delete_backtest(${runId}) AS deleted`.execute(trx);
      if (rows[0]?.deleted !== true) return false;
      await writeAudit(trx, operatorAction, { action: 'delete', resourceType: 'run', resourceId: runId });
      return true;
    });
  }

  /** False when there is no such run. Texts of nothing but spaces take the label away. */
  label(
    operatorAction: OperatorAction,
    runId: string,
    { name, note, tags }: RunLabelRequest,
  ): Promise<boolean> {
    const text = (given: string | null) => given?.replaceAll('\0', ' ').trim() || null;
    const columns = {
      ...(name === undefined ? {} : { run_name: text(name) }),
      ...(note === undefined ? {} : { note: text(note) }),
      ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
    };
    return this.db.transaction().execute(async (trx) => {
      const run = trx.selectFrom('trading.runs').select(['run_name', 'note', 'tags']).where('id', '=', runId);
      const before = await run.forUpdate().executeTakeFirst();
      if (before === undefined) return false;
      if (Object.keys(columns).length === 0) return true;
      await trx.updateTable('trading.runs').set(columns).where('id', '=', runId).execute();
      const entry = { action: 'label', resourceType: 'run', resourceId: runId } as const;
      await writeAudit(trx, operatorAction, { ...entry, before, after: { ...before, ...columns } });
      return true;
    });
  }

  /** Backtests live in the manager's memory: those of a manager that is gone will never end. */
  async failAbandoned(): Promise<void> {
    await this.db
      .updateTable('trading.runs')
      .set({ status: 'failed', error: 'the manager was restarted', finished_at: sql`now()` })
      .where('kind', '=', 'backtest')
      .where('status', 'in', ['queued', 'running'])
      .execute();
  }

  async list(filters: RunFilters, after: readonly string[] | null, limit: number): Promise<RunSummary[]> {
    const { kind, status, strategy, symbol, timeframe, resolution, bot_id, tag } = filters;
    let query = this.db.selectFrom('trading.runs').select([...SUMMARY_COLUMNS, NET_PNL, ROUNDTRIPS]);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (status !== undefined) query = query.where('status', '=', status);
    if (strategy !== undefined) query = query.where('strategy', '=', strategy);
    if (symbol !== undefined) query = query.where('symbol', '=', symbol);
    if (timeframe !== undefined) query = query.where('timeframe', '=', timeframe);
    // The points of a run are as far apart as its bars.
    if (resolution !== undefined) query = query.where('timeframe', '=', resolution);
    if (bot_id !== undefined) query = query.where('bot_id', '=', bot_id);
    if (tag !== undefined) query = query.where(sql<boolean>`tags @> ARRAY[${tag}]`);
    if (after !== null) {
      query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(toSummary);
  }

  async detail(runId: string): Promise<RunDetail | undefined> {
    const run = await this.db
      .selectFrom('trading.runs')
      .selectAll()
      .select([NET_PNL, ROUNDTRIPS, STANDS_AT])
      .where('id', '=', runId)
      .executeTakeFirst();
    if (run === undefined) return undefined;
    const snapshot = await this.db
      .selectFrom('trading.performance_snapshots')
      .selectAll()
      .where('run_id', '=', runId)
      .orderBy('ts', 'desc')
      .limit(1)
      .executeTakeFirst();
    const standing = run.kind === 'live' ? standingOf(run) : null;
    return {
      ...toSummary(run),
      performance: snapshot === undefined ? null : { ...toStats(snapshot), ...standing?.performance },
      certificate: toCertificate(run),
      coverage: run.coverage as unknown as RunCoverage | null,
      metrics: { ...(snapshot?.metrics as RunDetail['metrics'] | undefined), ...standing?.metrics },
      asOf: run.stands_at,
      figuresAsOf: snapshot === undefined ? null : Number(snapshot.ts),
      costs: run.costs as RunDetail['costs'],
      initialEquityUsd: run.initial_equity,
      barCount: run.bar_count,
      progress: run.progress,
      warnings: ((snapshot?.metrics ?? {}) as { warnings?: string[] }).warnings ?? [],
      error: run.error,
      startedAt: run.started_at?.toISOString() ?? null,
      finishedAt: run.finished_at?.toISOString() ?? null,
    };
  }

  async exists(runId: string): Promise<boolean> {
    const query = this.db.selectFrom('trading.runs').select('id').where('id', '=', runId);
    return (await query.executeTakeFirst()) !== undefined;
  }

  async roundtrips(runId: string, afterSeq: number, limit: number): Promise<Roundtrip[]> {
    const rows = await this.db
      .selectFrom('trading.roundtrips')
      .selectAll()
      .where('run_id', '=', runId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      seq: row.seq,
      side: row.side,
      entryTs: Number(row.entry_ts),
      exitTs: Number(row.exit_ts),
      durationMs: Number(row.exit_ts) - Number(row.entry_ts),
      qty: row.qty,
      entryPrice: row.entry_price,
      exitPrice: row.exit_price,
      pnlUsd: row.pnl,
      feesUsd: row.fees,
      slippageUsd: row.slippage,
      fundingUsd: row.funding,
      exitReason: row.exit_reason,
      maePct: row.mae_pct,
      mfePct: row.mfe_pct,
    }));
  }

  /** Points from `fromMs` on, in order of time. */
  async points(owner: CurveOwner, fromMs: number, limit: number): Promise<StoredPoint[]> {
    const points = this.db.selectFrom('trading.equity_points').select(['ts', 'equity', 'drawdown_pct']);
    const owned =
      'runId' in owner
        ? points.where('run_id', '=', owner.runId)
        : points.where('run_id', 'in', (eb) =>
            eb
              .selectFrom('trading.runs')
              .select('id')
              .where('bot_id', '=', owner.botId)
              .where('kind', '=', 'live'),
          );
    const rows = await owned.where('ts', '>=', String(fromMs)).orderBy('ts').limit(limit).execute();
    return rows.map((row) => ({
      ts: Number(row.ts),
      equity: Number(row.equity),
      equityUsd: row.equity,
      drawdownPct: row.drawdown_pct,
    }));
  }

  async hasBars({ symbol, timeframe, fromMs, toMs }: BacktestPlan): Promise<boolean> {
    const query = this.db
      .selectFrom('market.klines')
      .select('open_time')
      .where('market', '=', 'perp')
      .where('symbol', '=', symbol)
      .where('timeframe', '=', timeframe)
      .where('open_time', '>=', String(fromMs))
      .where('open_time', '<', String(toMs));
    return (await query.limit(1).executeTakeFirst()) !== undefined;
  }
}

/** What a live run's newest point changes in the figures of its last snapshot. */
function standingOf(run: Pick<SummaryRow, 'net_pnl' | 'initial_equity' | 'max_drawdown_pct'>) {
  if (run.net_pnl === null) return null;
  const { max_drawdown_pct: maxDrawdownPct } = run;
  return {
    performance: { netPnlUsd: run.net_pnl, maxDrawdownPct },
    metrics: { totalReturn: Number(run.net_pnl) / Number(run.initial_equity), maxDrawdownPct },
  };
}

/** Field by field: spreads would take ten times as long, and lists do this for every row. */
function toSummary(row: SummaryRow): RunSummary {
  return {
    run_id: row.id,
    runId: row.id,
    id: row.id,
    botId: row.bot_id,
    kind: row.kind,
    status: row.status,
    strategy: row.strategy,
    symbol: row.symbol,
    timeframe: row.timeframe,
    params: row.params as RunSummary['params'],
    fromTs: row.from_ts === null ? null : Number(row.from_ts),
    toTs: row.to_ts === null ? null : Number(row.to_ts),
    sharpe: row.sharpe,
    maxDrawdownPct: row.max_drawdown_pct,
    netPnlUsd: row.net_pnl,
    returnPct: row.net_pnl === null ? null : (100 * Number(row.net_pnl)) / Number(row.initial_equity),
    roundtripCount: row.roundtrip_count,
    name: row.run_name,
    note: row.note,
    tags: row.tags,
    createdAt: row.created_at.toISOString(),
  };
}

function toStats(row: SnapshotRow): PerformanceStats {
  const { net_pnl: netPnl = null } = row.metrics as { net_pnl?: number | null };
  return {
    sharpe: row.sharpe,
    maxDrawdownPct: row.max_drawdown_pct,
    cagrPct: row.cagr_pct,
    winRatePct: row.win_rate_pct,
    netPnlUsd: (netPnl ?? 0).toFixed(8),
    feesUsd: row.fees,
    fundingUsd: row.funding,
    slippageUsd: row.slippage,
    roundtripCount: row.roundtrip_count,
  };
}

function toCertificate(row: RunRow): Certificate | null {
  const { code_version, code_digest, data_digest, params_digest, costs_digest, decisions_digest } = row;
  if (code_version === null || code_digest === null || data_digest === null) return null;
  if (params_digest === null || costs_digest === null || decisions_digest === null) return null;
  return {
    codeVersion: code_version,
    codeDigest: code_digest,
    dataDigest: data_digest,
    paramsDigest: params_digest,
    costsDigest: costs_digest,
    decisionsDigest: decisions_digest,
    coverageDigest: row.coverage_digest,
  };
}

/**
 * trading.experiments and the chunks of their trials. A chunk that comes twice is stored and counted once.
 */
import {
  type ExperimentDetail,
  type ExperimentListQuery,
  type ExperimentResult,
  type ExperimentSummary,
  type ExperimentTrial,
  MAX_TRIAL_COLUMNS,
  type TrialColumns,
  type TrialFigures,
  type TriedSets,
  type TriedSetsRequest,
} from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { FIGURES, paramsAt } from '@platform/research';
import type { CommonParams } from '@platform/strategies';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ExperimentRecords, NewExperiment, OperatorAction, RunningExperiment } from '../app/ports';
import type { StrategyDesk } from '../app/strategy-desk';
import type { ResultHeader } from '../app/trial-messages';
import { axesOf, type ExperimentPlan, settingsOf } from '../domain/experiment-plan';
import { hasFailed, pathFigures, shownFigures } from '../domain/experiment-result';
import { writeAudit } from './audit';
import { type NumberedRow, rowsOf } from './trial-rows';

type ExperimentRow = Selectable<Schema['trading.experiments']>;

/** What holds it up is known to those who move it, not to its record. */
export type RecordedExperiment = Omit<ExperimentDetail, 'waitsFor'>;

export class ExperimentStore implements ExperimentRecords {
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly strategies: StrategyDesk,
  ) {}

  create(operatorAction: OperatorAction, experiment: NewExperiment): Promise<void> {
    const { id, plan, planDigest, dataDigest, codeDigest, trialCount, chunkSize, rowLength } = experiment;
    return this.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('trading.experiments')
        .values({
          id,
          kind: plan.kind,
          strategy: plan.strategy,
          plan: JSON.stringify(plan),
          plan_digest: planDigest,
          data_digest: dataDigest,
          code_digest: codeDigest,
          trial_count: trialCount,
          chunk_size: chunkSize,
          row_length: rowLength,
          requested_by: operatorAction.actor,
        })
        .execute();
      await writeAudit(trx, operatorAction, {
        action: 'create',
        resourceType: 'experiment',
        resourceId: id,
        after: plan,
      });
    });
  }

  async running(): Promise<readonly RunningExperiment[]> {
    const rows = await this.db
      .selectFrom('trading.experiments')
      .selectAll()
      .where('status', '=', 'running')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      plan: planOf(row),
      planDigest: row.plan_digest,
      dataDigest: row.data_digest,
      codeDigest: row.code_digest,
      trialCount: row.trial_count,
      chunkSize: row.chunk_size,
      rowLength: row.row_length,
      doneCount: row.done_count,
    }));
  }

  async missingChunks(
    { id, trialCount, chunkSize }: RunningExperiment,
    atMost: number,
  ): Promise<readonly number[]> {
    const last = Math.ceil(trialCount / chunkSize) - 1;
    const { rows } = await sql<{ chunk: number }>`
      SELECT chunk FROM generate_series(0, ${last}::int) AS chunk
      WHERE NOT EXISTS (SELECT FROM trading.experiment_chunks stored
        WHERE stored.experiment_id = ${id} AND stored.chunk = chunk.chunk)
      ORDER BY chunk LIMIT ${atMost}`.execute(this.db);
    return rows.map(({ chunk }) => chunk);
  }

  async finish(
    id: string,
    outcome: { readonly result: ExperimentResult; readonly digest: string } | { readonly error: string },
  ): Promise<boolean> {
    const columns =
      'error' in outcome
        ? { status: 'failed' as const, error: outcome.error.replaceAll('\0', ' ') || 'unknown' }
        : {
            status: 'completed' as const,
            result: JSON.stringify(outcome.result),
            result_digest: outcome.digest,
          };
    const { numUpdatedRows } = await this.db
      .updateTable('trading.experiments')
      .set({ ...columns, finished_at: sql`now()` })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  move(operatorAction: OperatorAction, id: string, action: 'cancel' | 'resume'): Promise<boolean> {
    const isCancel = action === 'cancel';
    return this.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('trading.experiments')
        .set(
          isCancel
            ? { status: 'cancelled', finished_at: sql`now()` }
            : { status: 'running', error: null, finished_at: null },
        )
        .where('id', '=', id)
        .where('status', 'in', isCancel ? ['running'] : ['cancelled', 'failed'])
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await writeAudit(trx, operatorAction, { action, resourceType: 'experiment', resourceId: id });
      return true;
    });
  }

  /** Why a result was not taken; null when it is stored, now or before. */
  storeChunk(
    { experimentId, codeDigest, chunk, worker, faults }: ResultHeader,
    rows: Float64Array,
  ): Promise<string | null> {
    return this.db.transaction().execute(async (trx) => {
      const experiment = await trx
        .selectFrom('trading.experiments')
        .select(['trial_count', 'chunk_size', 'row_length', 'code_digest'])
        .where('id', '=', experimentId)
        .executeTakeFirst();
      if (experiment === undefined) return 'there is no such experiment';
      if (experiment.code_digest !== codeDigest) return 'its worker runs other code';
      const count = Math.min(experiment.chunk_size, experiment.trial_count - chunk * experiment.chunk_size);
      if (!(count > 0 && rows.length === count * (experiment.row_length + 1)))
        return 'it is not the chunk that was handed out';
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('trading.experiment_chunks')
        .values({
          experiment_id: experimentId,
          chunk,
          worker: worker.slice(0, 200),
          faults: JSON.stringify(faults),
          rows: Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) return null;
      await trx
        .updateTable('trading.experiments')
        .set({
          done_count: sql`done_count + ${count}::int`,
          failed_count: sql`failed_count + ${Object.keys(faults).length}::int`,
        })
        .where('id', '=', experimentId)
        .execute();
      return null;
    });
  }

  /** Those that are there already change nothing. */
  addTriedSets(
    operatorAction: OperatorAction,
    { strategy, symbol, timeframe, digests }: TriedSetsRequest,
  ): Promise<TriedSets> {
    return this.db.transaction().execute(async (trx) => {
      const { numAffectedRows } = await sql`
        INSERT INTO trading.tried_sets (strategy, symbol, timeframe, params_digest)
        SELECT ${strategy}, ${symbol}, ${timeframe}::market.timeframe, decode(digest, 'hex')
        FROM unnest(${digests}::text[]) AS digest ON CONFLICT DO NOTHING`.execute(trx);
      const { rows } = await sql<{ ever: number }>`
        SELECT count(*)::int AS ever FROM trading.tried_sets
        WHERE strategy = ${strategy} AND symbol = ${symbol} AND timeframe = ${timeframe}::market.timeframe`.execute(
        trx,
      );
      const result = { added: Number(numAffectedRows ?? 0n), ever: rows[0]!.ever };
      if (result.added > 0) {
        await writeAudit(trx, operatorAction, {
          action: 'count',
          resourceType: 'experiment',
          resourceId: `${strategy} ${symbol} ${timeframe}`,
          after: result,
        });
      }
      return result;
    });
  }

  async list(
    { kind, status, strategy }: ExperimentListQuery,
    after: readonly string[] | null,
    limit: number,
  ): Promise<ExperimentSummary[]> {
    let query = this.db.selectFrom('trading.experiments').selectAll();
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (status !== undefined) query = query.where('status', '=', status);
    if (strategy !== undefined) query = query.where('strategy', '=', strategy);
    if (after !== null) {
      query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(toSummary);
  }

  async detail(id: string): Promise<RecordedExperiment | undefined> {
    const row = await this.row(id);
    if (row === undefined) return undefined;
    const plan = planOf(row);
    return {
      ...toSummary(row),
      objective: plan.objective,
      axes: axesOf(plan).map(({ name, values }) => ({ name, values: [...values] })),
      params: { ...plan.params },
      costs: Object.fromEntries(plan.symbols.map((symbol) => [symbol, { ...settingsOf(plan, symbol) }])),
      planDigest: row.plan_digest,
      dataDigest: row.data_digest,
      codeDigest: row.code_digest,
      resultDigest: row.result_digest,
      result: row.result as ExperimentResult | null,
    };
  }

  /** Trials from number `first` on; undefined where there is no such experiment. */
  async trials(id: string, first: number, limit: number): Promise<ExperimentTrial[] | undefined> {
    const experiment = await this.row(id);
    if (experiment === undefined) return undefined;
    const { chunk_size: size, row_length: rowLength } = experiment;
    const plan = planOf(experiment);
    const describe = describer(plan, plan.kind === 'ablation' ? await this.variants(plan) : undefined);
    const found: ExperimentTrial[] = [];
    for (let from = Math.floor(first / size); found.length < limit; ) {
      const stored = await this.db
        .selectFrom('trading.experiment_chunks')
        .select(['chunk', 'rows', 'faults'])
        .where('experiment_id', '=', id)
        .where('chunk', '>=', from)
        .orderBy('chunk')
        .limit(8)
        .execute();
      for (const { chunk, rows, faults } of stored) {
        rowsOf(rows, rowLength).forEach((numbered, k) => {
          const trial = chunk * size + k;
          if (trial < first || found.length === limit) return;
          const fault = (faults as Record<string, string>)[trial] ?? null;
          found.push({ trial, ...describe(numbered), fault });
        });
      }
      if (stored.length < 8) break;
      from = stored.at(-1)!.chunk + 1;
    }
    return found;
  }

  /** Of a grid; a kind without one has no columns. */
  async columns(id: string): Promise<TrialColumns | undefined> {
    const experiment = await this.row(id);
    if (experiment === undefined) return undefined;
    const plan = planOf(experiment);
    const axes = axesOf(plan).map(({ name, values }) => ({ name, values: [...values] }));
    const figures = Object.fromEntries(
      FIGURES.map((figure) => [figure, [] as (number | null)[]]),
    ) as TrialColumns['figures'];
    const combinations: number[] = [];
    if (axes.length === 0) return { axes, combinations, figures };
    const chunks = Math.ceil(MAX_TRIAL_COLUMNS / experiment.chunk_size);
    const stored = await this.db
      .selectFrom('trading.experiment_chunks')
      .select('rows')
      .where('experiment_id', '=', id)
      .where('chunk', '<', chunks)
      .orderBy('chunk')
      .execute();
    for (const { rows } of stored) {
      for (const { index, row } of rowsOf(rows, experiment.row_length)) {
        if (hasFailed(row)) continue;
        combinations.push(index);
        FIGURES.forEach((figure, k) => {
          figures[figure].push(rounded(row[k]!));
        });
      }
    }
    return { axes, combinations, figures };
  }

  /** Undefined where the strategy does not say any more. */
  private async variants(plan: ExperimentPlan): Promise<readonly CommonParams[] | undefined> {
    return this.strategies.ask(plan.strategy, 'variantsOf', plan).catch(() => undefined);
  }

  private row(id: string): Promise<ExperimentRow | undefined> {
    return this.db.selectFrom('trading.experiments').selectAll().where('id', '=', id).executeTakeFirst();
  }
}

function rounded(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(6)) : null;
}

function planOf({ plan }: Pick<ExperimentRow, 'plan'>): ExperimentPlan {
  return plan as unknown as ExperimentPlan;
}

function toSummary(row: ExperimentRow): ExperimentSummary {
  const { symbols, timeframe, fromMs, toMs } = planOf(row);
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    strategy: row.strategy,
    timeframe,
    symbols: [...symbols],
    fromTs: fromMs,
    toTs: toMs,
    trialCount: row.trial_count,
    doneCount: row.done_count,
    failedCount: row.failed_count,
    error: row.error,
    requestedBy: row.requested_by,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** What a stored row is called, and what it was tried with. */
function describer(
  plan: ExperimentPlan,
  variants: readonly CommonParams[] | undefined,
): (numbered: NumberedRow) => Omit<ExperimentTrial, 'trial' | 'fault'> {
  const figures = (row: Float64Array, shown: (row: Float64Array) => TrialFigures) =>
    hasFailed(row) ? null : shown(row);
  if (plan.grid !== '') {
    const axes = axesOf(plan);
    return ({ index, row }) => {
      const params = paramsAt(axes, index);
      const name = axes.map((axis) => `${axis.name}=${params[axis.name]}`).join(' ');
      return { name, params, figures: figures(row, shownFigures) };
    };
  }
  const params = { ...plan.params };
  if (plan.monteCarlo !== null) {
    const { methods, paths } = plan.monteCarlo;
    return ({ index, row }) => {
      const name = `${methods[Math.floor(index / paths)]} ${index % paths}`;
      return { name, params, figures: figures(row, pathFigures) };
    };
  }
  if (plan.kind === 'multi_asset') {
    return ({ index, row }) => ({ name: plan.symbols[index]!, params, figures: figures(row, shownFigures) });
  }
  return ({ index, row }) => ({
    name: index === 0 ? 'whole' : `variant ${index}`,
    params: { ...(index === 0 ? params : variants?.[index]) },
    figures: figures(row, shownFigures),
  });
}

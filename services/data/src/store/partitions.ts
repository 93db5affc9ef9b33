/**
 * Keeps the months of the klines table: made ahead of time, and their minutes detached when the operator
 * wants none that old. Detaching copies the higher bars of a month and may take minutes, so it happens in the
 * background, one month per transaction; a month that fails stays as it was and is tried again.
 */
import { DAY_MS } from '@platform/core';
import type { Task, Tasks, Time } from '@platform/service-kit';
import type pg from 'pg';

const AHEAD_MS = 92 * DAY_MS;
const EVERY_MS = 6 * 60 * 60_000;
const MONTH_TIMEOUT_MS = 10 * 60_000;
/** Years of months, one after the other. */
const DEAD_AFTER_MS = DAY_MS;
/** Everybody else waits behind us while we wait for the table. */
const LOCK_TIMEOUT_MS = 3_000;
/** Room for the others between two months. */
const PAUSE_MS = 1_000;

export interface PartitionsParts {
  readonly pool: pg.Pool;
  readonly retentionDays: number | undefined;
  readonly tasks: Tasks;
  readonly time: Time;
  onFailed(error: unknown): void;
}

export class Partitions {
  private readonly preparing: Task;
  private readonly detaching: Task;
  private client: pg.PoolClient | undefined;

  constructor(private readonly parts: PartitionsParts) {
    const onFault = (error: unknown) => parts.onFailed(error);
    this.preparing = parts.tasks.open({
      name: 'months ahead',
      everyMs: EVERY_MS,
      run: () => this.prepare(),
      onFault,
    });
    this.detaching = parts.tasks.open({
      name: 'old minutes',
      everyMs: EVERY_MS,
      deadAfterMs: DEAD_AFTER_MS,
      run: (signal) => this.detachAll(signal),
      onFault,
    });
  }

  /** The months that live ingest needs are there when it resolves. */
  async start(): Promise<void> {
    await this.prepare();
    this.preparing.start();
    this.detaching.start();
  }

  async close(): Promise<void> {
    const closing = Promise.all([this.preparing.close(), this.detaching.close()]);
    // Cuts the connection: the month in work stays as it was.
    await this.client?.end().catch(() => undefined);
    await closing;
  }

  private async prepare(): Promise<void> {
    const nowMs = this.parts.time.nowMs();
    await this.parts.pool.query('SELECT market.ensure_kline_partitions($1, $2)', [nowMs, nowMs + AHEAD_MS]);
  }

  private async detachAll(signal: AbortSignal): Promise<void> {
    const { retentionDays, time } = this.parts;
    if (retentionDays === undefined) return;
    const beforeMs = time.nowMs() - retentionDays * DAY_MS;
    try {
      while (!signal.aborted && (await this.detachOne(beforeMs))) await time.wait(PAUSE_MS, signal);
    } catch (error) {
      // Closing cuts the connection.
      if (!signal.aborted) throw error;
    }
  }

  /** False when no month is left to detach. */
  private async detachOne(beforeMs: number): Promise<boolean> {
    const client = await this.parts.pool.connect();
    this.client = client;
    try {
      await client.query('BEGIN');
      await client.query(`SET LOCAL statement_timeout = ${MONTH_TIMEOUT_MS}`);
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const { rows } = await client.query<{ months: number }>({
        text: 'SELECT market.detach_kline_minutes($1) AS months',
        values: [beforeMs],
        query_timeout: MONTH_TIMEOUT_MS + 2_000,
      } as pg.QueryConfig);
      await client.query('COMMIT');
      client.release();
      return rows[0]!.months > 0;
    } catch (error) {
      client.release(true);
      throw error;
    } finally {
      this.client = undefined;
    }
  }
}

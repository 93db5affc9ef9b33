/**
 * Keeps the months of the klines table: made ahead of time, and their minutes detached when the operator wants none that old. Detaching
 * copies the higher bars of a month and may take minutes, so it happens in the background, one month per transaction; a month that
 * fails stays as it was and is tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@platform/core';
import type pg from 'pg';

const AHEAD_MS = 92 * DAY_MS;
const EVERY_MS = 6 * 60 * 60_000;
const MONTH_TIMEOUT_MS = 10 * 60_000;
/** Everybody else waits behind us while we wait for the table. */
const LOCK_TIMEOUT_MS = 3_000;
/** Room for the others between two months. */
const PAUSE_MS = 1_000;

export class Partitions {
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #detaching: Promise<void> | undefined;
  #client: pg.PoolClient | undefined;

  constructor(
    private readonly pool: pg.Pool,
    private readonly retentionDays: number | undefined,
    private readonly onFailed: (error: unknown) => void,
  ) {}

  /** The months that live ingest needs are there when it resolves. */
  async start(): Promise<void> {
    await this.#prepare();
    this.#detach();
    this.#timer = setInterval(() => {
      this.#prepare().catch(this.onFailed);
      this.#detach();
    }, EVERY_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    // Cuts the connection: the month in work stays as it was.
    await this.#client?.end().catch(() => undefined);
    await this.#detaching;
  }

  async #prepare(): Promise<void> {
    const nowMs = Date.now();
    await this.pool.query('SELECT market.ensure_kline_partitions($1, $2)', [nowMs, nowMs + AHEAD_MS]);
  }

  #detach(): void {
    if (this.retentionDays === undefined || this.#detaching !== undefined) return;
    const beforeMs = Date.now() - this.retentionDays * DAY_MS;
    this.#detaching = this.#detachAll(beforeMs)
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.onFailed(error);
      })
      .finally(() => {
        this.#detaching = undefined;
      });
  }

  async #detachAll(beforeMs: number): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && (await this.#detachOne(beforeMs))) await sleep(PAUSE_MS, undefined, { signal });
  }

  /** False when no month is left to detach. */
  async #detachOne(beforeMs: number): Promise<boolean> {
    const client = await this.pool.connect();
    this.#client = client;
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
      this.#client = undefined;
    }
  }
}

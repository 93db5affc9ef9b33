/** The parity ledger of one bot and generation, as an audit reads it. */
import type { EvaluatorState, Target } from '@platform/strategies';
import type pg from 'pg';
import type { AuditRecord, ChainStart, Ledger } from '../app/ports';
import { type Divergence, type LedgerRow, storedSignal } from '../domain/audit';
import { genesisHeld } from '../domain/ledger';

/**
 * A chain may begin again after a long pause; the newest candidates are tried until one proves to be a
 * beginning.
 */
const CANDIDATES = 64;

/** What a generation was handed over with. */
interface Origin {
  readonly digest: string;
  readonly held: Target;
  readonly evaluator: EvaluatorState;
}

export class DatabaseLedger implements Ledger {
  constructor(
    private readonly db: pg.Pool | pg.ClientBase,
    private readonly botId: string,
    private readonly generation: string,
  ) {}

  async chainStart(): Promise<ChainStart | undefined> {
    const { rows } = await this.query<{
      bar_open_time: string;
      previous_digest: Buffer;
      origin: Origin | null;
      params: unknown;
    }>(CHAIN_STARTS, [CANDIDATES]);
    for (const row of rows) {
      const [openTimeMs, previousDigest] = [Number(row.bar_open_time), row.previous_digest.toString('hex')];
      const held = genesisHeld(openTimeMs, previousDigest);
      if (held !== undefined) return { openTimeMs, previousDigest, held, evaluator: null, params: null };
      if (row.origin?.digest !== previousDigest) continue;
      const { held: heldThen, evaluator } = row.origin;
      return { openTimeMs, previousDigest, held: heldThen, evaluator, params: row.params };
    }
    return undefined;
  }

  async lastOpenTimeMs(): Promise<number | undefined> {
    const { rows } = await this.query<{ last: string | null }>(
      'SELECT max(bar_open_time) AS last FROM trading.bar_decisions WHERE bot_id = $1 AND generation = $2',
      [],
    );
    const last = rows[0]?.last ?? null;
    return last === null ? undefined : Number(last);
  }

  async rows(fromMs: number, limit: number): Promise<readonly LedgerRow[]> {
    const { rows } = await this.query<{
      bar_open_time: string;
      bar_digest: Buffer;
      bar: number[] | null;
      signal: unknown;
      previous_digest: Buffer;
      digest: Buffer;
    }>(ROWS, [fromMs, limit]);
    return rows.map((row) => ({
      openTimeMs: Number(row.bar_open_time),
      barDigest: row.bar_digest.toString('hex'),
      bar: row.bar,
      signal: storedSignal(row.signal),
      previousDigest: row.previous_digest.toString('hex'),
      digest: row.digest.toString('hex'),
    }));
  }

  async acknowledged(): Promise<readonly Divergence[]> {
    const { rows } = await this.query<{ first_divergence: Divergence }>(ACKNOWLEDGED, []);
    return rows.map((row) => row.first_divergence);
  }

  async recordAudit({ fromMs, toMs, barCount, divergence }: AuditRecord): Promise<boolean> {
    const { rowCount } = await this.query(RECORD_AUDIT, [
      fromMs,
      toMs,
      barCount,
      divergence === null ? 'match' : 'divergence',
      divergence === null ? null : JSON.stringify(divergence),
    ]);
    return rowCount === 1;
  }

  private query<R extends pg.QueryResultRow>(
    sql: string,
    rest: readonly unknown[],
  ): Promise<pg.QueryResult<R>> {
    return (this.db as pg.Pool).query<R>(sql, [this.botId, this.generation, ...rest]);
  }
}

// The first row of a chain has no row whose digest it continues.
const CHAIN_STARTS = `
  SELECT row.bar_open_time, previous_digest, origin, params FROM (
    SELECT bar_open_time, previous_digest, lag(digest) OVER (ORDER BY bar_open_time) AS before
    FROM trading.bar_decisions WHERE bot_id = $1 AND generation = $2) AS row
  LEFT JOIN trading.bot_states ON bot_id = $1 AND generation = $2
  WHERE before IS DISTINCT FROM previous_digest ORDER BY row.bar_open_time DESC LIMIT $3`;

const ROWS = `
  SELECT bar_open_time, bar_digest, bar, signal, previous_digest, digest FROM trading.bar_decisions
  WHERE bot_id = $1 AND generation = $2 AND bar_open_time >= $3 ORDER BY bar_open_time LIMIT $4`;

const ACKNOWLEDGED = `
  SELECT first_divergence FROM trading.parity_audits
  WHERE bot_id = $1 AND generation = $2 AND result = 'divergence' AND acknowledged_at IS NOT NULL`;

// One divergence is one row, however often it is found.
const RECORD_AUDIT = `
  INSERT INTO trading.parity_audits (bot_id, generation, from_open_time, to_open_time, bar_count, result, first_divergence)
  SELECT $1, $2, $3, $4, $5, $6::trading.parity_result, $7
  WHERE NOT EXISTS (SELECT FROM trading.parity_audits WHERE bot_id = $1 AND generation = $2
    AND first_divergence = $7::jsonb)`;

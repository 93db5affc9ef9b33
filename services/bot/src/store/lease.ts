/**
 * The lease of a (symbol, strategy) pair: an advisory lock on a connection of its own and a row with a fence.
 * A process that gets the lock raises the fence at once; a holder that stopped renewing loses its connection
 * to the next one. Time is the database's.
 */
import { createHash } from 'node:crypto';
import { leaseKey, leaseKeyMaterial, shadowLeaseKey } from '@platform/contracts';
import type { Secret } from '@platform/service-kit';
import pg from 'pg';
import { LEASE_TTL_MS } from '../app/lease-keeper';
import type { HeldLease, Lease } from '../app/ports';

/**
 * The database ends a statement before the bot gives the connection up: one that answers late keeps its
 * session, and so the lock.
 */
const STATEMENT_TIMEOUT_MS = 3_000;
/** Short enough that the renewal after one without an answer still comes before the lease runs out. */
const ANSWER_TIMEOUT_MS = 4_000;

export interface LeaseIdentity {
  readonly botId: string;
  readonly holderId: string;
  readonly symbol: string;
  readonly strategy: string;
  readonly shadow: boolean;
  /** The fence of a lease that this holder was given by a swap. */
  readonly adopted?: string;
}

export class DatabaseLease implements Lease {
  private readonly key: string;
  private client: pg.Client | undefined;
  private fence: string | undefined;
  /** Whether this very connection has the lock. */
  private isLocked = false;

  constructor(
    private readonly databaseUrl: Secret,
    private readonly identity: LeaseIdentity,
  ) {
    const { symbol, strategy, shadow } = identity;
    const digest = createHash('sha256').update(leaseKeyMaterial(symbol, strategy)).digest();
    const key = leaseKey(digest);
    this.key = (shadow ? shadowLeaseKey(key) : key).toString();
  }

  async tryAcquire(): Promise<string | null> {
    const { adopted } = this.identity;
    if (adopted !== undefined && this.fence === undefined) {
      this.fence = adopted;
      if ((await this.renew()) === 'held') return adopted;
    }
    if (!(await this.lock())) {
      await this.query(EVICT_EXPIRED, [this.key]);
      return null;
    }
    const { symbol, strategy, shadow, botId, holderId } = this.identity;
    const { rows } = await this.query<{ fence: string }>(TAKE, [
      symbol,
      strategy,
      shadow,
      this.key,
      botId,
      holderId,
      LEASE_TTL_MS,
    ]);
    this.fence = rows[0]!.fence;
    return this.fence;
  }

  async renew(): Promise<'held' | 'lost'> {
    // After a reconnect the lock went with the old connection, and after a swap the former holder may still
    // have it; the row alone says whose lease it is.
    if (!this.isLocked) await this.lock();
    const { symbol, strategy, shadow, holderId } = this.identity;
    const { rowCount } = await this.query(RENEW_LEASE, [
      symbol,
      strategy,
      shadow,
      holderId,
      this.fence,
      LEASE_TTL_MS,
    ]);
    return rowCount === 1 ? 'held' : 'lost';
  }

  /** By its name where it has one that may be read, else by its id. */
  async describeHolder(): Promise<string> {
    const { symbol, strategy, shadow } = this.identity;
    const { rows } = await this.query<{ holder: string }>(HOLDER, [symbol, strategy, shadow]);
    return `symbol ${symbol} and strategy ${strategy} are held by ${rows[0]?.holder ?? 'another bot'}`;
  }

  /** The next holder need not wait; failing to say so only makes it wait. */
  async release(): Promise<void> {
    const client = this.client;
    if (client === undefined) return;
    this.client = undefined;
    const { symbol, strategy, shadow, holderId } = this.identity;
    await client
      .query(RELEASE, [symbol, strategy, shadow, holderId, this.fence ?? '0'])
      .catch(() => undefined);
    await client.end();
  }

  private async lock(): Promise<boolean> {
    const { rows } = await this.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      this.key,
    ]);
    this.isLocked = rows[0]!.locked;
    return this.isLocked;
  }

  /** A connection that gives no answer is cut, so that the next statement does not wait behind this one. */
  private async query<R extends pg.QueryResultRow>(
    sql: string,
    values: readonly unknown[],
  ): Promise<pg.QueryResult<R>> {
    const client = await this.connection();
    try {
      return await client.query<R>(sql, [...values]);
    } catch (error) {
      // A refusal is an answer: ending its session would let go of the lock.
      if (!(error instanceof pg.DatabaseError)) this.cut(client);
      throw error;
    }
  }

  private cut(client: pg.Client): void {
    this.forget(client);
    void client.end();
  }

  private forget(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.isLocked = false;
  }

  private async connection(): Promise<pg.Client> {
    if (this.client !== undefined) return this.client;
    const client = new pg.Client({
      connectionString: this.databaseUrl.reveal(),
      application_name: 'bot-lease',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    });
    const forget = () => this.forget(client);
    client.on('error', forget);
    client.on('end', forget);
    await client.connect();
    this.client = client;
    return client;
  }
}

/**
 * Parameters: symbol, strategy, shadow, holder, fence, time to live in ms. No row back means the lease is
 * somebody else's.
 */
export const RENEW_LEASE = `
  UPDATE trading.bot_leases SET renewed_at = clock_timestamp(),
    expires_at = clock_timestamp() + make_interval(secs => $6 / 1000.0)
  WHERE symbol = $1 AND strategy = $2 AND shadow = $3 AND holder_id = $4 AND fence = $5 AND released_at IS NULL`;

export function leaseParameters(
  { symbol, strategy, shadow }: Pick<LeaseIdentity, 'symbol' | 'strategy' | 'shadow'>,
  { holderId, fence }: HeldLease,
): readonly unknown[] {
  return [symbol, strategy, shadow, holderId, fence, LEASE_TTL_MS];
}

const TAKE = `
  INSERT INTO trading.bot_leases (symbol, strategy, shadow, lease_key, fence, bot_id, holder_id, expires_at)
  VALUES ($1, $2, $3, $4, 1, $5, $6, clock_timestamp() + make_interval(secs => $7 / 1000.0))
  ON CONFLICT (symbol, strategy, shadow) DO UPDATE SET fence = bot_leases.fence + 1, bot_id = excluded.bot_id,
    holder_id = excluded.holder_id, acquired_at = now(), renewed_at = clock_timestamp(),
    expires_at = excluded.expires_at, released_at = NULL
  RETURNING fence`;

/** The fence under which a holder has the lease itself, not the shadow's; undefined where it has not. */
export async function heldFence(
  pool: pg.Pool,
  { symbol, strategy, holderId }: Pick<LeaseIdentity, 'symbol' | 'strategy' | 'holderId'>,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ fence: string }>(
    `SELECT fence FROM trading.bot_leases
     WHERE symbol = $1 AND strategy = $2 AND NOT shadow AND holder_id = $3 AND released_at IS NULL`,
    [symbol, strategy, holderId],
  );
  return rows[0]?.fence;
}

const HOLDER = `
  SELECT coalesce(config.bot_name, 'bot ' || lease.bot_id) AS holder
  FROM trading.bot_leases lease LEFT JOIN trading.bot_configs config ON config.id = lease.bot_id
  WHERE lease.symbol = $1 AND lease.strategy = $2 AND lease.shadow = $3 AND lease.released_at IS NULL`;

const RELEASE = `
  UPDATE trading.bot_leases SET released_at = now(), expires_at = now()
  WHERE symbol = $1 AND strategy = $2 AND shadow = $3 AND holder_id = $4 AND fence = $5`;

// A stopped process keeps its connection and with it the lock: once its lease ran out, the connection is
// ended for it.
const EVICT_EXPIRED = `
  SELECT pg_terminate_backend(held.pid) FROM pg_locks held JOIN trading.bot_leases lease ON lease.lease_key = $1
  WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 1 AND lease.expires_at < now()
    AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (held.classid::bigint << 32 | held.objid::bigint) = $1`;

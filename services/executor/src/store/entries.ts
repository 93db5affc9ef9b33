/**
 * The transaction that turns an intent into an entry order. Lease and the day's usage are read, judged and the row inserted in one
 * step, one entry at a time over all symbols, so that two orders can never both take the last of a cap. The table's guard compares
 * latch and fence once more in the same transaction: whichever commits first, halt or entry, is seen by the other.
 */
import type { Database as Schema } from '@platform/db';
import {
  type Approved,
  type DayUsage,
  type EntryInput,
  HALTED,
  judgeEntry,
  type Lease,
  type Refusal,
} from '@platform/risk-rules';
import { type Kysely, sql } from 'kysely';
import { type WrittenOrder, writeAhead } from './orders';

/** Without parameters both go to the server at once. */
const ENTRY_LOCK = sql.raw(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('executor.entry', 0))`);

/** What is known before the transaction begins. */
export type EntryRequest = Omit<EntryInput, 'permission' | 'usage'> & {
  readonly strategy: string;
  readonly fence: bigint;
  isHalted(): boolean;
};

export type EntryVerdict = (Approved & { readonly order: WrittenOrder }) | Refusal;

export class EntryStore {
  constructor(private readonly db: Kysely<Schema>) {}

  async approve(request: EntryRequest): Promise<EntryVerdict> {
    try {
      return await underEntryLock(this.db, async (tx) => {
        const { lease, usage } = await readBasis(tx, request);
        const { fence, strategy } = request;
        const permission = { isHalted: request.isHalted(), lease, fence, strategy };
        const verdict = judgeEntry({ ...request, permission, usage });
        if (verdict.kind === 'refused') return verdict;
        const { terms } = verdict.entry;
        const order = await writeAhead(tx, {
          intentId: terms.intentId,
          botId: terms.botId,
          network: terms.network,
          symbol: terms.symbol,
          leg: 'entry',
          orderType: 'market',
          space: 'regular',
          side: terms.side,
          quantity: terms.quantity,
          notionalUsd: terms.notionalUsd,
        });
        return { ...verdict, order };
      });
    } catch (error) {
      const refusal = refusalOfGuard(error);
      if (refusal === undefined) throw error;
      return refusal;
    }
  }

  async usage(): Promise<{ readonly global: string; readonly byBot: ReadonlyMap<string, string> }> {
    const { rows } = await sql<{ bot_id: string; usd: string }>`
      SELECT bot_id, sum(${USED})::text AS usd FROM trading.orders WHERE ${TODAY} GROUP BY bot_id
    `.execute(this.db);
    const global = rows.reduce((sum, row) => sum + Number(row.usd), 0);
    return { global: String(global), byBot: new Map(rows.map((row) => [row.bot_id, row.usd])) };
  }
}

/** A transaction that begins with the lock, at the cost of one round trip instead of two. */
async function underEntryLock<T>(db: Kysely<Schema>, work: (tx: Kysely<Schema>) => Promise<T>): Promise<T> {
  return db.connection().execute(async (tx) => {
    try {
      await ENTRY_LOCK.execute(tx);
      const result = await work(tx);
      await sql`COMMIT`.execute(tx);
      return result;
    } catch (error) {
      await sql`ROLLBACK`.execute(tx);
      throw error;
    }
  });
}

/** Everything that has filled or may still fill; of a cancelled order only what it filled. */
const USED = sql`CASE WHEN status IN ('cancelled', 'rejected', 'expired') THEN notional_usd * filled_qty / qty
  ELSE notional_usd END`;
const TODAY = sql`leg = 'entry' AND created_at >= date_trunc('day', now(), 'UTC')`;

/** Lease and usage, as they are while the entry lock is held. */
async function readBasis(
  db: Kysely<Schema>,
  { symbol, strategy, botId }: EntryRequest,
): Promise<{ readonly lease: Lease | null; readonly usage: DayUsage }> {
  const { rows } = await sql<DayUsage & { fence: string | null; isHeld: boolean }>`
    SELECT used.*, lease.* FROM (
      SELECT coalesce(sum(${USED}) FILTER (WHERE bot_id = ${botId}), 0)::text AS "botUsd",
        coalesce(sum(${USED}), 0)::text AS "globalUsd"
      FROM trading.orders WHERE ${TODAY}
    ) used LEFT JOIN (
      SELECT fence::text, ${IS_HELD} AS "isHeld" FROM trading.bot_leases
      WHERE symbol = ${symbol} AND strategy = ${strategy} AND NOT shadow
    ) lease ON true
  `.execute(db);
  const { fence, isHeld, ...usage } = rows[0]!;
  return { lease: fence === null ? null : { fence: BigInt(fence), isHeld }, usage };
}

const IS_HELD = sql`released_at IS NULL AND expires_at > now()`;

/** The guard and the gates say the same; the guard says it last. */
function refusalOfGuard(error: unknown): Refusal | undefined {
  const rule = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  const lease = { kind: 'refused', gate: 'lease', code: 'EXECUTOR_INTENT_REJECTED' } as const;
  switch (rule) {
    case 'orders_entry_not_halted':
      return HALTED;
    case 'orders_entry_has_lease':
      return { ...lease, reason: 'no_lease', detail: 'the lease went while the order was written' };
    case 'orders_entry_fence_current':
      return { ...lease, reason: 'stale_fence', detail: 'a new holder came while the order was written' };
    default:
      return undefined;
  }
}

/**
 * The statement that turns an approved entry into an order row, and what the day's entries have used of the
 * caps. Lease and caps are looked at once more under one lock over all symbols, so that two orders can never
 * both take the last of a cap; the table's guards compare latch, pause and fence in the same transaction:
 * whichever commits first, halt or entry, is seen by the other.
 */
import { clientOrderId } from '@platform/exchange';
import { type ApprovedEntry, type CapLimits, HALTED, PAUSED, type Refusal } from '@platform/risk-rules';
import type { Chance, Database } from '@platform/service-kit';
import type { CapUsage, Entries, EntryWritten } from '../app/ports';
import { prepared } from './prepared';

export class EntryStore implements Entries {
  constructor(
    private readonly database: Database,
    private readonly chance: Chance,
  ) {}

  /** Committed when it resolves. */
  async write({ terms }: ApprovedEntry, limits: CapLimits): Promise<EntryWritten> {
    const order = { orderId: this.chance.newId(), clientOrderId: clientOrderId(terms.intentId, 'entry', 0) };
    try {
      const [answer] = await writeEntry(this.database.pool, [
        order.orderId,
        order.clientOrderId,
        terms.intentId,
        terms.side,
        terms.quantity,
        terms.notionalUsd,
        limits.perBotDailyUsd ?? null,
        limits.globalDailyUsd ?? null,
      ]);
      return answer!.isWritten ? { kind: 'written', order } : { kind: 'outdated' };
    } catch (error) {
      const refusal = refusalOfGuard(error);
      if (refusal === undefined) throw error;
      return refusal;
    }
  }

  usage(): Promise<readonly CapUsage[]> {
    return usageOfTheDay(this.database.pool, []);
  }
}

const writeEntry = prepared<{ isWritten: boolean }>(
  'write an entry',
  'SELECT trading.write_entry($1, $2, $3, $4, $5, $6, $7, $8) AS "isWritten"',
);

const usageOfTheDay = prepared<CapUsage>(
  'usage of the day by network and bot',
  `SELECT network, bot_id AS "botId", sum(trading.used_usd(o))::text AS usd FROM trading.orders o
   WHERE leg = 'entry' AND created_at >= date_trunc('day', now(), 'UTC') GROUP BY network, bot_id`,
);

/** The guard and the gates say the same; the guard says it last. */
function refusalOfGuard(error: unknown): Refusal | undefined {
  const rule = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  const lease = { kind: 'refused', gate: 'lease', code: 'EXECUTOR_INTENT_REJECTED' } as const;
  switch (rule) {
    case 'orders_entry_not_halted':
      return HALTED;
    case 'orders_entry_not_paused':
      return PAUSED;
    case 'orders_entry_has_lease':
      return { ...lease, reason: 'no_lease', detail: 'the lease went while the order was written' };
    case 'orders_entry_fence_current':
      return { ...lease, reason: 'stale_fence', detail: 'a new holder came while the order was written' };
    default:
      return undefined;
  }
}

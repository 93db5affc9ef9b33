/** Intents: which still need an answer, and the one answer each of them gets. The row is the truth; bus and notification only wake. */
import type { IntentSide, Network, OrderStatus } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import type { RefusalReason } from '@platform/risk-rules';
import { type Kysely, sql } from 'kysely';

export interface Intent {
  readonly intentId: string;
  readonly botId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly network: Network;
  readonly side: IntentSide;
  readonly quantity: string;
  readonly stopPrice: string | null;
  readonly takeProfitPrice: string | null;
  readonly fence: string;
  /** By the database's clock. */
  readonly ageMs: number;
  readonly barAgeMs: number | null;
  /** A later intent of the same bot for the same symbol is waiting too. */
  readonly isSuperseded: boolean;
  /** What became of its order so far; null before there is one. */
  readonly orderStatus: OrderStatus | null;
  readonly orderFilled: boolean;
  readonly leverage: number;
}

export type Outcome =
  | { readonly outcome: 'accepted'; readonly reason: string | null }
  | { readonly outcome: 'superseded'; readonly reason: string }
  | { readonly outcome: 'rejected'; readonly reason: RefusalReason };

const BATCH = 50;

export class IntentStore {
  constructor(private readonly db: Kysely<Schema>) {}

  /** Where undecided intents are waiting. */
  async waitingSymbols(): Promise<{ readonly network: Network; readonly symbol: string }[]> {
    return this.db
      .selectFrom('trading.order_intents')
      .select(['network', 'symbol'])
      .distinct()
      .where('outcome', 'is', null)
      .execute();
  }

  /** Oldest first. An intent whose entry, or whose exit when it asks for none, exists carries that order's state. */
  async undecided(network: Network, symbol: string): Promise<Intent[]> {
    const { rows } = await sql<Intent>`
      SELECT i.intent_id AS "intentId", i.bot_id AS "botId", i.strategy, i.symbol, i.timeframe, i.network, i.side,
        trim_scale(i.qty)::text AS quantity, i.sl::text AS "stopPrice", i.tp::text AS "takeProfitPrice", i.fence::text AS fence,
        (extract(epoch FROM now() - i.created_at) * 1000)::float8 AS "ageMs",
        (extract(epoch FROM now()) * 1000 - i.bar_open_time)::float8 AS "barAgeMs",
        EXISTS (SELECT FROM trading.order_intents later WHERE later.outcome IS NULL AND later.bot_id = i.bot_id
          AND later.symbol = i.symbol AND later.network = i.network
          AND (later.created_at, later.intent_id) > (i.created_at, i.intent_id)) AS "isSuperseded",
        o.status AS "orderStatus", coalesce(o.filled_qty > 0, false) AS "orderFilled", coalesce(c.leverage, 1) AS leverage
      FROM trading.order_intents i
      LEFT JOIN trading.bot_configs c ON c.id = i.bot_id
      LEFT JOIN LATERAL (SELECT status, filled_qty FROM trading.orders
        WHERE intent_id = i.intent_id AND leg = CASE i.side WHEN 'flat' THEN 'exit' ELSE 'entry' END::trading.order_leg
        ORDER BY attempt DESC LIMIT 1) o ON true
      WHERE i.outcome IS NULL AND i.network = ${network} AND i.symbol = ${symbol} ORDER BY i.created_at, i.intent_id LIMIT ${BATCH}
    `.execute(this.db);
    return rows;
  }

  async claim(intentId: string, instanceId: string): Promise<void> {
    await this.db
      .updateTable('trading.order_intents')
      .set({ claimed_at: sql`now()`, claimed_by: instanceId })
      .where('intent_id', '=', intentId)
      .where('outcome', 'is', null)
      .where('claimed_at', 'is', null)
      .execute();
  }

  /** Outcome and event in one transaction. False when it was decided before. */
  async decide(intent: Intent, decision: Outcome): Promise<boolean> {
    return this.db.transaction().execute(async (tx) => {
      const decided = await tx
        .updateTable('trading.order_intents')
        .set({ outcome: decision.outcome, outcome_reason: decision.reason, outcome_at: sql`now()` })
        .where('intent_id', '=', intent.intentId)
        .where('outcome', 'is', null)
        .executeTakeFirst();
      if (decided.numUpdatedRows !== 1n) return false;
      if (decision.outcome === 'rejected') {
        const metadata = { intent_id: intent.intentId, reason_code: decision.reason };
        await tx
          .insertInto('trading.bot_events')
          .values({ bot_id: intent.botId, event_type: 'IntentRejected', metadata: JSON.stringify(metadata) })
          .execute();
      }
      return true;
    });
  }
}

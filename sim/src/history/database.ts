/**
 * The database in the words of the checkers. Commit times come from PostgreSQL itself, from the row that the
 * trigger kept.
 */
import type { Sql } from '../world/sql';
import type { DatabaseHistory, IntentRow, OrderRow, OrderStep } from './history';

interface Change {
  readonly what: 'order' | 'lease' | 'latch' | 'outcome';
  readonly row: Readonly<Record<string, unknown>>;
  readonly is_new: boolean;
  readonly committed_ms: number;
}

export async function databaseHistory(sql: Pick<Sql, 'rows'>): Promise<DatabaseHistory> {
  const changes = await sql.rows<Change & Record<string, unknown>>(`
    SELECT what, row, is_new, (extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000)::float8 AS committed_ms
    FROM safety.changes ORDER BY seq`);
  const orderChanges = changes.filter(({ what }) => what === 'order');
  const committed = new Map(
    orderChanges
      .filter(({ is_new }) => is_new)
      .map((change) => [String(change.row['client_order_id']), change.committed_ms]),
  );
  const orders = await sql.rows<Omit<OrderRow, 'committedMs'>>(`
    SELECT client_order_id AS "clientOrderId", intent_id AS "intentId", bot_id AS "botId", symbol, leg, order_space AS space,
      coalesce(qty, 0)::text AS quantity, filled_qty::text AS "filledQuantity", status, notional_usd::text AS "notionalUsd",
      flatten_id AS "flattenId"
    FROM trading.orders ORDER BY created_at, order_id`);
  const [unpublished] = await sql.rows<{ n: number }>(
    'SELECT count(*)::int AS n FROM ops.outbox WHERE published_at IS NULL',
  );
  const outcomes = changes.filter(({ what, row }) => what === 'outcome' && row['outcome'] !== null);
  return {
    intents: await sql.rows<IntentRow & Record<string, unknown>>(`
      SELECT intent_id AS "intentId", bot_id AS "botId", strategy, symbol, side, qty::text AS quantity, fence::int AS fence,
        outcome, outcome_reason AS reason FROM trading.order_intents ORDER BY created_at, intent_id`),
    outcomeWrites: countBy(outcomes, ({ row }) => String(row['intent_id'])),
    decidedMs: new Map(outcomes.map(({ row, committed_ms }) => [String(row['intent_id']), committed_ms])),
    orders: orders.map((order) => ({ ...order, committedMs: committed.get(order.clientOrderId)! })),
    orderSteps: orderChanges.map(stepOf),
    latch: changes
      .filter(({ what }) => what === 'latch')
      .map(({ row, committed_ms }) => ({
        halted: row['halted'] === true,
        committedMs: committed_ms,
        traceId: null,
      })),
    // A shadow's lease gives no right to trade.
    fences: changes
      .filter(({ what, row }) => what === 'lease' && row['shadow'] !== true)
      .map(({ row, committed_ms }) => ({
        symbol: String(row['symbol']),
        strategy: String(row['strategy']),
        fence: Number(row['fence']),
        committedMs: committed_ms,
      })),
    fills: await sql.rows(
      'SELECT symbol, trade_id AS "tradeId", bot_id AS "botId", qty::text AS quantity, fee::text FROM trading.fills',
    ),
    positions: await sql.rows(
      'SELECT symbol, bot_id AS "botId", qty::text AS quantity, fees::text FROM trading.positions',
    ),
    funding: await sql.rows(
      'SELECT transaction_id AS "transactionId", amount::text FROM trading.funding_payments',
    ),
    equities: await sql.rows(`
      SELECT config.id AS "botId", config.allocation_value::text AS allocated, run.initial_equity::text AS "initialEquity"
      FROM trading.bot_configs config LEFT JOIN trading.runs run ON run.bot_id = config.id AND run.kind = 'live'
      WHERE EXISTS (SELECT FROM trading.fills fill WHERE fill.bot_id = config.id)`),
    flattens: await sql.rows(`
      SELECT command.command_id AS "flattenId", command.scope, done.id IS NOT NULL AS "isDone"
      FROM trading.bot_commands command
      LEFT JOIN trading.commands_done done ON done.id = command.id WHERE command.kind = 'flatten' ORDER BY command.id`),
    unpublished: unpublished!.n,
    risk: null,
    bots: null,
  };
}

function stepOf({ row, is_new }: Change): OrderStep {
  return {
    clientOrderId: String(row['client_order_id']),
    symbol: String(row['symbol']),
    leg: row['leg'] as OrderStep['leg'],
    isNew: is_new,
    status: row['status'] as OrderStep['status'],
    filledQuantity: String(row['filled_qty']),
  };
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

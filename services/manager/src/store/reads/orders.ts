/** Intents, orders and fills as the console shows them. Pages are newest first, by time and id. */
import type {
  CommandView,
  FillView,
  IntentsQuery,
  IntentView,
  OrdersQuery,
  OrderView,
  TraceView,
} from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, type Selectable, sql } from 'kysely';
import { tracedEvents } from './event-feed';

type Db = Kysely<Schema>;
type After = readonly string[] | null;

const MAX_UNRESOLVED = 500;
/** Of each kind: more than any action leaves behind, and little enough for one answer. */
const MAX_TRACED = 500;

export async function readOrders(
  db: Db,
  filters: Omit<OrdersQuery, 'cursor' | 'page_size'>,
  after: After,
  limit: number,
): Promise<OrderView[]> {
  let query = selectOrders(db);
  if (filters.bot_id !== undefined) query = query.where('placed.bot_id', '=', filters.bot_id);
  if (filters.symbol !== undefined) query = query.where('placed.symbol', '=', filters.symbol);
  if (filters.leg !== undefined) query = query.where('placed.leg', '=', filters.leg);
  if (filters.status !== undefined) query = query.where('placed.status', '=', filters.status);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(placed.created_at, placed.order_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    );
  }
  const rows = await query
    .orderBy('placed.created_at', 'desc')
    .orderBy('placed.order_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toOrder);
}

export async function readUnresolved(db: Db): Promise<OrderView[]> {
  const query = selectOrders(db).where('placed.status', 'in', ['submitting', 'unknown']);
  return (await query.orderBy('placed.created_at').limit(MAX_UNRESOLVED).execute()).map(toOrder);
}

export async function readIntents(
  db: Db,
  filters: Omit<IntentsQuery, 'cursor' | 'page_size'>,
  after: After,
  limit: number,
): Promise<IntentView[]> {
  let query = db.selectFrom('trading.order_intents').selectAll();
  const { bot_id, symbol, state } = filters;
  if (bot_id !== undefined) query = query.where('bot_id', '=', bot_id);
  if (symbol !== undefined) query = query.where('symbol', '=', symbol);
  if (state === 'undecided') query = query.where('outcome', 'is', null);
  else if (state !== undefined) query = query.where('outcome', '=', state);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(created_at, intent_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    );
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('intent_id', 'desc').limit(limit).execute();
  return withOrders(db, rows);
}

/** Undefined when nothing carries it. */
export async function readTrace(db: Db, traceId: string): Promise<TraceView | undefined> {
  const [events, commands, intentRows] = await Promise.all([
    tracedEvents(db, traceId, MAX_TRACED),
    readCommands(db, traceId),
    db
      .selectFrom('trading.order_intents')
      .selectAll()
      .where('trace_id', '=', traceId)
      .orderBy('created_at')
      .limit(MAX_TRACED)
      .execute(),
  ]);
  if (events.length + commands.length + intentRows.length === 0) return undefined;
  const intents = await withOrders(db, intentRows);
  const orders = await readFlattenOrders(db, traceId);
  const placed = [...intents.flatMap((intent) => intent.orders), ...orders];
  const fills = await readFillsOfOrders(
    db,
    placed.map(({ orderId }) => orderId),
  );
  return { traceId, events, commands, intents, orders, fills };
}

async function readCommands(db: Db, traceId: string): Promise<CommandView[]> {
  const rows = await db
    .selectFrom('trading.bot_commands as command')
    .leftJoin('trading.commands_done as done', 'done.id', 'command.id')
    .select(['command.id', 'command.kind', 'command.scope', 'command.bot_id', 'command.reason'])
    .select(['command.issued_by', 'command.created_at', 'done.done_at'])
    .where('command.trace_id', '=', traceId)
    .orderBy('command.id')
    .limit(MAX_TRACED)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as CommandView['kind'],
    scope: row.scope,
    botId: row.bot_id,
    reason: row.reason,
    issuedBy: row.issued_by,
    createdAt: row.created_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
  }));
}

/** A flatten's orders carry the id of its command. */
async function readFlattenOrders(db: Db, traceId: string): Promise<OrderView[]> {
  const rows = await selectOrders(db)
    .where('placed.flatten_id', 'in', (eb) =>
      eb.selectFrom('trading.bot_commands').select('command_id').where('trace_id', '=', traceId),
    )
    .orderBy('placed.created_at')
    .limit(MAX_TRACED)
    .execute();
  return rows.map(toOrder);
}

async function withOrders(db: Db, rows: readonly IntentRow[]): Promise<IntentView[]> {
  const ids = rows.map((row) => row.intent_id);
  const placed =
    ids.length === 0
      ? []
      : await selectOrders(db).where('placed.intent_id', 'in', ids).orderBy('placed.created_at').execute();
  return rows.map((row) =>
    toIntent(row, placed.filter((order) => order.intent_id === row.intent_id).map(toOrder)),
  );
}

type IntentRow = Selectable<Schema['trading.order_intents']>;

function toIntent(row: IntentRow, orders: OrderView[]): IntentView {
  const since = (time: Date | undefined | null) =>
    time === undefined || time === null ? null : time.getTime() - row.created_at.getTime();
  return {
    intentId: row.intent_id,
    botId: row.bot_id,
    strategy: row.strategy,
    network: row.network,
    symbol: row.symbol,
    timeframe: row.timeframe,
    side: row.side,
    qty: row.qty,
    stopPrice: row.sl,
    takeProfitPrice: row.tp,
    traceId: row.trace_id,
    barOpenTime: row.bar_open_time === null ? null : Number(row.bar_open_time),
    state: row.outcome ?? 'undecided',
    reason: row.outcome_reason,
    decidedMs: since(row.outcome_at),
    orderedMs: since(orders[0] && new Date(orders[0].createdAt)),
    createdAt: row.created_at.toISOString(),
    orders,
  };
}

const FIRST_FILL = sql<number | null>`(SELECT min(trade_time)::float8 FROM trading.fills fill
  WHERE fill.order_id = placed.order_id)`.as('first_fill');

function selectOrders(db: Db) {
  return db.selectFrom('trading.orders as placed').selectAll('placed').select(FIRST_FILL);
}

type OrderRow = Selectable<Schema['trading.orders']> & { readonly first_fill: number | null };

function toOrder(row: OrderRow): OrderView {
  return {
    orderId: row.order_id,
    intentId: row.intent_id,
    botId: row.bot_id,
    network: row.network,
    symbol: row.symbol,
    leg: row.leg,
    orderType: row.order_type,
    side: row.side,
    qty: row.qty,
    price: row.price,
    triggerPrice: row.trigger_price,
    notionalUsd: row.notional_usd,
    clientOrderId: row.client_order_id,
    exchangeOrderId: row.exchange_order_id,
    status: row.status,
    statusReason: row.status_reason,
    filledQty: row.filled_qty,
    averagePrice: row.average_price,
    firstFillMs: row.first_fill === null ? null : row.first_fill - row.created_at.getTime(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function selectFills(db: Db) {
  return db
    .selectFrom('trading.fills as fill')
    .leftJoin('trading.orders as placed', 'placed.order_id', 'fill.order_id')
    .selectAll('fill')
    .select(['placed.leg', 'placed.intent_id']);
}

export async function readFills(db: Db, botId: string, after: After, limit: number): Promise<FillView[]> {
  let query = selectFills(db).where('fill.bot_id', '=', botId);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(fill.created_at, fill.fill_id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`,
    );
  }
  const rows = await query
    .orderBy('fill.created_at', 'desc')
    .orderBy('fill.fill_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toFill);
}

async function readFillsOfOrders(db: Db, orderIds: readonly string[]): Promise<FillView[]> {
  if (orderIds.length === 0) return [];
  const query = selectFills(db).where('fill.order_id', 'in', [...orderIds]);
  return (await query.orderBy('fill.fill_id').limit(MAX_TRACED).execute()).map(toFill);
}

type FillRow = Selectable<Schema['trading.fills']> & {
  readonly leg: FillView['leg'];
  readonly intent_id: string | null;
};

function toFill(row: FillRow): FillView {
  return {
    id: row.fill_id,
    network: row.network,
    symbol: row.symbol,
    tradeId: row.trade_id,
    leg: row.leg,
    side: row.side,
    qty: row.qty,
    price: row.price,
    fee: row.fee,
    feeAsset: row.fee_asset,
    realisedPnlUsd: row.realized_pnl,
    isMaker: row.is_maker,
    orderId: row.order_id,
    intentId: row.intent_id,
    tradeTime: Number(row.trade_time),
    createdAt: row.created_at.toISOString(),
  };
}

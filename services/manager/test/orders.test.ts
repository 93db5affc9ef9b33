/**
 * The order path as the console reads it: intents with their orders, orders, and everything under one trace
 * id.
 */
import type { BotConfig, IntentView, OrderView, RunDetail, RunSummary, TraceView } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

interface Page<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
}

let fixture: ManagerFixture;
let manager: ServiceHandle;
let botId: string;
const traceId = newId();
const [accepted, rejected, waiting] = [newId(), newId(), newId()];
const [entry, stop, closing] = [newId(), newId(), newId()];

const get = async <T>(path: string) => {
  const { status, body } = await call<T>(manager, 'GET', path);
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
  return body;
};

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  manager = await fixture.start();
  const bot = { bot_name: 'a', strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1d' };
  botId = (await call<BotConfig>(manager, 'POST', '/bots', bot)).body.id;
  await trade();
});
afterAll(() => fixture?.close());

/**
 * One intent that was filled under a stop, one that was refused, one that waits, and a flatten of the bot.
 */
async function trade(): Promise<void> {
  const query = fixture.rows.bind(fixture);
  await query(
    `INSERT INTO trading.bot_leases (symbol, strategy, lease_key, bot_id, holder_id, fence, expires_at)
     VALUES ('BTCUSDT', 'supertrend', 2, $1, gen_random_uuid(), 1, now() + interval '1 hour')`,
    [botId],
  );
  await query(
    `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, sl, fence, trace_id,
       created_at, outcome, outcome_reason, outcome_at)
     SELECT id, $1, 'supertrend', 'BTCUSDT', '1d', 'testnet', 'long', 2, 90, 1, trace, at::timestamptz, outcome::trading.intent_outcome,
       reason, CASE WHEN outcome IS NOT NULL THEN at::timestamptz + interval '250 milliseconds' END
     FROM (VALUES ($2::uuid, $5::uuid, '2026-01-01T00:00:00Z', 'accepted', NULL),
       ($3, NULL, '2026-01-01T00:00:01Z', 'rejected', 'stale_fence'), ($4, NULL, '2026-01-01T00:00:02Z', NULL, NULL))
       AS given (id, trace, at, outcome, reason)`,
    [botId, accepted, rejected, waiting, traceId],
  );
  const order = `INSERT INTO trading.orders (order_id, intent_id, bot_id, network, symbol, leg, order_type, side, qty, reduce_only,
      client_order_id, exchange_order_id, status, filled_qty, flatten_id, created_at)
    VALUES ($1, $2, $3, 'testnet', 'BTCUSDT', $4, 'market', $5, 2, $6, $7, $8, $9, $10, $11, $12)`;
  // Only a bot that runs may open. The manager does not see that this one does.
  await query('BEGIN');
  await query(`UPDATE trading.bot_configs SET desired_state = 'running'`);
  await query(order, [
    entry,
    accepted,
    botId,
    'entry',
    'buy',
    false,
    'c-entry',
    '77',
    'filled',
    2,
    null,
    '2026-01-01T00:00:00.100Z',
  ]);
  await query(`UPDATE trading.bot_configs SET desired_state = 'stopped'`);
  await query('COMMIT');
  await query(order, [
    stop,
    accepted,
    botId,
    'sl',
    'sell',
    true,
    'c-stop',
    null,
    'new',
    0,
    null,
    '2026-01-01T00:00:00.300Z',
  ]);
  const [command] = await query<{ command_id: string; id: string }>(
    `INSERT INTO trading.bot_commands (kind, scope, bot_id, reason, issued_by, trace_id)
     VALUES ('flatten', $1, $2, 'out', 'operator:alice', $3) RETURNING command_id, id`,
    [`bot:${botId}`, botId, traceId],
  );
  await query(order, [
    closing,
    null,
    botId,
    'flatten',
    'sell',
    true,
    'c-flatten',
    '78',
    'filled',
    2,
    command!.command_id,
    '2026-01-01T00:00:05Z',
  ]);
  await query('INSERT INTO trading.commands_done (id) VALUES ($1)', [command!.id]);
  await query(
    `INSERT INTO trading.fills (network, symbol, trade_id, order_id, bot_id, side, qty, price, trade_time)
     VALUES ('testnet', 'BTCUSDT', '1', $1, $2, 'buy', 2, 100, 1767225600160), ('testnet', 'BTCUSDT', '2', $3, $2, 'sell', 2, 101, 1767225606000)`,
    [entry, botId, closing],
  );
  await query(
    `INSERT INTO risk.risk_events (event, trace_id, metadata) VALUES ('close_requested', $1, '{"reason": "out"}')`,
    [traceId],
  );
}

it('intents come newest first with their state, reason, latencies and orders', async () => {
  const { items } = await get<Page<IntentView>>('/bff/intents');
  expect(items.map(({ intentId, state }) => [intentId, state])).toEqual([
    [waiting, 'undecided'],
    [rejected, 'rejected'],
    [accepted, 'accepted'],
  ]);
  expect(items[1]).toMatchObject({ reason: 'stale_fence', decidedMs: 250, orderedMs: null, orders: [] });
  expect(items[2]).toMatchObject({ reason: null, decidedMs: 250, orderedMs: 100, traceId });
  expect(items[2]!.orders.map(({ leg, status }) => [leg, status])).toEqual([
    ['entry', 'filled'],
    ['sl', 'new'],
  ]);
});

it('intents are filtered and paged without loss or repetition', async () => {
  const first = await get<Page<IntentView>>(`/bff/intents?bot_id=${botId}&page_size=2`);
  const rest = await get<Page<IntentView>>(
    `/bff/intents?bot_id=${botId}&page_size=2&cursor=${encodeURIComponent(first.next_cursor!)}`,
  );
  expect([...first.items, ...rest.items].map(({ intentId }) => intentId)).toEqual([
    waiting,
    rejected,
    accepted,
  ]);
  expect(rest.next_cursor).toBeNull();
  const undecided = await get<Page<IntentView>>('/bff/intents?state=undecided');
  expect(undecided.items.map(({ intentId }) => intentId)).toEqual([waiting]);
  expect((await get<Page<IntentView>>(`/bff/intents?bot_id=${newId()}`)).items).toEqual([]);
});

it('orders say what the exchange knows of them and how long the first fill took', async () => {
  const { items } = await get<Page<OrderView>>('/bff/orders');
  expect(items.map(({ orderId }) => orderId)).toEqual([closing, stop, entry]);
  expect(items[2]).toMatchObject({
    exchangeOrderId: '77',
    clientOrderId: 'c-entry',
    status: 'filled',
    filledQty: '2',
    firstFillMs: 60,
  });
  expect(items[1]).toMatchObject({ exchangeOrderId: null, firstFillMs: null });
});

it('orders are filtered by leg and status', async () => {
  const { items } = await get<Page<OrderView>>('/bff/orders?leg=flatten&status=filled');
  expect(items.map(({ orderId }) => orderId)).toEqual([closing]);
});

it('a trace id opens everything that carries it, with the orders of its commands and their fills', async () => {
  const trace = await get<TraceView>(`/bff/traces/${traceId.toUpperCase()}`);
  expect(trace.events.map(({ source, type }) => [source, type])).toEqual([['risk', 'close_requested']]);
  expect(trace.commands).toEqual([
    expect.objectContaining({ kind: 'flatten', issuedBy: 'operator:alice', doneAt: expect.any(String) }),
  ]);
  expect(trace.intents.map(({ intentId }) => intentId)).toEqual([accepted]);
  expect(trace.orders.map(({ orderId }) => orderId)).toEqual([closing]);
  expect(trace.fills.map(({ tradeId }) => tradeId)).toEqual(['1', '2']);
});

it('a trace id that nothing carries is not found', async () => {
  const answer = await call(manager, 'GET', `/bff/traces/${newId()}`);
  expect(answer).toMatchObject({
    status: 404,
    body: { code: 'MANAGER_INVALID_REQUEST', field: 'trace_id' },
  });
});

describe('the label of a run', () => {
  const runId = newId();
  beforeAll(() =>
    fixture.rows(
      `INSERT INTO trading.runs (id, kind, status, strategy, symbol, timeframe, initial_equity, from_ts, to_ts, error)
       VALUES ($1, 'backtest', 'failed', 'psar', 'BTCUSDT', '1d', 1000, 0, 86400000, 'for this test')`,
      [runId],
    ),
  );
  const label = (body: unknown) => call<RunDetail>(manager, 'PATCH', `/runs/${runId}`, body);

  it('the label of a run is kept, found by its tag, audited, and changes nothing else', async () => {
    const { status, body } = await label({ name: ' wide stops ', note: 'why', tags: ['a', 'b', 'a'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'wide stops', note: 'why', tags: ['a', 'b'], status: 'failed' });
    expect((await get<Page<RunSummary>>('/runs?tag=b')).items.map(({ id }) => id)).toEqual([runId]);
    expect((await get<Page<RunSummary>>('/runs?tag=c')).items).toEqual([]);
    expect((await label({ name: '', tags: [] })).body).toMatchObject({ name: null, note: 'why', tags: [] });
    expect(
      await fixture.rows("SELECT actor FROM ops.audit_log WHERE action = 'label' AND resource_id = $1", [
        runId,
      ]),
    ).toEqual([{ actor: 'operator:alice' }, { actor: 'operator:alice' }]);
  });

  it.each([
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ tags: ['two words'] }, 'tags/0'],
    [{ tags: Array.from({ length: 17 }, (_, i) => `t${i}`) }, 'tags'],
    [{ status: 'completed' }, 'status'],
  ])('the label of a run refuses %j and says which field', async (body, field) => {
    expect(await label(body)).toMatchObject({ status: 400, body: { field } });
  });

  it('the label of a run that is not there is not found', async () => {
    expect((await call(manager, 'PATCH', `/runs/${newId()}`, { name: 'x' })).status).toBe(404);
  });
});

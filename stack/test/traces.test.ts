/**
 * What the processes of a whole platform did, as traces at a collector of our own. It takes nothing at first.
 * One stack lives through all of these, in this order.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, type OtlpSpan, otlpSpans } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shellEnvironment } from '../src/shell-environment';
import { type TestStack, testStack } from './platform';

/** Of the bot that decides on bars of the data service; the one of the demonstration brings its own. */
const SYMBOL = 'BTCUSDT';
/** It is in the market from its first bar on. */
const BOT = {
  bot_name: 'traced',
  strategy: 'psar',
  symbol: SYMBOL,
  timeframe: '1m',
  params: { af_start: 0.2, af_step: 0.2, af_max: 1 },
  allocation: { mode: 'usd', value: 10_000 },
  sizing: { mode: 'fixed', value: 0.2 },
};

const taken: OtlpSpan[] = [];
let behaviour: 'refuse' | 'hang' | 'take' = 'refuse';
let requests = 0;
let collector: Server;
let port: number;
let stack: TestStack;
let database: pg.Client;

/** At port 0 the system chooses one. */
async function openCollector(at: number): Promise<number> {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests += 1;
      if (behaviour === 'hang') return;
      if (behaviour === 'take') taken.push(...otlpSpans(Buffer.concat(chunks).toString()));
      response.writeHead(behaviour === 'take' ? 200 : 503).end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(at, '127.0.0.1', resolve));
  return (collector.address() as AddressInfo).port;
}

async function closeCollector(): Promise<void> {
  const closed = new Promise((resolve) => collector.close(resolve));
  collector.closeAllConnections();
  await closed;
}

beforeAll(async () => {
  port = await openCollector(0);
  stack = await testStack({
    environment: { DEMO_STEPS: 'fastBot', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  });
  const up = await stack.platform(['up', '--detach']);
  expect(up).toMatchObject({ code: 0, stderr: '' });
  database = new pg.Client({ connectionString: variables()['PLATFORM_DATABASE_URL']! });
  await database.connect();
  const { id } = await manager<{ id: string }>('/bots', BOT);
  await manager(`/bots/${id}/start`);
});
afterAll(async () => {
  await database?.end();
  await stack?.dispose();
  await closeCollector();
});

const variables = () => shellEnvironment(stack.environment);

async function manager<T>(path: string, body: object = {}): Promise<T> {
  const response = await fetch(`${variables()['PLATFORM_MANAGER_URL']}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-operator-token': variables()['PLATFORM_MANAGER_OPERATOR_TOKEN']!,
    },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as T;
}

const rows = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.query<T>(sql, values)).rows;

/** Orders of bots that were filled. */
async function filledOrders(): Promise<string[]> {
  const orders = await rows<{ id: string }>(
    `SELECT DISTINCT order_id::text AS id FROM trading.fills JOIN trading.orders USING (order_id)
     WHERE intent_id IS NOT NULL`,
  );
  return orders.map(({ id }) => id);
}

async function untilMoreIsFilled(): Promise<void> {
  const before = (await filledOrders()).length;
  await eventually(async () => (await filledOrders()).length > before);
}

const attribute = ({ attributes }: OtlpSpan, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue;
const parentOf = ({ parentSpanId }: OtlpSpan) => taken.find(({ spanId }) => spanId === parentSpanId);

/** From the span without a parent down to this one. */
function pathTo(span: OtlpSpan): OtlpSpan[] {
  const parent = parentOf(span);
  return parent === undefined ? [span] : [...pathTo(parent), span];
}

const stopAnswering: Readonly<Record<string, () => Promise<void> | void>> = {
  refuses: () => {
    behaviour = 'refuse';
  },
  hangs: () => {
    behaviour = 'hang';
  },
  'is gone': closeCollector,
};

test.each(Object.keys(stopAnswering))('orders are filled while a collector of traces %s', async (how) => {
  const before = requests;
  await stopAnswering[how]!();
  if (collector.listening) await eventually(() => requests > before);
  await untilMoreIsFilled();
  await untilMoreIsFilled();
  expect((await fetch(`${variables()['PLATFORM_MANAGER_URL']}/readyz`)).status).toBe(200);
  expect(taken).toEqual([]);
});

test('a bar of the data service, the decision, its intent, the order and the fill are one trace', async () => {
  behaviour = 'take';
  await openCollector(port);
  const path = await eventually(() => {
    const paths = taken.filter(({ name }) => name === 'fill').map(pathTo);
    return (
      paths.find(([first]) => attribute(first!, 'symbol') === SYMBOL && first!.name === 'candle') ?? false
    );
  });
  expect(path.map(({ service, name }) => [service, name])).toEqual([
    ['data', 'candle'],
    ['bot', 'decision'],
    ['executor', 'intent'],
    ['executor', 'order'],
    ['executor', 'fill'],
  ]);
  const [bar, , , order] = path as [OtlpSpan, OtlpSpan, OtlpSpan, OtlpSpan];
  expect(new Set(path.map(({ traceId }) => traceId))).toEqual(new Set([bar.traceId]));
  expect(bar.parentSpanId).toBeUndefined();
  const stored = await rows(
    `SELECT FROM market.klines WHERE market = 'perp' AND symbol = $1 AND timeframe = '1m' AND open_time = $2`,
    [SYMBOL, attribute(bar, 'bar_open_time')],
  );
  expect(stored).toHaveLength(1);
  const orders = await rows(
    `SELECT status, replace(trace_id::text, '-', '') AS trace FROM trading.orders
     JOIN trading.order_intents USING (intent_id) WHERE order_id = $1`,
    [attribute(order, 'order_id')],
  );
  expect(orders).toEqual([{ status: 'filled', trace: bar.traceId }]);
});

test('a collector of traces that is back gets what happened meanwhile, each span once and below its parent', async () => {
  const filled = await filledOrders();
  await eventually(() => {
    const traced = new Set(
      taken.filter(({ name }) => name === 'fill').map((span) => attribute(span, 'order_id')),
    );
    return filled.every((id) => traced.has(id));
  });
  await eventually(
    () => !taken.some((span) => span.parentSpanId !== undefined && parentOf(span) === undefined),
  );
  const ids = taken.map(({ spanId }) => spanId);
  expect(new Set(ids).size).toBe(ids.length);
});

/**
 * Whatever the console reads is in camelCase, also what producers wrote in their own way; names of parameters
 * stay as they are.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bffRoutes, type RouteSpec, readRoutes } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';
import { FIRST_BAR_MS, storeBars } from './market';

const LITERAL = new Set(['run_id', 'next_cursor']);
const NESTED = JSON.stringify({ served_at_ts: 1, deep_list: [{ command_id: 2 }], params: { atr_period: 3 } });

let fixture: ManagerFixture;
let others: Server;
let manager: ServiceHandle;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  others = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answerOf(request.url!.split('?')[0]!)));
  }).listen(0, '127.0.0.1');
  await once(others, 'listening');
  const url = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
  manager = await fixture.start({
    PLATFORM_MANAGER__DATA_SERVICE_URL: url,
    PLATFORM_MANAGER__RISK_SERVICE_URL: url,
    PLATFORM_MANAGER__EXECUTOR_SERVICE_URL: url,
  });
  ids = await populate();
});
afterAll(async () => {
  await fixture?.close();
  others?.close();
});

/** What the services behind the manager say, in their own casing. */
function answerOf(path: string): unknown {
  if (path === '/backfill/jobs') return [];
  if (path.endsWith('/report')) return { source: path.split('/')[2], coverage: [] };
  return { bind_addr: 'x', nested_value: { some_key: 1 }, sources: [], networks: [] };
}

/** A row of everything that carries free-form JSON. */
async function populate() {
  const settings = { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1h', params: { atr_period: 7 } };
  const bot = await call<{ id: string }>(manager, 'POST', '/bots', { ...settings, bot_name: 'one' });
  const botId = bot.body.id;
  await fixture.rows(
    `INSERT INTO trading.bot_events (bot_id, event_type, metadata) VALUES ($1, 'warmup_completed', $2)`,
    [botId, NESTED],
  );
  await fixture.rows(
    `INSERT INTO trading.overlay_decisions (bot_id, overlay, symbol, timeframe, verdict, reason, bar_open_time, metadata)
     VALUES ($1, 'funding', 'BTCUSDT', '1h', 'veto', 'r', 0, $2)`,
    [botId, NESTED],
  );
  await fixture.rows(`INSERT INTO risk.risk_events (event, bot_id, metadata) VALUES ('pause', $1, $2)`, [
    botId,
    NESTED,
  ]);
  await storeBars(fixture.owner, 'BTCUSDT', '1h', 600);
  const span = { from_ts: FIRST_BAR_MS, to_ts: FIRST_BAR_MS + 600 * 3_600_000 };
  const asked = { ...settings, ...span, allow_partial_data: true };
  const run = await call<{ run_id: string }>(manager, 'POST', '/backtest', asked);
  const [act] = await fixture.rows<{ trace_id: string }>('SELECT trace_id FROM ops.audit_log LIMIT 1');
  return {
    id: run.body.run_id,
    bot_id: botId,
    trace_id: act!.trace_id,
    service: 'data',
    name: 'supertrend',
    symbol: 'BTCUSDT',
  };
}

/** Every name in an answer, but those inside parameters and their schemas. */
function names(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(names);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    ...(name === 'params' || name === 'schema' ? [] : names(inner)),
  ]);
}

const reads = Object.values<RouteSpec>({ ...bffRoutes, ...readRoutes }).filter(
  ({ method, responses }) => method === 'GET' && '200' in responses,
);

async function read({ path }: RouteSpec) {
  const isOfBot = path.startsWith('/bots/');
  const filled = path.replace(/:(\w+)/g, (_, name: string) => (isOfBot ? ids['bot_id']! : ids[name]!));
  const queries: Readonly<Record<string, string>> = {
    '/data/klines': '?symbol=BTCUSDT&timeframe=1h',
    '/data/funding': '?symbol=BTCUSDT&from_ts=0&to_ts=1',
    '/bff/metrics/chart': '?chart=BotDown',
    '/bff/warmup': '?strategy=supertrend&timeframe=1h',
    '/bff/drawing': '?strategy=supertrend&symbol=BTCUSDT&timeframe=1h&from_ts=0&to_ts=1',
  };
  const query = queries[path] ?? '';
  return call<Record<string, unknown>>(manager, 'GET', `${filled}${query}`);
}

it.each(reads.map((route) => [route.path, route] as const))(
  'the console’s answer to %s has no name in snake_case',
  async (_path, route) => {
    const { status, body } = await read(route);
    // 503: the metrics server is not part of this test.
    expect([200, 404, 503], JSON.stringify(body)).toContain(status);
    const snake =
      status === 200 ? names(body).filter((name) => name.includes('_') && !LITERAL.has(name)) : [];
    expect(snake).toEqual([]);
  },
);

it('the console gets metadata and configuration of producers converted at any depth, except parameters', async () => {
  const converted = { servedAtTs: 1, deepList: [{ commandId: 2 }], params: { atr_period: 3 } };
  const items = async (path: string) =>
    (await call<{ items: Record<string, unknown>[] }>(manager, 'GET', path)).body.items;
  expect((await items(`/bots/${ids['bot_id']}/events`)).map(({ metadata }) => metadata)).toContainEqual(
    converted,
  );
  expect((await items('/overlays/decisions'))[0]).toMatchObject({ details: converted });
  const feed = (await items('/bff/events')).map(({ metadata }) => metadata);
  expect(feed).toContainEqual(converted);
  expect(feed).toContainEqual({ resourceType: 'bot', resourceId: ids['bot_id'] });
  const config = await call(manager, 'GET', '/bff/services/data/config');
  expect(config.body).toMatchObject({ bindAddr: 'x', nestedValue: { someKey: 1 } });
  expect(Object.keys((await call(manager, 'GET', '/bff/services/manager/config')).body)).toContain(
    'bindAddr',
  );
  const run = (await call<{ params: object; run_id: string }>(manager, 'GET', `/runs/${ids['id']}`)).body;
  expect(run).toMatchObject({ params: { atr_period: 7 }, run_id: ids['id'], runId: ids['id'] });
});

it('the console gets errors in the shape that every caller gets them in', async () => {
  const { status, body } = await call(manager, 'GET', '/runs/01923456-789a-7000-8000-0000000000aa');
  expect([status, Object.keys(body)]).toEqual([404, expect.arrayContaining(['trace_id'])]);
});

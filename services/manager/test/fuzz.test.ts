/**
 * Random requests over the whole OpenAPI description, into the real app with a real database. None may break
 * it, each answer must be declared, and nothing may change without the token. PLATFORM_TEST_FUZZ_REQUESTS
 * says how many (20,000 for a long run).
 */
import type { ServiceHandle } from '@platform/service-kit';
import {
  anyOf,
  describedOperations,
  type FuzzRequest,
  judge,
  type Known,
  noneOf,
  type Operation,
  requests,
} from '@platform/service-kit/test-suite';
import { eventually } from '@platform/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openapi } from '../src/run';
import { call, ManagerFixture, TOKEN } from './fixture';
import { FIRST_BAR_MS, storeBars } from './market';

const REQUESTS = Number(process.env['PLATFORM_TEST_FUZZ_REQUESTS'] ?? 4_000);
const TIMEOUT_MS = 600_000 + 100 * REQUESTS;
const NOTHING = '01923456-789a-7000-8000-00000000dead';

let fixture: ManagerFixture;
let service: ServiceHandle;
let operations: ReadonlyMap<string, Operation>;
let known: Known;

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  service = await fixture.start();
  // A WebSocket (101) is more than a request and an answer: it has its own tests.
  const requested = describedOperations(await openapi()).filter(({ answers }) => !answers.has(101));
  operations = new Map(requested.map((operation) => [operation.operationId, operation]));
  await storeBars(fixture.owner, 'BTCUSDT', '1h', 300);
  known = await populate();
});
afterAll(() => fixture?.close());

/** Two bots and a run, so that requests find something. */
async function populate(): Promise<Known> {
  const bot = { image_tag: 'v1', strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1h' };
  const [one, two] = await Promise.all(
    ['one', 'two'].map((bot_name) => call<{ id: string }>(service, 'POST', '/bots', { ...bot, bot_name })),
  );
  const bots = [one!.body.id, two!.body.id, NOTHING];
  const span = { from_ts: FIRST_BAR_MS, to_ts: FIRST_BAR_MS + 300 * 3_600_000, allow_partial_data: true };
  const backtest = { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1h', ...span };
  const run = await call<{ run_id: string }>(service, 'POST', '/backtest', backtest);
  await eventually(async () => {
    const stored = await call(service, 'GET', `/runs/${run.body.run_id}`);
    expect(stored.body).toMatchObject({ status: 'completed' });
  });
  const list = await call<{ next_cursor: string }>(service, 'GET', '/bots?page_size=1');
  return new Map<string, readonly unknown[]>(
    Object.entries({
      id: [...bots, run.body.run_id],
      bot_id: bots,
      cursor: [list.body.next_cursor],
      symbol: ['BTCUSDT'],
      timeframe: ['1h'],
      confirm: [`YES-${Math.floor(Date.now() / 1000)}`],
      createBot: [{ ...bot, bot_name: 'three' }],
      updateBot: [{ leverage: 3 }],
      patchBot: [{ image_tag: 'v2' }],
      backtest: [backtest],
      createRun: [{ strategy_name: 'supertrend', symbol: 'BTCUSDT', timeframe: '1h', ...span }],
      promote: [{ target_image_tag: 'v2' }],
      riskResume: [{ reason: 'all clear' }],
      bffEmergencyFlatten: [{ reason: 'enough' }],
    }),
  );
}

/** After the description has judged the answer. */
async function send({ operationId, method, url, headers, payload }: FuzzRequest) {
  const answer = await service.app.inject({
    method,
    url,
    headers,
    ...(payload !== undefined && { payload }),
  });
  judge(operations.get(operationId)!, { status: answer.statusCode, text: answer.body });
  return { status: answer.statusCode, text: answer.body };
}

/** A digest of every row of every table the platform has. */
async function everyRow(): Promise<Record<string, string>> {
  const tables = await fixture.rows<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('trading', 'risk', 'ops', 'market') AND table_type = 'BASE TABLE'`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await fixture.rows<{ digest: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS digest FROM ${name} AS t`,
    );
    found[name] = row!.digest;
  }
  return found;
}

const options = (share: number): fc.Parameters<[FuzzRequest]> => ({
  numRuns: Math.round(REQUESTS * share),
  endOnFailure: true,
});

it(
  'random requests without the token change not one row',
  async () => {
    const before = await everyRow();
    await fc.assert(
      fc.asyncProperty(requests([...operations.values()], known, noneOf(TOKEN)), async (request) => {
        const { status } = await send(request);
        if (operations.get(request.operationId)!.guards.length > 0) expect(status).toBe(401);
      }),
      options(0.25),
    );
    expect(await everyRow()).toEqual(before);
  },
  TIMEOUT_MS,
);

it(
  'random requests are answered as described and never by a fault of the manager',
  async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requests([...operations.values()], known, anyOf(TOKEN)), async (request) => {
        const { status, text } = await send(request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // The contract answers so where a deploy cannot begin, as here, where no bot can be run.
        if (status === 500)
          expect(JSON.parse(text)).toMatchObject({ code: 'MANAGER_DEPLOY_INITIATION_FAILED' });
      }),
      options(0.75),
    );
    // A fuzzer that never gets through proves nothing. 201 and 409 are not asked for: few operations answer
    // so, and to few of their requests.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 415]));
  },
  TIMEOUT_MS,
);

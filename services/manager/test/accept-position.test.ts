/** The executor here is a server that answers as its contract says and keeps what it was asked. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceHandle } from '@platform/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, ManagerFixture, TOKEN } from './fixture';

const EXECUTOR_TOKEN = 'executor-token-of-the-test-with-256-bits-of-it';
const PATH = '/bff/risk/accept-position';
const REQUEST = { network: 'testnet', symbol: 'BTCUSDT', side: 'long' };

interface ReceivedRequest {
  readonly path: string | undefined;
  readonly headers: Record<string, unknown>;
  readonly body: Record<string, unknown>;
  /** Reasons in the audit log when it was asked. */
  readonly audited: readonly unknown[];
}

let fixture: ManagerFixture;
let executor: Server;
let manager: ServiceHandle;
const asked: ReceivedRequest[] = [];
let answer: { status: number; body: object };

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.method === 'POST') {
      const body = JSON.parse(text) as ReceivedRequest['body'];
      const audited = await fixture.rows('SELECT FROM ops.audit_log WHERE reason = $1', [body['reason']]);
      asked.push({ path: request.url, headers: request.headers, body, audited });
    }
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  };
  executor = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(executor, 'listening');
  manager = await fixture.start({
    PLATFORM_MANAGER__EXECUTOR_SERVICE_URL: `http://127.0.0.1:${(executor.address() as AddressInfo).port}`,
    PLATFORM_MANAGER__PLATFORM_EXECUTOR_OPERATOR_TOKEN: EXECUTOR_TOKEN,
  });
});
afterAll(async () => {
  executor?.close();
  await fixture?.close();
});

const accept = (body: unknown, headers?: Record<string, string>) =>
  call(manager, 'POST', PATH, body, headers);

it('an accepted position reaches the executor with the forward token after its audit row', async () => {
  const adjustment = { bot_id: null, side: 'long', qty_before: '2', qty_after: '0' };
  answer = {
    status: 200,
    body: { status: 'position_accepted', network: 'testnet', symbol: 'BTCUSDT', adjustments: [adjustment] },
  };
  expect(await accept({ ...REQUEST, reason: 'closed by hand' })).toEqual({
    status: 200,
    body: {
      status: 'position_accepted',
      network: 'testnet',
      symbol: 'BTCUSDT',
      adjustments: [{ botId: null, side: 'long', qtyBefore: '2', qtyAfter: '0' }],
    },
  });
  const [request] = asked.splice(0);
  expect(request).toMatchObject({
    path: '/positions/accept',
    headers: { 'x-operator-token': EXECUTOR_TOKEN, 'x-actor': 'alice' },
    body: { ...REQUEST, reason: 'closed by hand', confirm_token: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    audited: [{}],
  });
  expect(
    await fixture.rows(
      `SELECT actor, action, resource_id, trace_id::text FROM ops.audit_log WHERE reason = 'closed by hand'`,
    ),
  ).toEqual([
    {
      actor: 'operator:alice',
      action: 'accept_position',
      resource_id: 'testnet:BTCUSDT:long',
      trace_id: request!.headers['x-trace-id'],
    },
  ]);
});

it('accepting a position uses a new confirmation each time', async () => {
  for (let i = 0; i < 2; i++) await accept({ ...REQUEST, reason: 'twice' });
  const tokens = asked.splice(0).map(({ body }) => body['confirm_token']);
  expect(new Set(tokens).size).toBe(2);
});

it.each([
  [{ ...REQUEST }, 'RISK_REASON_REQUIRED', 'reason'],
  [{ ...REQUEST, reason: ' ' }, 'RISK_REASON_REQUIRED', 'reason'],
  [{ ...REQUEST, reason: 'x'.repeat(501) }, 'RISK_REASON_TOO_LONG', 'reason'],
  [{ ...REQUEST, reason: 'r', network: 'moon' }, 'MANAGER_INVALID_REQUEST', 'network'],
  [{ ...REQUEST, reason: 'r', symbol: 'btc/usdt' }, 'MANAGER_INVALID_REQUEST', 'symbol'],
  [{ ...REQUEST, reason: 'r', side: 'both' }, 'MANAGER_INVALID_REQUEST', 'side'],
])('accepting a position refuses %j without asking the executor', async (body, code, field) => {
  expect(await accept(body)).toMatchObject({ status: 400, body: { code, field } });
  expect(asked).toEqual([]);
});

it('accepting a position needs the operator token', async () => {
  for (const token of [EXECUTOR_TOKEN, 'wrong']) {
    const refused = await accept({ ...REQUEST, reason: 'r' }, { 'x-operator-token': token });
    expect(refused).toMatchObject({ status: 401, body: { code: 'MANAGER_UNAUTHORIZED' } });
  }
  expect((await accept({ ...REQUEST, reason: 'r' }, { authorization: `Bearer ${TOKEN}` })).status).toBe(401);
  expect(asked).toEqual([]);
});

it('accepting a position says so when the executor could not read the exchange: nothing was changed', async () => {
  answer = { status: 503, body: { code: 'EXECUTOR_EXCHANGE_UNREADABLE', message: 'it could not be read' } };
  expect(await accept({ ...REQUEST, reason: 'r' })).toMatchObject({
    status: 503,
    body: { code: 'MANAGER_UPSTREAM_UNAVAILABLE' },
  });
  asked.splice(0);
});

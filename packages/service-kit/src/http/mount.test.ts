import { DEFAULT_BODY_BYTES, defineRoutes, MAX_BODY_BYTES } from '@platform/contracts';
import { HOSTILE_BODIES } from '@platform/testkit';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuard } from '../auth/guard';
import { Secret } from '../config/secret';
import { ErrorLog, uncounted } from '../log/error-log';
import { createLogger } from '../log/logger';
import { type App, createApp } from './app';
import { Failure, failure } from './failure';
import { mount } from './mount';

const route = {
  method: 'GET',
  summary: '',
  auth: 'none',
  responses: { 200: Type.Object({}) },
} as const;

const routes = defineRoutes(
  { tag: 'test', invalid: 'RISK_INVALID_REQUEST' },
  {
    page: {
      ...route,
      path: '/page/:id',
      params: Type.Object({ id: Type.Integer() }),
      query: Type.Object({ limit: Type.Optional(Type.Integer({ default: 50, maximum: 100 })) }),
      responses: { 200: Type.Object({ id: Type.Integer(), limit: Type.Integer() }) },
    },
    create: {
      ...route,
      method: 'POST',
      path: '/create',
      responses: { 202: Type.Object({}), 200: Type.Object({}) },
    },
    defect: { ...route, path: '/defect' },
    lostDatabase: { ...route, path: '/lost-database' },
    conflict: { ...route, path: '/conflict' },
    later: {
      ...route,
      method: 'POST',
      path: '/later',
      auth: 'operator',
      body: Type.Object({ a: Type.String() }),
    },
    small: { ...route, method: 'POST', path: '/small', body: Type.Unknown() },
    large: { ...route, method: 'POST', path: '/large', body: Type.Unknown(), maxBodyBytes: MAX_BODY_BYTES },
  },
);

const INTERNAL = 'relation "secret_table" does not exist';
let app: App;
let logged = '';
/** How many requests got past the bounds of a body. */
let reached = 0;

beforeAll(async () => {
  const stream = {
    write: (line: string) => {
      logged += line;
    },
  };
  const log = createLogger({ service: 'risk', version: '1.0.0', level: 'info', stream });
  app = createApp({ service: 'risk', version: '1.0.0', log, errors: new ErrorLog('risk', log, uncounted()) });
  app.addHook('preValidation', async () => {
    reached += 1;
  });
  mount(
    app,
    routes,
    {
      page: ({ params, query }) => ({ id: params.id, limit: query.limit ?? 0 }),
      create: (_request, reply) => {
        reply.code(200);
        return {};
      },
      small: () => ({}),
      large: () => ({}),
      defect: () => {
        throw new Error(INTERNAL);
      },
      lostDatabase: () => {
        throw new Error('Connection terminated unexpectedly');
      },
      conflict: () => {
        throw new Failure('DATA_BACKFILL_CONFLICT', 'a job runs', { details: { existing_job_id: 'j1' } });
      },
    },
    createGuard('risk', { operator: new Secret('token') }),
  );
  await app.ready();
});
afterAll(() => app.close());

it('a mounted route gives handlers converted parameters with the defaults of the schema', async () => {
  expect((await app.inject('/page/7')).json()).toEqual({ id: 7, limit: 50 });
  expect((await app.inject('/page/7?limit=9')).json()).toEqual({ id: 7, limit: 9 });
});

it.each([
  ['/page/seven', 'id'],
  ['/page/7?limit=101', 'limit'],
])('a mounted route answers %s with 400 and the field to blame', async (url, field) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'RISK_INVALID_REQUEST', field });
});

it('a mounted route answers with the status a handler chose', async () => {
  expect((await app.inject({ method: 'POST', url: '/create' })).statusCode).toBe(200);
});

it('a mounted route logs what broke inside and shows none of it', async () => {
  const answer = await app.inject('/defect');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 'RISK_INTERNAL_ERROR', message: 'internal error' });
  expect(answer.body).not.toContain('secret_table');
  const line = logged.split('\n').find((text) => text.includes('RISK_INTERNAL_ERROR'))!;
  expect(JSON.parse(line)).toMatchObject({
    service: 'risk',
    level: 'error',
    trace_id: answer.headers['x-trace-id'],
    err: { message: INTERNAL },
  });
});

it('a mounted route calls a lost database transient, so that the caller tries again', async () => {
  const answer = await app.inject('/lost-database');
  expect(answer.statusCode).toBe(500);
  expect(answer.json().code).toBe('RISK_DB_TRANSIENT');
});

it('a mounted route adds the public details of a failure to its body', async () => {
  const answer = await app.inject('/conflict');
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'DATA_BACKFILL_CONFLICT', existing_job_id: 'j1' });
});

it('a route without a handler is a 501, but only to a valid request with a valid token', async () => {
  const post = (headers: Record<string, string>, payload: object) =>
    app.inject({ method: 'POST', url: '/later', headers, payload });
  expect((await post({}, { a: 'x' })).statusCode).toBe(401);
  expect((await post({ 'x-operator-token': 'token' }, { b: 'x' })).statusCode).toBe(400);
  expect((await post({ 'x-operator-token': 'token' }, { a: 'x' })).json().code).toBe(
    'SHARED_NOT_IMPLEMENTED',
  );
});

describe('a body', () => {
  const post = (url: string, payload: string) =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });
  const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;

  it.each([
    ['/small', DEFAULT_BODY_BYTES],
    ['/large', MAX_BODY_BYTES],
  ])('a body of %s may have %d bytes and not one more', async (url, bytes) => {
    expect((await post(url, text(bytes))).statusCode).toBe(200);
    const refused = await post(url, text(bytes + 1));
    expect(refused.statusCode).toBe(413);
    expect(refused.json()).toMatchObject({ code: 'SHARED_BODY_TOO_LARGE', field: 'body' });
    expect(refused.json().message).toContain(`${bytes / 1024} KiB`);
  });

  it('a body beyond the bounds of its shape is refused before anything else looks at it', async () => {
    const bombs = Object.entries(HOSTILE_BODIES).filter(([name]) =>
      /nested|thousand|a bomb|ten|many/.test(name),
    );
    expect(bombs.length).toBeGreaterThan(8);
    reached = 0;
    const found = await Promise.all(
      bombs.map(async ([name, bomb]) => [name, (await post('/large', bomb)).statusCode] as const),
    );
    for (const [name, status] of found) expect([400, 413], name).toContain(status);
    expect(reached).toBe(0);
  });

  it('a body beyond the bounds of its shape is not even parsed', async () => {
    const unended = await post('/large', '['.repeat(1_000));
    expect(unended.statusCode).toBe(400);
    expect(unended.json().message).toContain('nested deeper');
  });
});

it('a failure takes its status from the registry', () => {
  expect(failure('SHARED_NOT_FOUND', 'x').status).toBe(404);
  expect(failure('RISK_REASON_REQUIRED', 'x', 'reason')).toMatchObject({ status: 400, field: 'reason' });
});

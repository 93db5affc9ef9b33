/**
 * Every operation of the manager × every kind of token × every kind of body. The grid is made from the
 * OpenAPI description, so a new route is in it without a line here, and every answer must be one that the
 * description declares.
 */
import { type ErrorBody, MAX_BODY_BYTES } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import {
  describedOperations,
  type JsonSchema,
  judge,
  type Operation,
  tokenHeader,
  valid,
} from '@platform/service-kit/test-suite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openapi } from '../src/run';
import { ManagerFixture, TOKEN } from './fixture';

const RISK_TOKEN = 'risk-operator-token-of-the-test-with-256-bits-of-it';
const EXECUTOR_TOKEN = 'executor-operator-token-of-the-test-with-256-bits-of-it';
/** None, an empty one, a wrong one, and those of other services: right elsewhere, wrong here. */
const REFUSED_TOKENS = [undefined, '', `${TOKEN}x`, RISK_TOKEN, EXECUTOR_TOKEN];
const TRACE_ID = '01923456-789a-7000-8000-0000000000ab';

/** A WebSocket (101) is more than a request and an answer: it has its own tests. */
const operations = describedOperations(await openapi()).filter(({ answers }) => !answers.has(101));
const labelled = operations.map((each) => [`${each.method} ${each.path}`, each] as const);
const guarded = labelled.filter(([, { guards }]) => guards.length > 0);
const open = labelled.filter(([, { guards }]) => guards.length === 0);

let fixture: ManagerFixture;
let service: ServiceHandle;
beforeAll(async () => {
  fixture = await ManagerFixture.open();
  service = await fixture.start({
    PLATFORM_MANAGER__PLATFORM_RISK_OPERATOR_TOKEN: RISK_TOKEN,
    PLATFORM_MANAGER__PLATFORM_EXECUTOR_OPERATOR_TOKEN: EXECUTOR_TOKEN,
  });
});
afterAll(() => fixture?.close());

/** A value that the schema allows, the same on every run. */
function sample(schema: JsonSchema, isWanted: (value: unknown) => boolean = () => true): unknown {
  return fc.sample(valid(schema).filter(isWanted), { seed: 1, numRuns: 1 })[0];
}

const BODY_KINDS = ['missing', 'malformed', 'oversize', 'unknown-field'] as const;
type BodyKind = (typeof BODY_KINDS)[number];
const OVERSIZE = JSON.stringify({ reason: 'x'.repeat(MAX_BODY_BYTES) });

/** Path and bodies of an operation, made once: good but for what the kind of body says. */
class Prepared {
  readonly path: string;
  readonly bodies: Readonly<Record<BodyKind, string | undefined>>;

  constructor(readonly operation: Operation) {
    this.path = operation.parameters
      .filter((each) => each.in === 'path')
      .reduce((path, { name, schema }) => path.replace(`{${name}}`, String(sample(schema))), operation.path);
    const good = sample(operation.body ?? { type: 'object', properties: {} }, isObject);
    const stray = JSON.stringify({ ...(good as object), no_such_field: 1 });
    this.bodies = {
      missing: undefined,
      malformed: '{"half": "a body',
      oversize: OVERSIZE,
      'unknown-field': stray,
    };
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

async function send(
  { operation, path, bodies }: Prepared,
  kind: BodyKind,
  headers: Readonly<Record<string, string>>,
  search = '',
) {
  const payload = bodies[kind];
  const answer = await service.app.inject({
    method: operation.method,
    url: `${path}${search}`,
    headers: {
      'x-trace-id': TRACE_ID,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  judge(operation, { status: answer.statusCode, text: answer.body });
  return {
    status: answer.statusCode,
    ...(answer.statusCode >= 400 && { error: answer.json<ErrorBody>() }),
  };
}

/** The right token where this operation does not look for it. */
function misplaced({ guards }: Operation): Record<string, string> {
  return {
    ...(!guards.includes('operatorToken') && { 'x-operator-token': TOKEN }),
    ...(!guards.includes('operatorBearer') && { authorization: `Bearer ${TOKEN}` }),
  };
}

it.each(guarded)(
  'the guarded operation %s refuses every wrong token alike, whatever the body',
  async (_, operation) => {
    const attempts = REFUSED_TOKENS.map((token) =>
      token === undefined ? {} : tokenHeader(operation, token),
    );
    const prepared = new Prepared(operation);
    const seen = new Set<string>();
    for (const headers of [...attempts, misplaced(operation)]) {
      for (const kind of BODY_KINDS) seen.add(JSON.stringify(await send(prepared, kind, headers)));
    }
    expect([...seen].map((text) => JSON.parse(text))).toEqual([
      { status: 401, error: expect.objectContaining({ code: 'MANAGER_UNAUTHORIZED', field: null }) },
    ]);
  },
);

it.each(guarded)('the guarded operation %s reads the body once the token is right', async (_, operation) => {
  const prepared = new Prepared(operation);
  const headers = tokenHeader(operation, TOKEN);
  await send(prepared, 'missing', headers);
  expect(await send(prepared, 'malformed', headers)).toMatchObject({
    status: 400,
    error: { code: 'MANAGER_INVALID_REQUEST', field: 'body' },
  });
  expect(await send(prepared, 'oversize', headers)).toMatchObject({
    status: 413,
    error: { code: 'MANAGER_BODY_TOO_LARGE', field: 'body' },
  });
  const withStray = await send(prepared, 'unknown-field', headers);
  if (operation.body === undefined) return;
  expect(withStray).toMatchObject({
    status: 400,
    error: { code: 'MANAGER_INVALID_REQUEST', field: 'no_such_field' },
  });
});

it.each(guarded.filter(([, { isBodyRequired }]) => isBodyRequired))(
  'the guarded operation %s refuses a request without the body it needs',
  async (_, operation) => {
    expect(await send(new Prepared(operation), 'missing', tokenHeader(operation, TOKEN))).toMatchObject({
      status: 400,
      error: { code: 'MANAGER_INVALID_REQUEST' },
    });
  },
);

describe('an open operation', () => {
  // Whether the manager is ready may change from one request to the next.
  const steady = open.filter(([, { path }]) => path !== '/readyz');
  it.each(steady)(
    'the open operation %s only reads, and answers the same with any token',
    async (_, operation) => {
      expect(operation.method).toBe('GET');
      const prepared = new Prepared(operation);
      const statuses = new Set<number>();
      for (const token of [...REFUSED_TOKENS, TOKEN]) {
        const headers = token === undefined ? {} : tokenHeader(operation, token);
        statuses.add((await send(prepared, 'missing', headers)).status);
      }
      expect(statuses.size).toBe(1);
    },
  );

  it.each(open.filter(([, { parameters }]) => parameters.some((each) => each.in === 'query')))(
    'the open operation %s refuses a parameter it does not know',
    async (_, operation) => {
      expect(await send(new Prepared(operation), 'missing', {}, '?no_such_field=1')).toMatchObject({
        status: 400,
        error: { code: 'MANAGER_INVALID_REQUEST' },
      });
    },
  );
});

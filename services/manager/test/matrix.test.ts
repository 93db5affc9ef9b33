/**
 * Every route of the manager × every kind of token × every kind of body. The grid is made from the route table, so a new
 * route is in it without a line here. Whatever comes back must be what the OpenAPI description declares for that route.
 */
import { type ErrorBody, MAX_BODY_BYTES, type RouteSpec, routesByService } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredAnswer } from './fuzz-answers';
import { ManagerFixture, TOKEN } from './fixture';

const ID = '01923456-789a-7000-8000-00000000dead';
const TRACE_ID = '01923456-789a-7000-8000-0000000000ab';

/** The tokens of the other services as a development stack would hold them: right elsewhere, wrong here. */
const REFUSED_TOKENS = {
  'no token': undefined,
  'an empty token': '',
  'a wrong token': `${TOKEN}x`,
  "the risk service's token": 'risk-operator-token-of-the-test',
  "the executor's token": 'executor-operator-token-of-the-test',
} as const;

const BODIES = {
  missing: undefined,
  malformed: '{"reason": "half a body',
  oversize: JSON.stringify({ reason: 'x'.repeat(MAX_BODY_BYTES) }),
  'unknown-field': '{"no_such_field":1}',
} as const;
type BodyKind = keyof typeof BODIES;
const BODY_KINDS = Object.keys(BODIES) as readonly BodyKind[];

const routes = Object.entries<RouteSpec>(routesByService.manager).map(
  ([name, route]) => [`${route.method} ${route.path}`, name, route] as const,
);
const guarded = routes.filter(([, , { auth }]) => auth !== 'none');
const open = routes.filter(([, , { auth }]) => auth === 'none');

let fixture: ManagerFixture;
let service: ServiceHandle;
beforeAll(async () => {
  fixture = await ManagerFixture.open();
  service = await fixture.start({
    PLATFORM_MANAGER__PLATFORM_RISK_OPERATOR_TOKEN: 'risk-operator-token-of-the-test',
    PLATFORM_MANAGER__PLATFORM_EXECUTOR_OPERATOR_TOKEN: 'executor-operator-token-of-the-test',
  });
});
afterAll(() => fixture?.close());

async function send(route: RouteSpec, body: BodyKind, headers: Readonly<Record<string, string>>) {
  const text = BODIES[body];
  const answer = await service.app.inject({
    method: route.method,
    url: route.path.replaceAll(/:(\w+)/g, (_, name: string) => (name.endsWith('id') ? ID : 'nothing')),
    headers: {
      'x-trace-id': TRACE_ID,
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text === undefined ? {} : { payload: text }),
  });
  return { status: answer.statusCode, body: answer.json<ErrorBody>() };
}

function tokenHeader({ auth }: RouteSpec, token: string | undefined): Record<string, string> {
  if (token === undefined) return {};
  return auth === 'bearer' ? { authorization: `Bearer ${token}` } : { 'x-operator-token': token };
}

/** The right token where this route does not look for it. */
const misplaced = ({ auth }: RouteSpec): Record<string, string> =>
  auth === 'bearer' ? { 'x-operator-token': TOKEN } : { authorization: `Bearer ${TOKEN}` };

describe('a guarded route', () => {
  it.each(guarded)('%s refuses every wrong token alike, whatever the body', async (_, name, route) => {
    const attempts = [
      ...Object.values(REFUSED_TOKENS).map((token) => tokenHeader(route, token)),
      misplaced(route),
    ];
    const seen = new Set<string>();
    for (const headers of attempts) {
      for (const kind of BODY_KINDS) {
        const answer = await send(route, kind, headers);
        declaredAnswer(name, answer);
        seen.add(JSON.stringify(answer));
      }
    }
    expect([...seen].map((text) => JSON.parse(text))).toEqual([
      { status: 401, body: expect.objectContaining({ code: 'MANAGER_UNAUTHORIZED', field: null }) },
    ]);
  });

  it.each(guarded)('%s reads the body once the token is right', async (_, name, route) => {
    const headers = tokenHeader(route, TOKEN);
    for (const kind of BODY_KINDS) declaredAnswer(name, await send(route, kind, headers));
    expect(await send(route, 'malformed', headers)).toMatchObject({
      status: 400,
      body: { code: route.invalid, field: 'body' },
    });
    expect(await send(route, 'oversize', headers)).toMatchObject({
      status: 413,
      body: { code: 'MANAGER_BODY_TOO_LARGE', field: 'body' },
    });
    if (route.body === undefined) return;
    expect((await send(route, 'missing', headers)).status).toBe(400);
    expect(await send(route, 'unknown-field', headers)).toMatchObject({
      status: 400,
      body: { code: route.invalid, field: 'no_such_field' },
    });
  });
});

describe('an open route', () => {
  it.each(open)('%s changes nothing and answers the same with any token', async (_, name, route) => {
    expect(route.method).toBe('GET');
    const statuses = new Set<number>();
    for (const token of [...Object.values(REFUSED_TOKENS), TOKEN]) {
      const answer = await send(route, 'missing', tokenHeader(route, token));
      declaredAnswer(name, answer);
      statuses.add(answer.status);
    }
    expect(statuses.size).toBe(1);
  });

  it.each(open.filter(([, , { query }]) => query !== undefined))(
    '%s refuses a parameter it does not know',
    async (_, name, route) => {
      const answer = await send({ ...route, path: `${route.path}?no_such_field=1` }, 'missing', {});
      declaredAnswer(name, answer);
      expect(answer).toMatchObject({ status: 400, body: { code: route.invalid } });
    },
  );
});

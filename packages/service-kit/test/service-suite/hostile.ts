/**
 * Nothing knocks the process over: the whole corpus of hostile requests, notifications and bus messages
 * against the service as it runs in production. It answers all of it with the error body, breaks over none of
 * it, and does its work afterwards.
 */
import { readFile } from 'node:fs/promises';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import {
  DB_CHANNELS,
  errorRegistry,
  fillsSubject,
  INTENTS_SUBJECT,
  invalidRequestCode,
  klineSubject,
  type RouteSpec,
  riskEventSubject,
  type ServiceName,
} from '@platform/contracts';
import {
  eventually,
  HOSTILE_BODIES,
  HOSTILE_CONTENT_TYPES,
  HOSTILE_HEADERS,
  HOSTILE_MESSAGES,
  HOSTILE_METHODS,
  HOSTILE_NOTIFICATIONS,
  HOSTILE_TARGETS,
  HOSTILE_UPGRADES,
  type RawAnswer,
  type RawRequest,
  type SpawnedService,
  sendRaw,
  spawnService,
  storm,
} from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useEnvirons } from './environs';
import { get, labelOf, pathOf, tokenHeaders } from './requests';
import { BREAK_GLASS_TOKEN, logLevelVariable, routesOf, type Subject, TOKEN } from './subject';

/**
 * Statuses that a route may answer without having done anything: what it needs is away, or it is not served.
 */
const DOCUMENTED = [501, 502, 503];
const REQUESTS = 10_000;

export function hostileSuite<Config>(subject: Subject<Config>): void {
  const { service } = subject;
  const withBody = routesOf(service).filter(({ method }) => method !== 'GET');

  describe('the process under hostile input', () => {
    // Of its own: what happens to be well-formed is carried out.
    const environs = useEnvirons(subject);
    let running: SpawnedService;
    beforeAll(async () => {
      running = await spawnService(service, {
        ...environs.environment(),
        [logLevelVariable(service)]: 'info',
      });
    });
    afterAll(async () => {
      await running?.end('SIGKILL');
    });

    const isWell = async () => {
      expect(running.process.exitCode).toBeNull();
      await eventually(async () => expect((await get(running.url, '/healthz')).status).toBe(200));
      expect(running.output()).not.toContain('the process ends');
    };
    const send = async (request: RawRequest): Promise<RawAnswer> => {
      const answer = await sendRaw(running.url, request);
      if (answer.status !== null && answer.status >= 400) expectErrorBody(answer, request);
      return answer;
    };

    it.each(HOSTILE_UPGRADES)('answers every odd target with the upgrade %j', async (upgrade) => {
      const offer = upgrade === undefined ? [] : ['connection: upgrade', `upgrade: ${upgrade}`];
      for (const target of HOSTILE_TARGETS) {
        const { status } = await send({ target, headers: [...offer, 'origin: http://evil.example'] });
        expect([target.slice(0, 80), isRefusal(status)]).toEqual([target.slice(0, 80), true]);
      }
      await isWell();
    });

    it('answers every odd method', async () => {
      for (const method of HOSTILE_METHODS) {
        for (const target of ['/', '/healthz', '/ws']) await send({ method, target });
      }
      await isWell();
    });

    it('answers heads that no honest client sends', async () => {
      for (const headers of HOSTILE_HEADERS) {
        await send({ target: '/healthz', headers });
        await send({ target: '/ws', headers });
        await send({ method: 'POST', target: '/no/such/path', headers, body: '{}' });
      }
      await isWell();
    });

    it.each(withBody.map((route) => [labelOf(route), route] as const))(
      '%s refuses every hostile body with a status it declares',
      async (_, route) => {
        for (const [name, body] of Object.entries(HOSTILE_BODIES)) {
          const { status } = await send(postOf(route, 'application/json', body));
          expect([name, isAnswerOf(status)]).toEqual([name, true]);
        }
        for (const contentType of HOSTILE_CONTENT_TYPES) {
          const { status } = await send(postOf(route, contentType, '{"a":1}'));
          expect([contentType, isAnswerOf(status)]).toEqual([contentType, true]);
        }
        await isWell();
      },
    );

    it('outlives junk on every channel that anybody may notify, and counts what it heard of it', async () => {
      const anybody = new pg.Client({
        connectionString: environs.database().urlFor('platform_lab_reader'),
      });
      await anybody.connect();
      try {
        for (const channel of Object.values(DB_CHANNELS)) {
          for (const payload of HOSTILE_NOTIFICATIONS) {
            await anybody.query('SELECT pg_notify($1, $2)', [channel, payload]);
          }
        }
      } finally {
        await anybody.end();
      }
      await isWell();
      const counted = new RegExp(
        `^platform_errors_total\\{code="${invalidRequestCode(service)}"\\} [1-9]`,
        'm',
      );
      await eventually(async () => expect((await get(running.url, '/metrics')).text).toMatch(counted));
      await isWell();
    });

    it('outlives junk on every subject of the bus', async () => {
      for (const [publisher, subjects] of Object.entries(subjectsFor(environs.environment()))) {
        const authenticator = credsAuthenticator(
          await readFile(environs.nats().credsFor(publisher as ServiceName)),
        );
        const connection = await connect({ servers: environs.nats().url, authenticator });
        for (const subjectName of subjects) {
          for (const message of HOSTILE_MESSAGES) connection.publish(subjectName, message);
        }
        await connection.drain();
      }
      await isWell();
      await eventually(async () => expect((await get(running.url, '/readyz')).status).toBe(200));
      await isWell();
    });

    it('lets no intruder in and makes no mistake over ten thousand requests of every route, credential and body', async () => {
      const tokens = { operator: TOKEN, breakGlass: BREAK_GLASS_TOKEN };
      const { cells, faults, intruders } = await storm(running.url, routesOf(service), tokens, REQUESTS);
      process.stdout.write(
        `${service}: ${cells.tried} of ${cells.existing} cells of route × credential tried\n`,
      );
      expect(cells.tried).toBe(cells.existing);
      expect({ faults, intruders }).toEqual({ faults: [], intruders: [] });
      await isWell();
    });
  });
}

/** Everything that is published on the bus, by who may. */
function subjectsFor(env: Readonly<Record<string, string>>): Partial<Record<ServiceName, readonly string[]>> {
  const symbol = env['PLATFORM_BOT_SYMBOL'] ?? 'BTCUSDT';
  return {
    data: [klineSubject('perp', symbol, '1m'), klineSubject('perp', symbol, '1h')],
    bot: [INTENTS_SUBJECT],
    risk: [riskEventSubject('vpin'), riskEventSubject('latch')],
    executor: [fillsSubject('01923456-789a-7000-8000-00000000dead')],
  };
}

function postOf(route: RouteSpec, contentType: string, body: string): RawRequest {
  const token = Object.entries(tokenHeaders(route)).map(([name, value]) => `${name}: ${value}`);
  return {
    method: route.method,
    target: pathOf(route),
    headers: [`content-type: ${contentType}`, ...token],
    body,
  };
}

/**
 * Nothing in the corpus may succeed, and nothing may be a fault of the service. A closed connection is an
 * answer, too.
 */
const isRefusal = (status: number | null) => status === null || (status >= 200 && status < 500);
const isAnswerOf = (status: number | null) => isRefusal(status) || DOCUMENTED.includes(status!);

function expectErrorBody({ status, head, body }: RawAnswer, { method, target }: RawRequest): void {
  const where = `${status} to ${method ?? 'GET'} ${target.slice(0, 80)}`;
  if (method === 'HEAD' || status === 417) return;
  expect(head, where).toMatch(/^x-platform-version: /im);
  expect(head, where).toMatch(/^x-trace-id: [0-9a-f-]{36}$/im);
  expect(errorRegistry, where).toHaveProperty((JSON.parse(body) as { code: string }).code);
}

/**
 * Whether anybody can knock a service over, get in without a token, or learn a token by its timing: the hostile corpus and then random
 * cells of route × credential × body against all five services. PLATFORM_BENCH_SECURITY_REQUESTS says how many requests each of them
 * gets (100,000 for a long run).
 */
import { randomBytes } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  errorRegistry,
  type RouteSpec,
  routesByService,
  SERVICES,
  type ServiceName,
} from '@platform/contracts';
import { isSameToken, Secret } from '@platform/service-kit';
import {
  HOSTILE_BODIES,
  HOSTILE_CONTENT_TYPES,
  HOSTILE_HEADERS,
  HOSTILE_TARGETS,
  HOSTILE_UPGRADES,
  type SpawnedService,
  sendRaw,
} from '@platform/testkit';
import type { Benchmark, BenchResult } from './benchmark';
import { TOKEN } from './manager-service';
import { percentile } from './percentile';
import { BREAK_GLASS_TOKEN, longestHoldUpMs, openSecurityBed } from './security-bed';

const REQUESTS = Number(process.env['PLATFORM_BENCH_SECURITY_REQUESTS'] ?? 10_000);
const AT_A_TIME = 16;
const HOLD_UP_AIM_MS = 250;
const QUIET_MS = 5_000;
const PAIRS = 10_000;
const WELCH_AIM = 4.5;

interface Tally {
  requests: number;
  faults: number;
  intruders: number;
}

export const benchmark: Benchmark = {
  name: 'security',
  summary: 'hostile input: exits, faults, intruders, longest hold-up of an event loop, timing of the token',
  parts: [...SERVICES, 'tokens'],
  run: async (progress, part) => {
    const wanted = SERVICES.filter((service) => part === undefined || part === service);
    const results = wanted.length === 0 ? [] : await attack(wanted, progress);
    return part === undefined || part === 'tokens' ? [...results, ...timingOfTokens()] : results;
  },
};

async function attack(
  wanted: readonly ServiceName[],
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  const bed = await openSecurityBed(wanted, progress);
  try {
    const results: BenchResult[] = [];
    for (const [service, running] of bed.services) {
      progress(`${REQUESTS} requests to ${service}`);
      results.push(...(await measure(service, running)));
    }
    return results;
  } finally {
    await bed.close();
  }
}

async function measure(service: ServiceName, running: SpawnedService): Promise<BenchResult[]> {
  await longestHoldUpMs(running);
  await sleep(QUIET_MS);
  const quietMs = await longestHoldUpMs(running);
  const tally: Tally = { requests: 0, faults: 0, intruders: 0 };
  await sendCorpus(service, running.url, tally);
  await sendCells(service, running.url, tally);
  const heldUpMs = await longestHoldUpMs(running);
  const exits = running.process.exitCode === null && running.process.signalCode === null ? 0 : 1;
  const none = (name: string, value: number): BenchResult => ({
    ...{ name: `${service}: ${name}`, value, unit: '', aim: '0', met: value === 0 },
  });
  return [
    {
      name: `${service}: requests`,
      value: tally.requests,
      unit: '',
      aim: '>= 10,000',
      met: tally.requests >= 10_000,
    },
    none('exits', exits),
    none('answers of 5xx that say the service is at fault', tally.faults),
    none('answers of 2xx without the token', tally.intruders),
    {
      name: `${service}: longest hold-up of the event loop`,
      ...{ value: heldUpMs, unit: 'ms', aim: `<= ${HOLD_UP_AIM_MS} ms`, met: heldUpMs <= HOLD_UP_AIM_MS },
    },
    { name: `${service}: the same without any request`, value: quietMs, unit: 'ms' },
  ];
}

async function sendCorpus(service: ServiceName, url: string, tally: Tally): Promise<void> {
  const bodyRoutes = Object.values<RouteSpec>(routesByService[service]).filter(
    ({ method }) => method !== 'GET',
  );
  const take = async (request: Parameters<typeof sendRaw>[1]) => {
    const { status } = await sendRaw(url, request);
    count(tally, status ?? 0, undefined);
  };
  for (const target of HOSTILE_TARGETS) {
    for (const upgrade of HOSTILE_UPGRADES) {
      await take({
        target,
        headers: upgrade === undefined ? [] : ['connection: upgrade', `upgrade: ${upgrade}`],
      });
    }
  }
  for (const headers of HOSTILE_HEADERS) await take({ target: '/healthz', headers });
  for (const route of bodyRoutes) {
    const token = Object.entries(credentials(route).right).map(([name, value]) => `${name}: ${value}`);
    const send = (type: string, body: string) =>
      take({
        method: route.method,
        target: pathOf(route),
        headers: [`content-type: ${type}`, ...token],
        body,
      });
    for (const body of Object.values(HOSTILE_BODIES)) await send('application/json', body);
    for (const type of HOSTILE_CONTENT_TYPES) await send(type, '{}');
  }
}

/** Every route with every credential in turn, with bodies that are small enough to be read. */
async function sendCells(service: ServiceName, url: string, tally: Tally): Promise<void> {
  const bodies = Object.values(HOSTILE_BODIES).filter((body) => body.length < 20_000);
  const cells = Object.values<RouteSpec>(routesByService[service]).flatMap((route) =>
    Object.entries(credentials(route)).map(([kind, headers]) => ({ route, kind, headers })),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  let next = 0;
  const worker = async () => {
    while (tally.requests < REQUESTS) {
      const at = next++;
      const { route, kind, headers } = cells[at % cells.length]!;
      const body = route.method === 'GET' ? undefined : bodies[at % bodies.length];
      const status = await ask(agent, `${url}${pathOf(route)}`, route.method, headers, body);
      count(tally, status, kind === 'right' ? undefined : route);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  agent.destroy();
}

/** Who answers 500 is at fault; 501, 502 and 503 are declared for what is not served, not configured or away. */
function count(tally: Tally, status: number, withoutToken: RouteSpec | undefined): void {
  tally.requests += 1;
  if (status >= 500 && !DECLARED.has(status)) tally.faults += 1;
  if (withoutToken !== undefined && withoutToken.auth !== 'none' && status < 300) tally.intruders += 1;
}

const DECLARED = new Set(
  Object.values(errorRegistry).flatMap(({ status }) => (status !== null && status > 500 ? [status] : [])),
);

function credentials(
  route: RouteSpec,
): Record<'none' | 'wrong' | 'misplaced' | 'right', Record<string, string>> {
  const token = route.auth === 'break-glass' ? BREAK_GLASS_TOKEN : TOKEN;
  const isBearer = route.auth === 'bearer' || route.auth === 'break-glass';
  const given = (text: string, inBearer: boolean): Record<string, string> =>
    inBearer ? { authorization: `Bearer ${text}` } : { 'x-operator-token': text };
  return {
    none: {},
    wrong: given(`${token.slice(0, -1)}x`, isBearer),
    misplaced: route.auth === 'session' ? { cookie: token } : given(token, !isBearer),
    right: route.auth === 'none' ? {} : given(token, isBearer),
  };
}

const pathOf = (route: RouteSpec) =>
  route.path.replace(/:(\w+)/g, (_, name: string) =>
    name.endsWith('id') ? '01923456-789a-7000-8000-00000000dead' : 'nothing',
  );

function ask(
  agent: Agent,
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Promise<number> {
  return new Promise((resolve) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = httpRequest(url, { agent, method, headers: { ...headers, ...json } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    // A connection that was closed on a refused body: neither a success nor a fault.
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

/** The comparison alone, so that nothing but the token can make a difference: right against wrong, and early against late faults. */
function timingOfTokens(): BenchResult[] {
  const right = randomBytes(32).toString('hex');
  const expected = new Secret(right);
  const flip = (at: number) => `${right.slice(0, at)}${right[at] === '0' ? '1' : '0'}${right.slice(at + 1)}`;
  const compare = (name: string, one: string, other: string): BenchResult => {
    const t = welch(one, other, expected);
    return { name, value: t, unit: 't', aim: `|t| < ${WELCH_AIM}`, met: Math.abs(t) < WELCH_AIM };
  };
  return [
    compare('the right token against a wrong one', right, randomBytes(32).toString('hex')),
    compare('a token wrong at its end against one wrong at its beginning', flip(63), flip(0)),
  ];
}

function welch(one: string, other: string, expected: Secret): number {
  const times: [number[], number[]] = [[], []];
  const tokens = [one, other] as const;
  for (let n = 0; n < PAIRS * 2 + 4_000; n++) {
    // Each pair in both orders, so that being second costs both alike.
    const which = (n ^ (n >> 1)) & 1;
    const started = process.hrtime.bigint();
    isSameToken(tokens[which]!, expected);
    const tookNs = Number(process.hrtime.bigint() - started);
    // The first ones are compiled meanwhile.
    if (n >= 4_000) times[which]!.push(tookNs);
  }
  // What the machine did meanwhile is no secret of the token: the slowest tenth of each is left out alike.
  const cut = percentile(times.flat(), 0.9);
  const [a, b] = times.map((all) => moments(all.filter((tookNs) => tookNs <= cut)));
  return (a!.mean - b!.mean) / Math.sqrt(a!.variance / a!.count + b!.variance / b!.count);
}

function moments(values: readonly number[]): { mean: number; variance: number; count: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, variance, count: values.length };
}

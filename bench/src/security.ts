/**
 * Whether anybody can knock a service over, get in without a token, or learn a token by its timing: the
 * hostile corpus and then every cell of route × credential × body, again and again, against all five
 * services.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RouteSpec, routesByService, SERVICES, type ServiceName } from '@platform/contracts';
import { isSameToken, Secret } from '@platform/service-kit';
import {
  HOSTILE_BODIES,
  HOSTILE_CONTENT_TYPES,
  HOSTILE_HEADERS,
  HOSTILE_TARGETS,
  HOSTILE_UPGRADES,
  isFault,
  longestTurn,
  type SpawnedService,
  sendRaw,
  storm,
  stormCredentials,
  stormPath,
} from '@platform/testkit';
import type { Benchmark, BenchResult } from './benchmark';
import { TOKEN } from './manager-service';
import { percentile } from './percentile';
import { BREAK_GLASS_TOKEN, openSecurityHarness, tryRolesOnce } from './security-harness';

/** Of the storm, for each service; the corpus comes on top. */
const REQUESTS = { usual: 10_000, long: 100_000 };
const BUSY_AIM_MS = 250;
const QUIET_MS = 5_000;
const PAIRS = 10_000;
const WELCH_AIM = 4.5;
const TOKENS = { operator: TOKEN, breakGlass: BREAK_GLASS_TOKEN };

export const benchmark: Benchmark = {
  name: 'security',
  summary: 'hostile input: exits, faults, intruders, longest turn of an event loop, timing of the token',
  parts: [...SERVICES, 'roles', 'tokens'],
  hasLong: true,
  run: async (progress, part, isLong) => {
    const wanted = SERVICES.filter((service) => part === undefined || part === service);
    const requests = isLong === true ? REQUESTS.long : REQUESTS.usual;
    const results = wanted.length === 0 ? [] : await attack(wanted, requests, progress);
    if (part === undefined || part === 'roles') results.push(...(await matrixOfRoles(progress)));
    if (part === undefined || part === 'tokens') results.push(...timingOfTokens());
    return results;
  },
};

async function attack(
  wanted: readonly ServiceName[],
  requests: number,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  const harness = await openSecurityHarness(wanted, progress);
  try {
    const results: BenchResult[] = [];
    for (const [service, running] of harness.services) {
      progress(`${requests} requests to ${service}`);
      results.push(...(await measure(service, running, requests)));
    }
    return results;
  } finally {
    await harness.close();
  }
}

async function measure(
  service: ServiceName,
  running: SpawnedService,
  requests: number,
): Promise<BenchResult[]> {
  await longestTurn(running);
  await sleep(QUIET_MS);
  const quiet = await longestTurn(running);
  const routes = Object.values<RouteSpec>(routesByService[service]);
  const corpus = await sendCorpus(routes, running.url);
  const stormed = await storm(running.url, routes, TOKENS, requests);
  const { busyMs, heldUpMs } = await longestTurn(running);
  const exits = running.process.exitCode === null && running.process.signalCode === null ? 0 : 1;
  const none = (name: string, value: number): BenchResult => ({
    name: `${service}: ${name}`,
    value,
    unit: '',
    aim: '0',
    met: value === 0,
  });
  const sent = corpus.requests + stormed.requests;
  const aim = requests.toLocaleString('en');
  return [
    { name: `${service}: requests`, value: sent, unit: '', aim: `>= ${aim}`, met: sent >= requests },
    none('exits', exits),
    none('answers of 5xx that say the service is at fault', corpus.faults + stormed.faults.length),
    none('answers of 2xx without the token', stormed.intruders.length),
    coverage(`${service}: cells of route × credential`, stormed.cells),
    {
      name: `${service}: longest turn of the event loop, of its own processor time`,
      value: busyMs,
      unit: 'ms',
      aim: `<= ${BUSY_AIM_MS} ms`,
      met: busyMs <= BUSY_AIM_MS,
    },
    { name: `${service}: the same without any request`, value: quiet.busyMs, unit: 'ms' },
    { name: `${service}: longest turn by the clock`, value: heldUpMs, unit: 'ms' },
    { name: `${service}: the same without any request`, value: quiet.heldUpMs, unit: 'ms' },
  ];
}

async function sendCorpus(routes: readonly RouteSpec[], url: string) {
  const tally = { requests: 0, faults: 0 };
  const take = async (request: Parameters<typeof sendRaw>[1]) => {
    const { status } = await sendRaw(url, request);
    tally.requests += 1;
    if (isFault(status ?? 0)) tally.faults += 1;
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
  for (const route of routes.filter(({ method }) => method !== 'GET')) {
    const token = Object.entries(stormCredentials(route, TOKENS).right).map((header) => header.join(': '));
    const send = (type: string, body: string) =>
      take({
        method: route.method,
        target: stormPath(route),
        headers: [`content-type: ${type}`, ...token],
        body,
      });
    for (const body of Object.values(HOSTILE_BODIES)) await send('application/json', body);
    for (const type of HOSTILE_CONTENT_TYPES) await send(type, '{}');
  }
  return tally;
}

/** Every role tries every verb on every table. */
async function matrixOfRoles(progress: (line: string) => void): Promise<BenchResult[]> {
  progress('every role, table and verb');
  const matrix = await tryRolesOnce();
  const wrong = matrix.wrong.length;
  return [
    coverage('cells of role × table × verb', matrix),
    {
      name: 'cells that the database decides otherwise than the policy',
      value: wrong,
      unit: '',
      aim: '0',
      met: wrong === 0,
    },
  ];
}

function coverage(name: string, { tried, existing }: { tried: number; existing: number }): BenchResult {
  return { name, value: tried, unit: '', aim: `all ${existing}`, met: tried === existing };
}

/**
 * The comparison alone, so that nothing but the token can make a difference: right against wrong, and early
 * against late faults.
 */
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

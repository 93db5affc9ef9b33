/**
 * Many requests at once: every route with every credential in turn, and with one hostile body after another.
 */
import { Agent, request as httpRequest } from 'node:http';
import { errorRegistry, type RouteSpec } from '@platform/contracts';
import { HOSTILE_BODIES } from './requests';

const AT_A_TIME = 16;
/** The larger ones are refused by their length, and sending them is all that they cost. */
const READ_BYTES = 20_000;

export interface StormTokens {
  readonly operator: string;
  readonly breakGlass: string;
}

export interface Storm {
  readonly requests: number;
  /** Of route × credential: how many there are, and how many were answered. */
  readonly cells: { readonly existing: number; readonly tried: number };
  /** What was answered with a fault of the service, and what got in without its token: route and status. */
  readonly faults: readonly string[];
  readonly intruders: readonly string[];
}

export async function storm(
  url: string,
  routes: readonly RouteSpec[],
  tokens: StormTokens,
  requests: number,
): Promise<Storm> {
  const bodies = Object.values(HOSTILE_BODIES).filter((body) => body.length < READ_BYTES);
  const cells = routes.flatMap((route) =>
    Object.entries(stormCredentials(route, tokens)).map(([kind, headers]) => ({ route, kind, headers })),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  const faults: string[] = [];
  const intruders: string[] = [];
  const tried = new Set<number>();
  let next = 0;
  const worker = async () => {
    while (next < requests) {
      const at = next++;
      const { route, kind, headers } = cells[at % cells.length]!;
      // Another body in each round, whether or not the number of cells is a multiple of theirs.
      const body = route.method === 'GET' ? undefined : bodies[Math.floor(at / cells.length) % bodies.length];
      const status = await ask(agent, `${url}${stormPath(route)}`, route.method, headers, body);
      if (status > 0) tried.add(at % cells.length);
      const label = `${route.method} ${route.path} (${kind}): ${status}`;
      if (isFault(status)) faults.push(label);
      if (kind !== 'right' && route.auth !== 'none' && status > 0 && status < 300) intruders.push(label);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  agent.destroy();
  return { requests, cells: { existing: cells.length, tried: tried.size }, faults, intruders };
}

/**
 * 500 says that the service is at fault; 501, 502 and 503 are declared for what is not served, not configured
 * or away.
 */
export const isFault = (status: number) => status >= 500 && !DECLARED.has(status);

const DECLARED = new Set(
  Object.values(errorRegistry).flatMap(({ status }) => (status !== null && status > 500 ? [status] : [])),
);

export function stormCredentials(
  route: RouteSpec,
  tokens: StormTokens,
): Record<'none' | 'wrong' | 'misplaced' | 'right', Record<string, string>> {
  const token = route.auth === 'break-glass' ? tokens.breakGlass : tokens.operator;
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

/** With parameters that name nothing. */
export const stormPath = (route: RouteSpec) =>
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

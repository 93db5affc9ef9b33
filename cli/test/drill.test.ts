/**
 * The fire drill against a risk service that answers as scripted: what it refuses to begin with, and when it
 * does not resume.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drill } from '../src/risk/drill';

interface Row {
  readonly breaker: string;
  readonly scope: string;
  readonly status: string;
}
interface Act {
  readonly halt_trace_id: string;
  readonly action: string;
  readonly scope: string;
  readonly reason: string;
  readonly actor: string;
}

let server: Server;
let environment: Record<string, string>;
let posted: string[];
let printed: string;
let halted: boolean;
let breakers: Row[];
/** Newest first, as the service answers. */
let audit: Act[];
/** What happens besides the drill's own trip. */
let meanwhile: () => void;

const tripped = (breaker: string, scope: string): Row => ({ breaker, scope, status: 'tripped' });
const act = (action: string, actor: string, traceId = `trace of ${actor}`): Act => ({
  halt_trace_id: traceId,
  action,
  scope: 'all',
  reason: 'a test',
  actor,
});

function answer(path: string, traceId: string): unknown {
  if (path === '/healthz') return { halted };
  if (path === '/risk/breakers') return { breakers };
  if (path.startsWith('/risk/audit')) return { items: audit, next_cursor: null };
  posted.push(path);
  if (path === '/risk/resume') return { status: 'resumed', resumed_bots: [] };
  audit.unshift(act('pause', 'breaker:macro'), act('drill', 'operator:fire drill', traceId));
  breakers.push(tripped('macro', 'portfolio'));
  meanwhile();
  return { status: 'drill_started', breaker: 'macro', value: 3, expected_outcome: 'PauseBots', lasts_ms: 0 };
}

beforeEach(async () => {
  [posted, printed, halted, breakers, audit] = [[], '', false, [], [act('halt', 'operator:of yesterday')]];
  meanwhile = () => undefined;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(request.url!, String(request.headers['x-trace-id']))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  environment = { PLATFORM_RISK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
afterEach(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('a drill resumes what it has tripped itself', async () => {
  expect(await drill({ breaker: 'macro' }, environment)).toBe(0);
  expect(posted).toEqual(['/risk/drill', '/risk/resume']);
  expect(printed).toContain('Resumed.');
});

it('a drill does not begin while any breaker is tripped, and names it', async () => {
  breakers.push(tripped('vpin', 'symbol:BTCUSDT'));
  await expect(drill({ breaker: 'macro' }, environment)).rejects.toThrow('vpin breaker of symbol:BTCUSDT');
  expect(posted).toEqual([]);
});

it.each<readonly [string, () => void, RegExp]>([
  [
    'another breaker tripped',
    () => breakers.push(tripped('vpin', 'symbol:BTCUSDT')),
    /vpin breaker of symbol:BTCUSDT/,
  ],
  [
    'the drilled breaker tripped for a bot',
    () => breakers.push(tripped('macro', 'bot:b1')),
    /macro breaker of bot:b1/,
  ],
  ['somebody halted', () => audit.unshift(act('halt', 'operator:ann')), /halt of all by operator:ann/],
  [
    'somebody paused a bot',
    () => audit.unshift(act('pause', 'operator:ann')),
    /pause of all by operator:ann/,
  ],
  ['somebody closed', () => audit.unshift(act('close', 'operator:ann')), /close of all by operator:ann/],
  ['the log no longer shows the drill', () => audit.splice(0), /does not show/],
])('a drill does not resume where %s meanwhile, and says so', async (_, happens, said) => {
  meanwhile = happens;
  expect(await drill({ breaker: 'macro' }, environment)).toBe(1);
  expect(posted).toEqual(['/risk/drill']);
  expect(printed).toMatch(/Not resumed, something else halted meanwhile/);
  expect(printed).toMatch(said);
});

it('a drill resumes although somebody changed a limit meanwhile', async () => {
  meanwhile = () => audit.unshift(act('set_limit', 'operator:ann'));
  expect(await drill({ breaker: 'macro' }, environment)).toBe(0);
  expect(posted).toEqual(['/risk/drill', '/risk/resume']);
});

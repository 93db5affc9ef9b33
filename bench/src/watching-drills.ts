/**
 * Breaks one thing after the other in a running platform, as it breaks at night, and waits for its alert at the receiver; then repairs it
 * and waits for the message that it is over. A drill whose message does not come is an error, never a figure.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchResult } from './benchmark';
import { median } from './percentile';
import type { Report } from './scratch';
import { delayResult, type ExpectedAlert, startWatchedStack, type WatchedStack } from './watching-bed';

const SETTLE_MS = 30_000;
/** An alert on a counter is over when its window has passed, ten minutes at most. */
const LOST_AFTER_MS = 900_000;
const POLL_MS = 100;
const RESUME_EVERY_MS = 2_000;

interface Drill {
  readonly what: string;
  readonly expected: ExpectedAlert;
  /** Its alert fires only after a while, by a setting of its own, so it says nothing about how fast messages are. */
  readonly hasToLast?: true;
  /** Returns the repair. */
  break(stack: WatchedStack): Promise<() => void>;
}

/** With its children: those of PostgreSQL answer on their own. It is the first to stop and the last to go on, so that none leaves unseen. */
const hang = (pid: number) => {
  process.kill(pid, 'SIGSTOP');
  const children = childrenOf(pid);
  for (const child of children) process.kill(child, 'SIGSTOP');
  return () => {
    for (const each of [...children, pid]) process.kill(each, 'SIGCONT');
  };
};
const hangs = (process: string) => async (stack: WatchedStack) => hang(await stack.pid(process));

const DRILLS: readonly Drill[] = [
  ...['data', 'risk', 'executor', 'manager'].map((job) => ({
    ...{ what: `${job} hangs`, expected: { alert: 'ServiceDown', labels: { job } }, break: hangs(job) },
  })),
  { what: 'trading is halted', expected: { alert: 'TradingHalted' }, break: halt },
  { what: 'a bot hangs', expected: { alert: 'BotDown' }, break: async ({ home }) => hang(botPid(home)) },
  { what: 'the database does not answer', expected: { alert: 'DatabaseDown' }, break: hangs('postgres') },
  { what: 'the bus does not answer', expected: { alert: 'BusDown' }, break: hangs('nats') },
  {
    what: 'another receiver refuses',
    expected: { alert: 'NotificationsFail' },
    hasToLast: true,
    break: refuseMessages,
  },
  {
    what: 'the exchange does not answer',
    expected: { alert: 'BreakerTripped', labels: { breaker: 'connectivity' } },
    hasToLast: true,
    break: hangs('venue'),
  },
];

export async function measureDrills(scratch: string, progress: Report): Promise<BenchResult[]> {
  const home = await mkdtemp(join(scratch, 'home-'));
  const stack = await startWatchedStack(home, { DEMO_STEPS: 'fastBot' });
  try {
    await sleep(SETTLE_MS);
    const results: BenchResult[] = [];
    const atOnce: number[] = [];
    for (const drill of DRILLS) {
      const result = await measure(stack, drill, progress);
      results.push(result);
      if (drill.hasToLast === undefined) atOnce.push(result.value);
    }
    return [
      ...results,
      delayResult('broken to message, p50', median(atOnce)),
      delayResult('broken to message, worst', Math.max(...atOnce)),
    ];
  } finally {
    await stack.stop();
  }
}

async function measure(stack: WatchedStack, drill: Drill, progress: Report): Promise<BenchResult> {
  const { what, expected } = drill;
  const repair = await drill.break(stack);
  // Breaking is the last that it does; finding what to break takes a while.
  const brokenAtMs = Date.now();
  let seconds: number;
  try {
    seconds = await waitFor(stack, expected, brokenAtMs);
  } finally {
    repair();
  }
  const repairedAtMs = Date.now();
  const over = await waitFor(stack, { ...expected, status: 'resolved' }, repairedAtMs, () => resume(stack));
  progress(
    `${what}: ${expected.alert} after ${seconds.toFixed(1)} s, over ${over.toFixed(1)} s after the repair`,
  );
  return { name: `${what}: ${expected.alert}`, value: seconds, unit: 's' };
}

async function waitFor(
  stack: WatchedStack,
  expected: ExpectedAlert,
  sinceMs: number,
  meanwhile: () => Promise<unknown> = () => sleep(POLL_MS),
): Promise<number> {
  while (Date.now() - sinceMs < LOST_AFTER_MS) {
    const atMs = stack.notifiedAt(expected, sinceMs);
    if (atMs !== undefined) return (atMs - sinceMs) / 1000;
    await meanwhile();
  }
  throw new Error(`no message said that ${expected.alert} is ${expected.status ?? 'firing'}`);
}

async function halt({ variables }: WatchedStack): Promise<() => void> {
  const answer = await askRisk(variables, '/risk/emergency-flatten');
  if (!answer.ok) throw new Error(`the halt was answered with ${answer.status}`);
  return () => undefined;
}

/** What hangs may trip a breaker, and a halt stays until somebody resumes: refused while its reason is there, and asked again. */
async function resume({ variables }: WatchedStack): Promise<void> {
  await askRisk(variables, '/risk/resume').catch(() => undefined);
  await sleep(RESUME_EVERY_MS);
}

async function askRisk(variables: WatchedStack['variables'], path: string): Promise<Response> {
  return await fetch(`${variables['PLATFORM_RISK_URL']}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-operator-token': variables['PLATFORM_RISK_OPERATOR_TOKEN']!,
    },
    body: JSON.stringify({ reason: 'a drill' }),
    signal: AbortSignal.timeout(10_000),
  });
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text
    .split(' ')
    .filter((each) => each.trim() !== '')
    .map(Number);
}

/** Fails with the first message that is due: something must be broken for there to be one. */
async function refuseMessages(stack: WatchedStack): Promise<() => void> {
  const repair = await hangs('data')(stack);
  stack.refuse(true);
  return () => {
    stack.refuse(false);
    repair();
  };
}

/** The manager keeps the process id of each bot beside its log. */
function botPid(home: string): number {
  const directory = join(home, 'manager', 'bots');
  const file = readdirSync(directory).find((name) => name.endsWith('.pid'));
  if (file === undefined) throw new Error('no bot runs');
  return Number(readFileSync(join(directory, file), 'utf8'));
}

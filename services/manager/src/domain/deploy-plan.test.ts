import { DEPLOY_STATUSES } from '@platform/contracts';
import { expect, it } from 'vitest';
import {
  AWAY_LIMIT_MS,
  canAbort,
  DECIDE_LIMIT_MS,
  DEPLOY_TRANSITIONS,
  type DeployFacts,
  LEASE_LIMIT_MS,
  planDeploy,
  REPLAY_LIMIT_MS,
  type SlotInstance,
  STEP_FAILED,
} from './deploy-plan';
import { divergenceDigest, type ShadowDivergence } from './shadow-compare';

const MINUTE = 60_000;
const running: SlotInstance = { state: 'running', isAskedToStop: false, exitCode: null, codeDigest: 'code' };
const BOT = {
  desiredState: 'running' as const,
  isQuarantined: false,
  generation: 4,
  isEvaluated: true,
  barMs: MINUTE,
};
const IN_TIME = { lastDecidedMs: 8 * MINUTE, awaitedSinceMs: null };
const EQUAL = { matches: 501, divergences: [], liveBars: 1, comparedToMs: 7 * MINUTE, ...IN_TIME };
const DIVERGENCE: ShadowDivergence = { open_time_ms: 0, field: 'sl', blue: { sl: 1 }, green: { sl: 2 } };
const DIVERGED = { ...EQUAL, matches: 500, divergences: [DIVERGENCE] };

const facts = (overrides: Partial<DeployFacts> = {}): DeployFacts => ({
  status: 'shadowing',
  startedMs: 0,
  nowMs: MINUTE,
  targetImageTag: 'v2',
  slot: 'green',
  fromGeneration: 4,
  hasNewParams: false,
  wasDeliberate: false,
  bot: BOT,
  isHalted: false,
  blue: running,
  green: running,
  hasGreenLease: true,
  greenLeaseEndMs: null,
  replayBars: 500,
  minLiveBars: 1,
  comparison: EQUAL,
  acceptedDigest: null,
  known: { waitingFor: null },
  ...overrides,
});

const step = (overrides: Partial<DeployFacts> = {}) => {
  const planned = planDeploy(facts(overrides));
  return 'reason' in planned ? `${planned.kind}: ${planned.reason}` : planned.kind;
};
const deliberate = { green: { ...running, codeDigest: 'other code' } };

it('a deploy has an end in every status and no way back after the swap', () => {
  for (const status of DEPLOY_STATUSES) {
    const isEnd = ['completed', 'aborted', 'failed'].includes(status);
    expect(DEPLOY_TRANSITIONS[status].length === 0, status).toBe(isEnd);
    expect(canAbort(status), status).toBe(['pending', 'shadowing'].includes(status));
  }
  expect(DEPLOY_TRANSITIONS.swapping).toEqual(['completed']);
});

it('a deploy waits for green before it shadows, and shadows only once green holds the shadow lease', () => {
  const pending = { status: 'pending', comparison: { ...EQUAL, matches: 0, liveBars: 0 } } as const;
  expect(step({ ...pending, green: undefined, hasGreenLease: false })).toMatch(/^wait/);
  expect(step({ ...pending, hasGreenLease: false })).toMatch(/^wait/);
  expect(step({ ...pending, green: undefined })).toMatch(/^wait/);
  expect(step(pending)).toBe('shadow');
});

it('a deploy swaps at the bar up to which everything was compared', () => {
  expect(planDeploy(facts())).toEqual({ kind: 'swap', comparedToMs: 7 * MINUTE });
});

it.each([
  ['a replayed bar is missing', { comparison: { ...EQUAL, matches: 499 } }],
  ['the live bar is missing', { comparison: { ...EQUAL, liveBars: 0 } }],
  ['more live bars are asked for', { minLiveBars: 2 }],
  ['trading is halted', { isHalted: true }],
  ['nothing was ever decided', { replayBars: 0, minLiveBars: 0, comparison: nothing() }],
])('a deploy waits while %s', (_, overrides) => {
  expect(step(overrides)).toMatch(/^wait/);
});

it('a deploy needs no live bar where the operator asks for none', () => {
  expect(step({ minLiveBars: 0, comparison: { ...EQUAL, matches: 500, liveBars: 0 } })).toBe('swap');
});

it('a deploy has nothing to compare for a strategy without decisions', () => {
  const bot = { ...BOT, isEvaluated: false };
  expect(planDeploy(facts({ bot, comparison: nothing(), replayBars: 0 }))).toEqual({
    kind: 'swap',
    comparedToMs: null,
  });
});

it('a deploy completes when blue is gone, and not before', () => {
  expect(step({ status: 'swapping' })).toMatch(/^wait/);
  expect(step({ status: 'swapping', blue: { ...running, state: 'exited' } })).toMatch(/^wait/);
  expect(step({ status: 'swapping', blue: undefined })).toBe('complete');
});

it('a deploy never fails after the swap, whatever became of green or the bot', () => {
  const gone = { green: undefined, hasGreenLease: false, comparison: DIVERGED };
  const bot = { ...BOT, desiredState: 'stopped', isQuarantined: true, generation: 9 } as const;
  expect(step({ status: 'swapping', ...gone, bot })).toMatch(/^wait/);
  expect(step({ status: 'swapping', ...gone, bot, blue: undefined })).toBe('complete');
});

/** What cannot be known or judged before there is a shadow. */
const ONLY_IN_SHADOW = /diverges|is gone|live bars|no bar/;

it.each([
  ['the bot was stopped', { bot: { ...BOT, desiredState: 'stopped' as const } }],
  ['the bot was quarantined', { bot: { ...BOT, isQuarantined: true } }],
  ['the configuration of the bot changed', { bot: { ...BOT, generation: 5 } }],
  [
    'the new release ended with exit code 1',
    { green: { ...running, state: 'exited' as const, exitCode: 1 } },
  ],
  [
    'the new release ended with exit code 137: it was killed, as where memory runs out',
    { green: { ...running, state: 'exited' as const, exitCode: 137 } },
  ],
  ['the new release ended', { green: { ...running, state: 'exited' as const } }],
  ['the new release is gone', { green: undefined }],
  [
    'the new release did not get ready within 5 minutes',
    { nowMs: REPLAY_LIMIT_MS + 1, comparison: { ...EQUAL, matches: 10 } },
  ],
  ['the new release decided only 1 of 2 live bars in time', { nowMs: 13 * MINUTE + 1, minLiveBars: 2 }],
  ['the new release decided no bar in time', { nowMs: 13 * MINUTE, ...undecided() }],
  ['the new release diverges at the bar of 1970-01-01T00:00:00.000Z in sl', { comparison: DIVERGED }],
])('a deploy fails with a reason: %s', (reason, overrides) => {
  for (const status of ['pending', 'shadowing'] as const) {
    if (status === 'pending' && ONLY_IN_SHADOW.test(reason)) continue;
    expect(step({ status, ...overrides })).toBe(`fail: ${reason}`);
  }
});

it('a deploy fails when it does not start in time although there is nothing to replay', () => {
  const idle = { status: 'pending', green: undefined, replayBars: 0, comparison: nothing() } as const;
  expect(step({ ...idle, nowMs: REPLAY_LIMIT_MS })).toMatch(/^wait/);
  expect(step({ ...idle, nowMs: REPLAY_LIMIT_MS + 1 })).toMatch(/^fail/);
});

it('a deploy whose new release cannot be started says why while it is tried again, and when it fails', () => {
  const known = { waitingFor: `${STEP_FAILED}no space left on device` };
  const failed = { status: 'pending', green: undefined, known } as const;
  expect(step(failed)).toBe(`wait: ${STEP_FAILED}no space left on device`);
  expect(step({ ...failed, nowMs: REPLAY_LIMIT_MS + 1 })).toBe(
    'fail: the new release did not get ready within 5 minutes: no space left on device',
  );
  expect(step({ ...failed, green: running, hasGreenLease: false })).toBe('wait: the new release is starting');
});

it('a deploy fails when what diverges cannot be judged because blue stays away, and waits for it until then', () => {
  const lastMs = 100 * MINUTE;
  const away = { blue: undefined, comparison: { ...DIVERGED, lastDecidedMs: lastMs } };
  expect(step({ ...away, nowMs: lastMs + MINUTE + AWAY_LIMIT_MS })).toMatch(
    /^wait: the running release is away/,
  );
  expect(step({ ...away, nowMs: lastMs + MINUTE + AWAY_LIMIT_MS + 1 })).toMatch(/^fail: .* is away/);
  expect(step({ ...away, wasDeliberate: true, nowMs: 1e12 })).toMatch(/^wait: 1 divergences/);
});

it('a deploy fails when green stops deciding as blue does, and names its place and last bar', () => {
  const sinceMs = 100 * MINUTE;
  const behind = (nowMs: number, overrides: Partial<DeployFacts> = {}) => {
    const { comparison = EQUAL } = overrides;
    return step({ ...overrides, comparison: { ...comparison, awaitedSinceMs: sinceMs }, nowMs });
  };
  const lateMs = sinceMs + DECIDE_LIMIT_MS + 1;
  const reason =
    /^fail: release v2 in the green place decides no more bars .*: its last bar is that of 1970-01-01T00:07:00.000Z$/;
  expect(behind(lateMs - 1)).toBe('swap');
  expect(behind(lateMs)).toMatch(reason);
  expect(behind(lateMs, { isHalted: true })).toMatch(reason);
  expect(behind(lateMs, { minLiveBars: 1_000 })).toMatch(reason);
  expect(behind(lateMs, { ...deliberate, comparison: DIVERGED })).toMatch(reason);
  expect(behind(lateMs, { status: 'swapping', blue: undefined })).toBe('complete');
});

it('a deploy fails at the first divergence even during the replay, and where a release hides its code', () => {
  const early = { ...DIVERGED, matches: 3 };
  expect(step({ comparison: early })).toMatch(/^fail/);
  expect(step({ comparison: early, green: { ...running, codeDigest: null } })).toMatch(/^fail/);
  expect(step({ comparison: early, wasDeliberate: true, hasGreenLease: false, green: undefined })).toBe(
    'fail: the new release is gone',
  );
});

it('a deploy fails when green is too long without its shadow lease, and waits for it until then', () => {
  const endMs = 100 * MINUTE;
  const lapsed = { hasGreenLease: false, greenLeaseEndMs: endMs, comparison: nothing() };
  const atMs = (nowMs: number) => step({ ...lapsed, nowMs });
  expect(atMs(endMs + MINUTE)).toBe('wait: the new release does not hold its shadow lease');
  expect(atMs(endMs + LEASE_LIMIT_MS)).toMatch(/^wait/);
  expect(atMs(endMs + LEASE_LIMIT_MS + 1)).toBe(
    'fail: the new release has not held its shadow lease for 5 minutes',
  );
  const stopped = { ...BOT, desiredState: 'stopped' } as const;
  expect(step({ ...lapsed, nowMs: endMs, bot: stopped })).toBe('fail: the bot was stopped');
  expect(step({ ...lapsed, nowMs: LEASE_LIMIT_MS + 1, greenLeaseEndMs: null })).toMatch(/^fail: .* lease/);
});

it('a deliberate change lists its divergences and waits for the operator to accept exactly that list', () => {
  const digest = divergenceDigest([DIVERGENCE]);
  expect(step({ ...deliberate, comparison: DIVERGED })).toBe('wait: 1 divergences wait to be accepted');
  expect(step({ ...deliberate, comparison: DIVERGED, acceptedDigest: 'another' })).toMatch(/^wait/);
  expect(step({ ...deliberate, comparison: DIVERGED, acceptedDigest: digest })).toBe('swap');
  const more = { ...DIVERGED, divergences: [DIVERGENCE, { ...DIVERGENCE, open_time_ms: 1 }] };
  expect(step({ ...deliberate, comparison: more, acceptedDigest: digest })).toMatch(/^wait/);
});

it('a change of parameters is a deliberate change too, whatever the code is', () => {
  const digest = divergenceDigest([DIVERGENCE]);
  const given = { hasNewParams: true, comparison: DIVERGED };
  expect(step(given)).toBe('wait: 1 divergences wait to be accepted');
  expect(step({ ...given, acceptedDigest: digest })).toBe('swap');
  expect(step({ ...given, blue: undefined })).toMatch(/^wait/);
});

it('a deliberate change is one by what was seen once, whether or not the running release is there', () => {
  const given = { ...deliberate, comparison: DIVERGED, blue: undefined };
  expect(step({ ...given, wasDeliberate: true })).toBe('wait: 1 divergences wait to be accepted');
  expect(step({ ...given, wasDeliberate: true, acceptedDigest: divergenceDigest([DIVERGENCE]) })).toBe(
    'swap',
  );
  // What it is made of was never seen: it is started again, or given up on, and then that is known.
  expect(step(given)).toMatch(/^wait: the running release is away/);
  expect(step({ ...given, comparison: { ...DIVERGED, matches: 3 } })).toMatch(/^wait/);
});

it('a deliberate change without a divergence needs no approval', () => {
  expect(step(deliberate)).toBe('swap');
});

it('a deliberate change may wait for its operator as long as it takes', () => {
  expect(step({ ...deliberate, comparison: DIVERGED, nowMs: 1e12 })).toMatch(/^wait/);
});

function undecided() {
  return { minLiveBars: 0, replayBars: 0, comparison: nothing() };
}

function nothing() {
  return { matches: 0, divergences: [], liveBars: 0, comparedToMs: null, ...IN_TIME, lastDecidedMs: null };
}

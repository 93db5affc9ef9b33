import { DEPLOY_STATUSES } from '@platform/contracts';
import { describe, expect, it } from 'vitest';
import {
  canAbort,
  DEPLOY_TRANSITIONS,
  type DeployFacts,
  planDeploy,
  REPLAY_LIMIT_MS,
  type SlotInstance,
} from './deploy-plan';
import { divergenceDigest, type ShadowDivergence } from './shadow-compare';

const MINUTE = 60_000;
const running: SlotInstance = { state: 'running', isAskedToStop: false, exitCode: null, codeDigest: 'code' };
const BOT = {
  ...{ desiredState: 'running' as const, isQuarantined: false, generation: 4 },
  ...{ isEvaluated: true, barMs: MINUTE },
};
const EQUAL = { matches: 501, divergences: [], liveBars: 1, comparedToMs: 7 * MINUTE };
const DIVERGENCE: ShadowDivergence = { open_time_ms: 0, field: 'sl', blue: { sl: 1 }, green: { sl: 2 } };
const DIVERGED = { ...EQUAL, matches: 500, divergences: [DIVERGENCE] };

const facts = (overrides: Partial<DeployFacts> = {}): DeployFacts => ({
  status: 'shadowing',
  startedMs: 0,
  nowMs: MINUTE,
  fromGeneration: 4,
  bot: BOT,
  isHalted: false,
  blue: running,
  green: running,
  hasGreenLease: true,
  replayBars: 500,
  minLiveBars: 1,
  comparison: EQUAL,
  acceptedDigest: null,
  ...overrides,
});

const step = (overrides: Partial<DeployFacts> = {}) => {
  const planned = planDeploy(facts(overrides));
  return 'reason' in planned ? `${planned.kind}: ${planned.reason}` : planned.kind;
};
const deliberate = { green: { ...running, codeDigest: 'other code' } };

describe('the way of a deploy', () => {
  it('has an end in every status and no way back after the swap', () => {
    for (const status of DEPLOY_STATUSES) {
      const isEnd = ['completed', 'aborted', 'failed'].includes(status);
      expect(DEPLOY_TRANSITIONS[status].length === 0, status).toBe(isEnd);
      expect(canAbort(status), status).toBe(['pending', 'shadowing'].includes(status));
    }
    expect(DEPLOY_TRANSITIONS.swapping).toEqual(['completed']);
  });

  it('waits for green before it shadows, and shadows only once green holds the shadow lease', () => {
    const pending = { status: 'pending', comparison: { ...EQUAL, matches: 0, liveBars: 0 } } as const;
    expect(step({ ...pending, green: undefined, hasGreenLease: false })).toMatch(/^wait/);
    expect(step({ ...pending, hasGreenLease: false })).toMatch(/^wait/);
    expect(step({ ...pending, green: undefined })).toMatch(/^wait/);
    expect(step(pending)).toBe('shadow');
  });

  it('swaps at the bar up to which everything was compared', () => {
    expect(planDeploy(facts())).toEqual({ kind: 'swap', comparedToMs: 7 * MINUTE });
  });

  it.each([
    ['a replayed bar is missing', { comparison: { ...EQUAL, matches: 499 } }],
    ['the live bar is missing', { comparison: { ...EQUAL, liveBars: 0 } }],
    ['more live bars are asked for', { minLiveBars: 2 }],
    ['trading is halted', { isHalted: true }],
    ['nothing was ever decided', { replayBars: 0, minLiveBars: 0, comparison: nothing() }],
  ])('waits while %s', (_, overrides) => {
    expect(step(overrides)).toMatch(/^wait/);
  });

  it('needs no live bar where the operator asks for none', () => {
    expect(step({ minLiveBars: 0, comparison: { ...EQUAL, matches: 500, liveBars: 0 } })).toBe('swap');
  });

  it('has nothing to compare for a strategy without decisions', () => {
    const bot = { ...BOT, isEvaluated: false };
    expect(planDeploy(facts({ bot, comparison: nothing(), replayBars: 0 }))).toEqual({
      kind: 'swap',
      comparedToMs: null,
    });
  });

  it('completes when blue is gone, and not before', () => {
    expect(step({ status: 'swapping' })).toMatch(/^wait/);
    expect(step({ status: 'swapping', blue: { ...running, state: 'exited' } })).toMatch(/^wait/);
    expect(step({ status: 'swapping', blue: undefined })).toBe('complete');
  });

  it('never fails after the swap, whatever became of green or the bot', () => {
    const gone = { green: undefined, hasGreenLease: false, comparison: DIVERGED };
    const bot = { ...BOT, desiredState: 'stopped', isQuarantined: true, generation: 9 } as const;
    expect(step({ status: 'swapping', ...gone, bot })).toMatch(/^wait/);
    expect(step({ status: 'swapping', ...gone, bot, blue: undefined })).toBe('complete');
  });
});

/** What cannot be known or judged before there is a shadow. */
const ONLY_IN_SHADOW = /diverges|is gone|live bars/;

describe('a deploy fails', () => {
  it.each([
    ['the bot was stopped', { bot: { ...BOT, desiredState: 'stopped' as const } }],
    ['the bot was quarantined', { bot: { ...BOT, isQuarantined: true } }],
    ['the configuration of the bot changed', { bot: { ...BOT, generation: 5 } }],
    [
      'the new release ended with exit code 1',
      { green: { ...running, state: 'exited' as const, exitCode: 1 } },
    ],
    ['the new release ended', { green: { ...running, state: 'exited' as const } }],
    ['the new release is gone', { green: undefined }],
    [
      'the new release did not get ready within 5 minutes',
      { nowMs: REPLAY_LIMIT_MS + 1, comparison: { ...EQUAL, matches: 10 } },
    ],
    ['the new release decided only 1 of 2 live bars in time', { nowMs: 13 * MINUTE + 1, minLiveBars: 2 }],
    ['the new release diverges at the bar of 1970-01-01T00:00:00.000Z in sl', { comparison: DIVERGED }],
  ])('with a reason: %s', (reason, overrides) => {
    for (const status of ['pending', 'shadowing'] as const) {
      if (status === 'pending' && ONLY_IN_SHADOW.test(reason)) continue;
      expect(step({ status, ...overrides })).toBe(`fail: ${reason}`);
    }
  });

  it('when it does not start in time although there is nothing to replay', () => {
    const idle = { status: 'pending', green: undefined, replayBars: 0, comparison: nothing() } as const;
    expect(step({ ...idle, nowMs: REPLAY_LIMIT_MS })).toMatch(/^wait/);
    expect(step({ ...idle, nowMs: REPLAY_LIMIT_MS + 1 })).toMatch(/^fail/);
  });

  it('at the first divergence even before the replay is over, and also where a release does not say its code', () => {
    const early = { ...DIVERGED, matches: 3 };
    expect(step({ comparison: early })).toMatch(/^fail/);
    expect(step({ comparison: early, green: { ...running, codeDigest: null } })).toMatch(/^fail/);
    expect(step({ comparison: early, blue: undefined, ...deliberate })).toMatch(/^fail/);
  });
});

describe('a deliberate change', () => {
  it('lists its divergences and waits for the operator to accept exactly that list', () => {
    const digest = divergenceDigest([DIVERGENCE]);
    expect(step({ ...deliberate, comparison: DIVERGED })).toBe('wait: 1 divergences wait to be accepted');
    expect(step({ ...deliberate, comparison: DIVERGED, acceptedDigest: 'another' })).toMatch(/^wait/);
    expect(step({ ...deliberate, comparison: DIVERGED, acceptedDigest: digest })).toBe('swap');
    const more = { ...DIVERGED, divergences: [DIVERGENCE, { ...DIVERGENCE, open_time_ms: 1 }] };
    expect(step({ ...deliberate, comparison: more, acceptedDigest: digest })).toMatch(/^wait/);
  });

  it('without a divergence needs no approval', () => {
    expect(step(deliberate)).toBe('swap');
  });

  it('may wait for its operator as long as it takes', () => {
    expect(step({ ...deliberate, comparison: DIVERGED, nowMs: 1e12 })).toMatch(/^wait/);
  });
});

function nothing() {
  return { matches: 0, divergences: [], liveBars: 0, comparedToMs: null };
}

import { describe, expect, it } from 'vitest';
import { type DesiredBot, findAlerts, type Instance, nextRetryMs, planFleet } from './fleet-plan';

const NOW_MS = 1_000_000;
const RULES = { maxFailures: 5, warmupGraceMs: 60_000 };

const bot = (overrides: Partial<DesiredBot> = {}): DesiredBot => ({
  id: 'a',
  desiredState: 'running',
  status: 'live',
  isQuarantined: false,
  isPausedByRisk: false,
  isPausedThroughRisk: false,
  generation: 1,
  activeSlot: 'blue',
  imageTag: 'v1',
  deploy: null,
  failures: 0,
  lastFailureMs: null,
  startedMs: 1,
  warmedUp: { atMs: 2, isDegraded: false },
  recentWarmupFailures: 0,
  ...overrides,
});
const running: Instance = {
  botId: 'a',
  slot: 'blue' as const,
  generation: 1,
  state: 'running' as const,
  isAskedToStop: false,
  exitCode: null,
  imageTag: 'v1',
  deployId: null,
  codeDigest: null,
};
const exited: Instance = { ...running, state: 'exited' };
const stopped: Instance = { ...exited, isAskedToStop: true };

const plan = (desired: DesiredBot | null, instance: Instance | null) =>
  planFleet(desired === null ? [] : [desired], instance === null ? [] : [instance], RULES, NOW_MS).map(
    (action) => (action.kind === 'status' ? action.status : action.kind),
  );

describe('the plan', () => {
  it.each([
    ['leaves a converged bot alone', bot(), running, []],
    ['leaves a stopped bot alone', bot({ desiredState: 'stopped', status: 'stopped' }), null, []],
    ['starts what should run', bot({ status: 'stopped' }), null, ['start', 'starting']],
    [
      'starts a paused bot too: it holds its place without trading',
      bot({ desiredState: 'paused', status: 'stopped' }),
      null,
      ['start', 'starting'],
    ],
    ['stops what should not run', bot({ desiredState: 'stopped' }), running, ['stop', 'draining']],
    ['replaces another generation, never beside it', bot({ generation: 2 }), running, ['stop', 'draining']],
    ['records an end that was not asked for', bot(), exited, ['fail']],
    [
      'records the end of a start after one that failed',
      bot({ failures: 1, lastFailureMs: 3, startedMs: 4 }),
      exited,
      ['fail'],
    ],
    [
      'records no failure twice where what is left of it could not be dropped',
      bot({ failures: 1, lastFailureMs: 4, startedMs: 3 }),
      exited,
      ['forget'],
    ],
    ['forgets an end that was asked for', bot({ desiredState: 'stopped' }), exited, ['forget']],
    ['does not count the end of an old generation as a failure', bot({ generation: 2 }), stopped, ['forget']],
    [
      'waits for the backoff',
      bot({ status: 'failed', failures: 3, lastFailureMs: NOW_MS - 3_999 }),
      null,
      [],
    ],
    [
      'tries again after the backoff',
      bot({ status: 'failed', failures: 3, lastFailureMs: NOW_MS - 4_000 }),
      null,
      ['start'],
    ],
    [
      'quarantines at the limit',
      bot({ status: 'failed', failures: 5, lastFailureMs: 0 }),
      null,
      ['quarantine'],
    ],
    ['skips a quarantined bot', bot({ isQuarantined: true, status: 'quarantined' }), null, []],
    ['stops a quarantined bot that runs', bot({ isQuarantined: true }), running, ['stop', 'draining']],
    ['removes a stray', null, running, ['remove']],
    ['shows warming until this start has warmed up', bot({ startedMs: 3 }), running, ['warming']],
    ['shows degraded', bot({ warmedUp: { atMs: 2, isDegraded: true } }), running, ['degraded']],
    ['shows a pause by an operator', bot({ desiredState: 'paused' }), running, ['paused']],
    ['takes over a pause through the risk service', bot({ isPausedThroughRisk: true }), running, ['pause']],
    ['shows a pause by the risk engine', bot({ isPausedByRisk: true }), running, ['paused']],
  ] as const)('%s', (_, desired, instance, expected) => {
    expect(plan(desired, instance)).toEqual(expected);
  });

  it('the fleet plan looks again when the first backoff of a bot that should run is over', () => {
    const failed = (failures: number, more: Partial<DesiredBot> = {}) =>
      bot({ failures, lastFailureMs: NOW_MS - 500, ...more });
    expect(nextRetryMs([bot(), failed(3), failed(2)], NOW_MS)).toBe(NOW_MS + 1_500);
    const unwanted = [failed(1, { desiredState: 'stopped' }), failed(1, { isQuarantined: true })];
    expect(nextRetryMs([bot(), ...unwanted], NOW_MS)).toBeNull();
    expect(nextRetryMs([failed(1, { lastFailureMs: NOW_MS - 1_000 })], NOW_MS)).toBeNull();
  });

  it('the fleet plan never starts and stops one bot in the same pass, whatever it sees', () => {
    const states = ['stopped', 'running', 'paused'] as const;
    for (const desiredState of states)
      for (const isQuarantined of [true, false])
        for (const failures of [0, 1, 5])
          for (const generation of [1, 2])
            for (const instance of [null, running, exited, stopped]) {
              const kinds = plan(
                bot({ desiredState, isQuarantined, failures, generation, lastFailureMs: 0 }),
                instance,
              );
              const moves = kinds.filter((kind) =>
                ['start', 'stop', 'forget', 'fail', 'quarantine'].includes(kind),
              );
              expect(moves.length).toBeLessThanOrEqual(1);
              if (kinds.includes('start')) expect(instance).toBeNull();
            }
  });
});

it('alerts name a warm-up that never completed and one that is stuck', () => {
  const late = bot({ status: 'warming', startedMs: NOW_MS - 60_001 });
  expect(findAlerts([late], RULES, NOW_MS)).toMatchObject([{ kind: 'warmup_never_completed' }]);
  expect(findAlerts([bot({ recentWarmupFailures: 6 })], RULES, NOW_MS)).toMatchObject([
    { kind: 'stuck_warmup' },
  ]);
  expect(
    findAlerts(
      [bot({ status: 'warming', startedMs: NOW_MS - 59_000, recentWarmupFailures: 5 })],
      RULES,
      NOW_MS,
    ),
  ).toEqual([]);
});

describe('the plan of a deploy', () => {
  const deploying = (status: 'pending' | 'shadowing' | 'swapping', overrides: Partial<DesiredBot> = {}) =>
    bot({ deploy: { id: 'd', status, targetImageTag: 'v2', params: null }, ...overrides });
  const green: Instance = { ...running, slot: 'green', generation: 2, imageTag: 'v2', deployId: 'd' };
  const actions = (desired: DesiredBot, ...instances: Instance[]) =>
    planFleet([desired], instances, RULES, NOW_MS).map((action) =>
      'slot' in action ? `${action.kind} ${action.slot}` : action.kind,
    );

  it('the plan of a deploy starts the new release once beside the running one, and leaves its end alone', () => {
    expect(actions(deploying('pending'), running)).toEqual(['shadow green']);
    for (const status of ['pending', 'shadowing'] as const) {
      expect(actions(deploying(status), running, green)).toEqual([]);
      expect(actions(deploying(status), running, { ...green, state: 'exited' })).toEqual([]);
    }
    expect(actions(deploying('shadowing'), running)).toEqual([]);
  });

  it('the plan of a deploy removes what is left of an earlier deploy before it starts the new release', () => {
    const earlier = { ...green, deployId: 'c' };
    expect(actions(deploying('pending'), running, earlier)).toEqual(['stop green']);
    expect(actions(deploying('pending'), running, { ...earlier, state: 'exited' })).toEqual(['forget green']);
  });

  it('after a swap the plan removes the former release, and keeps the new one or restarts it', () => {
    const swapped = deploying('swapping', { activeSlot: 'green', generation: 2, imageTag: 'v2' });
    expect(actions(swapped, running, green)).toEqual(['stop blue']);
    expect(actions(swapped, { ...running, state: 'exited' }, green)).toEqual(['forget blue']);
    expect(actions(swapped, { ...green, state: 'exited' })).toEqual(['fail green']);
    expect(actions(swapped)).toContain('start green');
  });

  it('the plan removes a new release whose deploy is over or whose bot is not wanted, and no other', () => {
    expect(actions(bot(), running, green)).toEqual(['stop green']);
    expect(actions(bot(), running, { ...green, state: 'exited' })).toEqual(['forget green']);
    expect(
      actions(deploying('shadowing', { desiredState: 'stopped', status: 'draining' }), running, green),
    ).toEqual(['stop blue', 'stop green']);
  });

  it('the plan of a deploy removes both instances of a bot that is not configured', () => {
    const strays = planFleet([], [running, { ...green, state: 'exited' }], RULES, NOW_MS);
    expect(strays).toMatchObject([
      { kind: 'remove', slot: 'blue' },
      { kind: 'forget', slot: 'green' },
    ]);
  });
});

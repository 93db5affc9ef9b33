import type { Task, TaskOptions, Tasks } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { DeployRunner, type DeployRunnerParts } from './deploy-runner';
import type { FleetBot, FleetRecords } from './ports';
import { Reconciler, type ReconcilerParts } from './reconciler';

it('no bot follows a release in a pass that has something to do, as where another has just ended', async () => {
  const bot = (id: string) =>
    ({
      id,
      desiredState: 'running',
      status: 'live',
      generation: 1,
      activeSlot: 'blue',
      deploy: null,
      failures: 0,
      startedMs: 1,
      warmedUp: { atMs: 2, isDegraded: false },
      isFollower: true,
    }) as unknown as FleetBot;
  const instance = (botId: string, state: string) => ({ botId, slot: 'blue', state, generation: 1 });
  let instances = [instance('a', 'running'), instance('b', 'exited')];
  const recorded: string[] = [];
  const fleet: Pick<FleetRecords, 'read' | 'recordEvent'> = {
    read: async () => ({ nowMs: 3, bots: [bot('a'), bot('b')] }),
    recordEvent: async (botId) => void recorded.push(botId),
  };
  let followed = 0;
  const deploys: Pick<DeployRunner, 'step' | 'follow'> = {
    step: async () => false,
    follow: async () => {
      followed += 1;
      return false;
    },
  };
  let pass: TaskOptions['run'] = () => undefined;
  const open = (options: TaskOptions) => {
    pass = options.run;
    return { start: () => undefined, wake: () => undefined } as unknown as Task;
  };
  const instrument = { inc: () => 0, set: () => 0, reset: () => 0, startTimer: () => () => 0 };
  const metrics = new Proxy({}, { get: () => instrument });
  const reconciler = new Reconciler({
    fleet,
    runtime: { list: async () => instances, forget: async () => undefined, onExit: () => undefined },
    errors: { guard: () => undefined },
    publishInstances: async () => false,
    deploys,
    rules: { maxFailures: 5, warmupGraceMs: 1_000 },
    leaderLease: { renew: async () => true },
    intervalMs: 1_000,
    tasks: { open } as unknown as Tasks,
    metrics,
  } as unknown as ReconcilerParts);
  reconciler.start();
  const { signal } = new AbortController();
  await pass(signal);
  expect({ recorded, followed }).toEqual({ recorded: ['b'], followed: 0 });

  instances = [instance('a', 'running'), instance('b', 'running')];
  await pass(signal);
  expect(followed).toBe(1);
});

it('a new release that cannot be started for want of room is a failed step of its deploy, not of the pass', async () => {
  const deploy = { id: 'deploy', status: 'pending', targetImageTag: 'v2', params: null };
  const bot = { id: 'a', desiredState: 'running', status: 'live', generation: 1, activeSlot: 'blue', deploy };
  const [noted, reports, recorded]: [string[], object[], string[]] = [[], [], []];
  const errors = {
    guard: () => undefined,
    report: (code: string, about: object) => void reports.push({ code, ...about }),
  };
  const deploys = new DeployRunner({
    store: {
      facts: async () => undefined,
      noteFailedStep: async (id: string, message: string) => void noted.push(`${id}: ${message}`),
    },
    errors,
  } as unknown as DeployRunnerParts);
  let pass: TaskOptions['run'] = () => undefined;
  const open = (options: TaskOptions) => {
    pass = options.run;
    return { start: () => undefined, wake: () => undefined } as unknown as Task;
  };
  const instrument = { inc: () => 0, set: () => 0, reset: () => 0, startTimer: () => () => 0 };
  const runtime = {
    list: async () => [{ botId: 'a', slot: 'blue', state: 'running', generation: 1 }],
    start: async () => {
      throw new Error('no space left on device');
    },
    onExit: () => undefined,
  };
  new Reconciler({
    fleet: {
      read: async () => ({ nowMs: 3, bots: [{ ...bot, failures: 0, startedMs: 1, warmedUp: { atMs: 2 } }] }),
      recordEvent: async (_: string, type: string) => void recorded.push(type),
    },
    runtime,
    errors,
    deploys,
    publishInstances: async () => false,
    rules: { maxFailures: 5, warmupGraceMs: 1_000 },
    leaderLease: { renew: async () => true },
    intervalMs: 1_000,
    tasks: { open } as unknown as Tasks,
    metrics: new Proxy({}, { get: () => instrument }),
  } as unknown as ReconcilerParts).start();
  await pass(new AbortController().signal);
  expect(reports).toEqual([
    expect.objectContaining({ code: 'MANAGER_DEPLOY_STEP_FAILED', bot_id: 'a', deploy_id: 'deploy' }),
  ]);
  expect(noted).toEqual(['deploy: no space left on device']);
  expect(recorded).toEqual([]);
});

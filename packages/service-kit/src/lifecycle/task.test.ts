import { sharedMetrics } from '@platform/contracts';
import type { FastifyReply } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { virtualTime } from '../../test/virtual-time';
import { commonHandlers } from '../health/handlers';
import { Health } from '../health/health';
import { createInstruments } from '../metrics/metrics';
import type { Task } from './task';
import { Tasks } from './tasks';

const time = virtualTime();
const reports: string[] = [];
const tasks = new Tasks({
  service: 'executor',
  time,
  errors: { report: (code, context) => void reports.push(`${code}: ${context?.message}`) },
  onRun: () => undefined,
});
const open: Task[] = [];

afterEach(async () => {
  release();
  await Promise.all(open.splice(0).map((task) => task.close()));
  reports.length = 0;
  runs = 0;
});

let runs = 0;
let release: () => void = () => undefined;

function count(): void {
  runs += 1;
}

/** A run ends when it is released. */
async function work(): Promise<void> {
  runs += 1;
  await new Promise<void>((resolve) => {
    release = resolve;
  });
}

function openTask(options: Partial<Parameters<Tasks['open']>[0]> = {}): Task {
  const task = tasks.open({ name: 'errand', everyMs: 1_000, run: work, ...options });
  open.push(task);
  return task;
}

/** Lets everything happen that needs no time. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it('a background task runs once more, and only once, when it is woken twice during a run', async () => {
  const task = openTask();
  task.start();
  task.wake();
  task.wake();
  expect(runs).toBe(1);
  release();
  await settle();
  expect(runs).toBe(2);
  release();
  await settle();
  expect(runs).toBe(2);
});

it('a background task runs once more, and never twice at once, when a run wakes its own task', async () => {
  let atOnce = 0;
  const task = openTask({
    run: async () => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      runs += 1;
      if (runs === 1) task.wake();
      await settle();
      atOnce -= 1;
    },
  });
  task.start();
  await task.runNow();
  expect(runs).toBe(2);
  expect(reports).toEqual([]);
});

it('a background task does nothing before it is started, and then what it was woken for', async () => {
  const task = openTask();
  task.wake();
  await settle();
  expect(runs).toBe(0);
  task.start();
  expect(runs).toBe(1);
});

it('a background task runs by itself when its period has passed since the last run', async () => {
  const task = openTask();
  task.start();
  release();
  await settle();
  await time.advance(999);
  expect(runs).toBe(1);
  await time.advance(1);
  expect(runs).toBe(2);
});

it('a background task waits for the run in hand when it is closed, and begins no other', async () => {
  const task = openTask();
  task.start();
  task.wake();
  let isClosed = false;
  const closing = task.close().then(() => {
    isClosed = true;
  });
  await settle();
  expect(isClosed).toBe(false);
  release();
  await closing;
  task.wake();
  await time.advance(10_000);
  expect(runs).toBe(1);
});

it('a background task reports a run that throws, shows its kind without its text, and runs again', async () => {
  const task = openTask({
    run: () => {
      runs += 1;
      throw new TypeError('with a secret in it');
    },
  });
  task.start();
  await settle();
  expect(reports).toEqual(['EXECUTOR_INTERNAL_ERROR: errand failed']);
  expect(task.status()).toMatchObject({ state: 'waiting', last_fault: 'TypeError' });
  expect(JSON.stringify(task.status())).not.toContain('secret');
  await time.advance(1_000);
  expect(runs).toBe(2);
});

it('a background task goes on when its own report of a fault throws', async () => {
  const task = openTask({
    run: () => {
      runs += 1;
      throw new Error('first');
    },
    onFault: () => {
      throw new Error('second');
    },
  });
  task.start();
  await settle();
  await time.advance(1_000);
  expect(runs).toBe(2);
  expect(reports).toHaveLength(2);
});

it('a background task is dead, by name, when its run does not end, and alive again when it does', async () => {
  const task = openTask({ deadAfterMs: 5_000 });
  task.start();
  await time.advance(5_000);
  expect(tasks.dead()).toBeNull();
  await time.advance(1);
  expect(tasks.dead()).toBe('background tasks that do not run any more: errand');
  expect(tasks.status()).toMatchObject([{ name: 'errand', state: 'dead' }]);
  release();
  await settle();
  expect(tasks.dead()).toBeNull();
  expect(task.status()).toMatchObject({ state: 'waiting', last_duration_ms: 5_001 });
});

it('a background task that runs only when woken is not dead while it sleeps', async () => {
  const task = tasks.open({ name: 'on demand', run: () => undefined });
  open.push(task);
  task.start();
  await settle();
  await time.advance(24 * 60 * 60_000);
  expect(tasks.dead()).toBeNull();
  expect(task.status()).toMatchObject({ period_ms: null, state: 'waiting' });
});

it('a background task keeps its distance between runs however often it is woken', async () => {
  const task = openTask({ run: count, restMs: 100 });
  task.start();
  task.wake();
  await time.advance(99);
  expect(runs).toBe(1);
  await time.advance(1);
  expect(runs).toBe(2);
  await time.advance(999);
  expect(runs).toBe(2);
  await time.advance(1);
  expect(runs).toBe(3);
});

it('a background task takes the earliest of the times it is to be woken within', async () => {
  const task = openTask({ run: count });
  task.start();
  await settle();
  task.wakeWithin(300);
  task.wakeWithin(2_000);
  await time.advance(300);
  expect(runs).toBe(2);
  await time.advance(1_000);
  expect(runs).toBe(3);
});

it('a background task resolves runNow when a run that began after the call has ended', async () => {
  const task = openTask();
  task.start();
  let isDone = false;
  const done = task.runNow().then(() => {
    isDone = true;
  });
  release();
  await settle();
  expect([runs, isDone]).toEqual([2, false]);
  release();
  await done;
});

it('a service answers /healthz with 503 and the name of a task that does not end, and counts it as dead, until it has ended', async () => {
  const health = new Health();
  tasks.showIn(health);
  const registry = new Registry();
  const { readyCheck, taskDead } = createInstruments(registry, sharedMetrics);
  const { healthz, metrics } = commonHandlers({
    service: 'executor',
    version: 'test',
    release: 'v1',
    configDump: {},
    registry,
    readyCheck,
    taskDead,
    tasks,
    health,
  });
  const codes: number[] = [];
  const reply = {
    code: (status: number) => codes.push(status),
    type: () => undefined,
  } as unknown as FastifyReply;
  const figure = async () =>
    /platform_task_dead\{task="errand"\} (\d)/.exec(await metrics({ traceId: 'trace' }, reply))?.[1];
  openTask({ deadAfterMs: 5_000 }).start();
  expect(healthz({ traceId: 'trace' }, reply)).toMatchObject({
    status: 'ok',
    tasks: [{ name: 'errand', state: 'running', period_ms: 1_000 }],
  });
  expect(await figure()).toBe('0');
  await time.advance(5_001);
  expect(await figure()).toBe('1');
  const dead = healthz({ traceId: 'trace' }, reply);
  expect(codes).toEqual([503]);
  expect(dead).toMatchObject({ status: 'fatal', tasks: [{ name: 'errand', state: 'dead' }] });
  expect(JSON.stringify(dead)).toContain('do not run any more: errand');
  release();
  await settle();
  expect(healthz({ traceId: 'trace' }, reply)).toMatchObject({ status: 'ok' });
  expect(await figure()).toBe('0');
});

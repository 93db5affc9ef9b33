import { sharedMetrics } from '@platform/contracts';
import type { FastifyReply } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { virtualTime } from '../../test/virtual-time';
import { commonHandlers } from '../health/handlers';
import { Health } from '../health/health';
import { createInstruments } from '../metrics/metrics';
import type { Task } from './task';
import { Tasks } from './tasks';

const time = virtualTime();
const reports: string[] = [];
const tasks = new Tasks({
  ...{ service: 'executor', time },
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

describe('a background task', () => {
  it('runs once more, and only once, when it is woken twice during a run', async () => {
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

  it('runs once more, and never twice at once, when a run wakes its own task in its first line', async () => {
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

  it('does nothing before it is started, and then what it was woken for', async () => {
    const task = openTask();
    task.wake();
    await settle();
    expect(runs).toBe(0);
    task.start();
    expect(runs).toBe(1);
  });

  it('runs by itself when its period has passed since the last run', async () => {
    const task = openTask();
    task.start();
    release();
    await settle();
    await time.advance(999);
    expect(runs).toBe(1);
    await time.advance(1);
    expect(runs).toBe(2);
  });

  it('waits for the run in hand when it is closed, and begins no other', async () => {
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

  it('reports a run that throws, shows its kind without its text, and runs again', async () => {
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

  it('goes on when its own report of a fault throws', async () => {
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

  it('is dead, by name, when its run does not end, and alive again when it does', async () => {
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

  it('that runs only when woken is not dead while it sleeps', async () => {
    const task = tasks.open({ name: 'on demand', run: () => undefined });
    open.push(task);
    task.start();
    await settle();
    await time.advance(24 * 60 * 60_000);
    expect(tasks.dead()).toBeNull();
    expect(task.status()).toMatchObject({ period_ms: null, state: 'waiting' });
  });

  it('keeps its distance between runs however often it is woken', async () => {
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

  it('takes the earliest of the times it is to be woken within', async () => {
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

  it('resolves runNow when a run that began after the call has ended', async () => {
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
});

describe('a service whose background task does not end', () => {
  it('answers /healthz with 503 and the name of the task until the run has ended', async () => {
    const health = new Health();
    tasks.showIn(health);
    const registry = new Registry();
    const { readyCheck } = createInstruments(registry, sharedMetrics);
    const { healthz } = commonHandlers({
      ...{ service: 'executor', version: 'test', release: 'v1', configDump: {} },
      ...{ registry, readyCheck, health },
    });
    const codes: number[] = [];
    const reply = { code: (status: number) => codes.push(status) } as unknown as FastifyReply;
    openTask({ deadAfterMs: 5_000 }).start();
    expect(healthz({ traceId: 'trace' }, reply)).toMatchObject({
      status: 'ok',
      tasks: [{ name: 'errand', state: 'running', period_ms: 1_000 }],
    });
    await time.advance(5_001);
    const dead = healthz({ traceId: 'trace' }, reply);
    expect(codes).toEqual([503]);
    expect(dead).toMatchObject({ status: 'fatal', tasks: [{ name: 'errand', state: 'dead' }] });
    expect(JSON.stringify(dead)).toContain('do not run any more: errand');
    release();
    await settle();
    expect(healthz({ traceId: 'trace' }, reply)).toMatchObject({ status: 'ok' });
  });
});

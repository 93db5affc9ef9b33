import { DEFAULT_RISK_LIMITS } from '@platform/contracts';
import { systemTime, Tasks } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { EvaluationLoop } from './evaluation-loop';

const HOUR_MS = 3_600_000;
const tasks = new Tasks({
  service: 'risk',
  time: systemTime,
  errors: { report: () => undefined },
  onRun: () => undefined,
});

it('the loop evaluates again right after an evaluation that news arrived in, however long the interval', async () => {
  let evaluations = 0;
  await new Promise<void>((resolve) => {
    const loop = new EvaluationLoop({
      tasks,
      time: systemTime,
      leaderLease: { renew: async () => true, release: () => undefined },
      createEvaluator: () => ({
        tick: async () => {
          evaluations += 1;
          if (evaluations === 1) loop.wake();
          else void loop.close().then(resolve);
          return { limits: { ...DEFAULT_RISK_LIMITS, evaluation_interval_ms: HOUR_MS } };
        },
      }),
      onLease: () => undefined,
      onTick: () => undefined,
      onError: () => undefined,
    });
    loop.start();
  });
  expect(evaluations).toBe(2);
});

it('the loop announces a longer interval to its leader lease before it pauses for so long', async () => {
  const announced: number[] = [];
  const loop = new EvaluationLoop({
    tasks,
    time: systemTime,
    leaderLease: { renew: async (intervalMs) => announced.push(intervalMs) > 0, release: () => undefined },
    createEvaluator: () => ({
      tick: async () => ({ limits: { ...DEFAULT_RISK_LIMITS, evaluation_interval_ms: HOUR_MS } }),
    }),
    onLease: () => undefined,
    onTick: () => undefined,
    onError: () => undefined,
  });
  loop.start();
  await expect.poll(() => announced).toEqual([DEFAULT_RISK_LIMITS.evaluation_interval_ms, HOUR_MS]);
  await loop.close();
});

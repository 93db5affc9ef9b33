/**
 * What is watched outlives its watchers and its logs when these find no room, and both go on once there is
 * some.
 */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { canMount, eventually, onSmallDisk } from '@platform/testkit';
import { expect, test } from 'vitest';
import { homeFromEnvironment } from '../src/home';
import { portsFromEnvironment } from '../src/ports';
import { stackStatus } from '../src/status';
import { findWatching } from '../src/watching/binaries';
import { type TestStack, testStack } from './platform';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** Takes every byte that is left; what is written after it finds no room. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  let size = CHUNK.length;
  while (size > 0) {
    try {
      writeSync(file, CHUNK, 0, size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size = Math.floor(size / 2);
    }
  }
  closeSync(file);
}

const SERVICES = ['data', 'risk', 'manager', 'executor'] as const;

async function pidsOf(stack: TestStack): Promise<(number | null | undefined)[]> {
  const { processes } = await stackStatus(stack.environment);
  return SERVICES.map((service) => processes.find(({ name }) => name === service)?.pid);
}

async function killed(stack: TestStack, name: string): Promise<void> {
  const pidOf = async () =>
    (await stackStatus(stack.environment)).processes.find((each) => each.name === name)?.pid;
  const before = await pidOf();
  process.kill(before!, 'SIGKILL');
  await eventually(async () => ((await pidOf()) ?? before) !== before);
}

test.runIf(canMount() && findWatching('') !== undefined)(
  'a full disk under Prometheus and the logs stops no process that trades, and what it stopped goes on by itself',
  async () => {
    const stack = await testStack({ environment: { SKIP_WATCHING: '' } });
    const { logs, watching } = homeFromEnvironment(stack.environment);
    const urlOf = (service: (typeof SERVICES)[number]) =>
      `http://127.0.0.1:${portsFromEnvironment(stack.environment)[service]}`;
    const newest = async (): Promise<number> => {
      const answer = await fetch(`${urlOf('manager')}/bff/metrics/chart?chart=disk-free&minutes=5`);
      if (!answer.ok) return 0;
      const { series } = (await answer.json()) as { series: { ts: number[] }[] };
      return series[0]?.ts.at(-1) ?? 0;
    };
    const log = () => readFileSync(join(logs, 'risk.log'), 'utf8');
    const refuse = async () =>
      (
        await fetch(`${urlOf('risk')}/risk/resume`, {
          method: 'POST',
          headers: { 'x-operator-token': 'wrong' },
        })
      ).status;
    try {
      await onSmallDisk(watching, '48m', () =>
        onSmallDisk(logs, '4m', async () => {
          expect((await stack.platform(['up', '--detach'])).stdout).toContain('prometheus ready');
          await eventually(async () => (await newest()) > 0);
          const before = await pidsOf(stack);
          const [ballast, logBallast] = [join(watching, 'ballast'), join(logs, 'ballast')];
          fill(ballast);
          fill(logBallast);
          // The last page of each file has room for a few more lines.
          for (const name of readdirSync(logs)) fill(join(logs, name));
          // Each of these would be a line in the log.
          const written = log().length;
          for (let k = 0; k < 50; k++) expect(await refuse()).toBe(401);
          expect(log().length).toBe(written);
          for (const service of SERVICES) expect((await fetch(`${urlOf(service)}/readyz`)).status).toBe(200);
          expect(await pidsOf(stack)).toEqual(before);
          // The launcher that starts them again logs it and finds no room either.
          await killed(stack, 'venue');

          const stoppedAt = Date.now();
          rmSync(ballast);
          rmSync(logBallast);
          await eventually(async () => (await newest()) > stoppedAt);
          expect(await refuse()).toBe(401);
          await eventually(() => log().length > written);
          expect(await pidsOf(stack)).toEqual(before);
        }),
      );
    } finally {
      await stack.dispose();
    }
  },
);

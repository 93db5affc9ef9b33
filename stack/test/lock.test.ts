/** Locks under contention by real processes, over what a killed holder left. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@platform/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { releaseLockFile, takeLockFile } from '../src/lock';

const CONTENDERS = 4;
const ROUNDS = 150;
/** Everybody is there by then, also on a slow machine; who comes late wins less often, and nothing else. */
const HEAD_START_MS = 6_000;
const STEP_MS = 25;

const DEAD = JSON.stringify({ pid: 2 ** 22 + 1, startTicks: 1 });

it('the lock of a dead holder goes to exactly one of those who want it', async () => {
  const folder = temporaryDirectory('locks');
  onTestFinished(folder.remove);
  for (let round = 0; round < ROUNDS; round++) writeFileSync(join(folder.path, `${round}.lock`), DEAD);
  const program = fileURLToPath(new URL('./lock-contender.ts', import.meta.url));
  const startMs = Date.now() + HEAD_START_MS;
  const args = ['--import', 'tsx', program, folder.path, String(ROUNDS), String(startMs), String(STEP_MS)];
  const contenders = Array.from({ length: CONTENDERS }, () =>
    spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const won = await Promise.all(
    contenders.map(async (child) => {
      const [text] = (await once(child.stdout, 'data')) as [Buffer];
      return JSON.parse(text.toString()) as number[];
    }),
  );
  const winners = Array.from(
    { length: ROUNDS },
    (_, round) => won.filter((rounds) => rounds.includes(round)).length,
  );
  expect(winners).toEqual(Array(ROUNDS).fill(1));
  const left = readdirSync(folder.path).filter((name) => !/^\d+\.lock$/.test(name));
  expect(left).toEqual([]);
  await Promise.all(
    contenders.map(async (child) => {
      child.stdin.end();
      await once(child, 'exit');
    }),
  );
});

it('a lock can be taken after a successor of its dead holder died half-way', () => {
  const folder = temporaryDirectory('locks');
  onTestFinished(folder.remove);
  const file = join(folder.path, 'x.lock');
  writeFileSync(file, DEAD);
  writeFileSync(`${file}.after-${2 ** 22 + 1}-1`, JSON.stringify({ pid: 2 ** 22 + 2, startTicks: 7 }));
  expect(takeLockFile(file)).toBe(true);
  expect(takeLockFile(file)).toBe(false);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  expect(readdirSync(folder.path)).toEqual(['x.lock']);
});

it('the lock is given back by its holder alone', () => {
  const folder = temporaryDirectory('locks');
  onTestFinished(folder.remove);
  const file = join(folder.path, 'x.lock');
  writeFileSync(file, JSON.stringify({ pid: 1, startTicks: 1 }));
  releaseLockFile(file);
  expect(readdirSync(folder.path)).toEqual(['x.lock']);
  expect(takeLockFile(file)).toBe(true);
  releaseLockFile(file);
  expect(readdirSync(folder.path)).toEqual([]);
  writeFileSync(file, 'half a rec');
  expect(takeLockFile(file)).toBe(true);
});

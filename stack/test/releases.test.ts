/** Releases as `./platform release build` makes them: whole or not at all. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_MANIFEST } from '@platform/contracts';
import { canMount, onSmallDisk, type TemporaryDirectory, temporaryDirectory } from '@platform/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, homeFromEnvironment } from '../src/home';
import { makeRelease, releaseFolder } from '../src/release';
import { testStack } from './platform';

let directory: TemporaryDirectory;
let home: Home;
beforeAll(() => {
  directory = temporaryDirectory('releases');
  home = homeFromEnvironment({ PLATFORM_HOME: directory.path });
});
afterAll(() => directory?.remove());

const folders = () => readdirSync(join(releaseFolder(home, 'v1'), '..')).sort();

test('a release never changes once it is built', async () => {
  await makeRelease(home, 'v1');
  const manifest = () => readFileSync(join(releaseFolder(home, 'v1'), RELEASE_MANIFEST), 'utf8');
  const before = manifest();
  await expect(makeRelease(home, 'v1')).rejects.toThrow(/There is a release v1 already/);
  expect(manifest()).toBe(before);
  expect(folders()).toEqual(['v1']);
});

test('one that is built after the clock was set back is still the newest', async () => {
  const path = join(releaseFolder(home, 'v1'), RELEASE_MANIFEST);
  const ahead = new Date(Date.now() + 86_400_000).toISOString();
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), built_at: ahead }));
  const { built_at: builtAt } = await makeRelease(home, 'v2');
  expect(builtAt > ahead).toBe(true);
});

test('what killed builds and removals have left is removed by the next build, what is under way stays', async () => {
  const folder = join(releaseFolder(home, 'v1'), '..');
  const { pid: dead } = spawnSync('/bin/true');
  const underWay = `.v4.partial-${process.pid}`;
  for (const name of [`.v4.partial-${dead}`, `.v1.removed-${dead}`, underWay]) {
    mkdirSync(join(folder, name, 'within'), { recursive: true });
  }
  await makeRelease(home, 'v3');
  expect(folders()).toEqual([underWay, 'v1', 'v2', 'v3']);
  rmSync(join(folder, underWay), { recursive: true });
});

test.each(['latest', '../v3', '..', '.v3', 'v3/', 'v 3', 'v3\n', '', 'ü', 'v'.repeat(129)])(
  'no release is called %j',
  async (tag) => {
    const before = folders();
    await expect(makeRelease(home, tag)).rejects.toThrow(/cannot be a release/);
    expect(folders()).toEqual(before);
  },
);

test.runIf(canMount())(
  'a full disk is named in one sentence and leaves nothing of the release behind',
  async () => {
    const stack = await testStack();
    const own = homeFromEnvironment(stack.environment);
    const folder = join(releaseFolder(own, 'v1'), '..');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      await onSmallDisk(folder, '1m', async () => {
        const { code, stderr } = await stack.platform(['release', 'build', 'v1']);
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: expect.stringMatching(/^platform: The disk .* is full/),
        });
        expect(stderr.trim().split('\n')).toHaveLength(1);
        expect(readdirSync(folder)).toEqual([]);
      });
      expect(existsSync(releaseFolder(own, 'v1'))).toBe(false);
    } finally {
      await stack.dispose();
    }
  },
);

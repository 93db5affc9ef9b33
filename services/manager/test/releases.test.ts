/** Folders that are releases and folders that only look like one. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_MANIFEST, type ReleaseManifest } from '@platform/contracts';
import { type TemporaryDirectory, temporaryDirectory } from '@platform/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ReleaseFault } from '../src/domain/release-fault';
import { Releases } from '../src/runtime/releases';

const BOT = 'process.exit(0);\n';

let directory: TemporaryDirectory;
let releases: Releases;
beforeEach(() => {
  directory = temporaryDirectory('releases');
  releases = new Releases(join(directory.path, 'releases'), join(directory.path, 'own', 'bot.mjs'));
});
afterEach(() => directory.remove());

const folderOf = (tag: string) => join(directory.path, 'releases', tag);

function manifest(tag: string, overrides: Partial<ReleaseManifest> = {}): ReleaseManifest {
  return {
    tag,
    version: '4.6.0',
    built_at: '2026-01-01T00:00:00.000Z',
    dependencies: '',
    files: { 'bot.mjs': createHash('sha256').update(BOT).digest('hex') },
    strategies: {},
    ...overrides,
  };
}

function place(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'bot.mjs'), BOT);
  writeFileSync(join(folder, RELEASE_MANIFEST), text);
}

it('a folder is a release with a whole manifest of its own tag, newest first', async () => {
  place(folderOf('v1'), JSON.stringify(manifest('v1')));
  place(folderOf('v2'), JSON.stringify(manifest('v2', { built_at: '2026-01-02T00:00:00.000Z' })));
  expect((await releases.list()).map(({ tag }) => tag)).toEqual(['v2', 'v1']);
  expect((await releases.program('v1')).file).toBe(join(folderOf('v1'), 'bot.mjs'));
});

it.each([
  ['no manifest', ''],
  ['a manifest cut short', JSON.stringify(manifest('v1')).slice(0, -20)],
  ['nothing', 'null'],
  ['a list', '[]'],
  ['no files', JSON.stringify({ ...manifest('v1'), files: undefined })],
  ['files of another kind', JSON.stringify({ ...manifest('v1'), files: { 'bot.mjs': 1 } })],
  ['no strategies', JSON.stringify({ ...manifest('v1'), strategies: null })],
  ['no time', JSON.stringify(manifest('v1', { built_at: 'yesterday' }))],
  ['the tag of another', JSON.stringify(manifest('v2'))],
])('a folder is not a release with %s', async (_, text) => {
  place(folderOf('v1'), text);
  expect(await releases.list()).toEqual([]);
  await expect(releases.program('v1')).rejects.toThrow(ReleaseFault);
});

it('a folder is not a sound release without its bot, or with another', async () => {
  place(folderOf('v1'), JSON.stringify(manifest('v1', { files: {} })));
  await expect(releases.program('v1')).rejects.toThrow(/build the release again/);
  place(folderOf('v1'), JSON.stringify(manifest('v1')));
  writeFileSync(join(folderOf('v1'), 'bot.mjs'), `${BOT}//`);
  await expect(releases.program('v1')).rejects.toThrow(/build the release again/);
});

it.each(['../v1', '..', '.', 'v1/../v1', '.v1.removed-1', 'v1\n', '', `${'v'.repeat(129)}`])(
  'a folder is not found by the tag %j',
  async (tag) => {
    place(folderOf('v1'), JSON.stringify(manifest('v1')));
    place(folderOf('.v1.removed-1'), JSON.stringify(manifest('.v1.removed-1')));
    expect(await releases.manifest(tag)).toBeUndefined();
    await expect(releases.program(tag)).rejects.toThrow(ReleaseFault);
  },
);

it('a folder that is removed is gone as a whole', async () => {
  place(folderOf('v1'), JSON.stringify(manifest('v1')));
  await releases.remove('v1');
  expect(existsSync(folderOf('v1'))).toBe(false);
  expect(readdirSync(join(directory.path, 'releases'))).toEqual([]);
});

it("the platform's own build has a program with or without a manifest of it", async () => {
  const own = join(directory.path, 'own');
  place(own, 'cut sho');
  expect((await releases.program('latest')).strategies).toEqual({});
  place(own, JSON.stringify(manifest('latest', { strategies: { ewmac: 'a' } })));
  expect((await releases.program('latest')).strategies).toEqual({ ewmac: 'a' });
});

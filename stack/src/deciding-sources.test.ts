import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strategies } from '@platform/strategies';
import { temporaryDirectory } from '@platform/testkit';
import { afterAll, expect, it } from 'vitest';
import { decidingSources, LOCK_FILE } from './deciding-sources';
import { REPOSITORY } from './repository';

const folder = temporaryDirectory('strategies');
afterAll(() => folder.remove());

function write(name: string, title: string): void {
  mkdirSync(join(folder.path, name), { recursive: true });
  writeFileSync(
    join(folder.path, name, `${name}.ts`),
    `export default { name: '${name}', title: '${title}' };`,
  );
}

it('the sources that decide are those of strategies, engine and the bot’s core, and no tests', async () => {
  const { sources, digests } = await decidingSources(folder.path);
  expect(Object.keys(digests).sort()).toEqual(strategies.map(({ name }) => name).sort());
  expect(new Set(Object.values(digests)).size).toBe(strategies.length);
  expect(sources).toContain('packages/engine/src/step.ts');
  expect(sources).toContain('packages/strategies/src/supertrend/supertrend.ts');
  expect(sources.some((source) => source.startsWith('services/bot/src/domain/'))).toBe(true);
  expect(sources.filter((source) => /\.test\.ts$|\/http\/|\/store\//.test(source))).toEqual([]);
});

it('the sources of one strategy change its digest and no other', async () => {
  write('first', 'one');
  write('second', 'two');
  const before = (await decidingSources(folder.path)).digests;
  write('first', 'another');
  const after = (await decidingSources(folder.path)).digests;
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed).toEqual(['first']);
});

interface LockFile {
  readonly packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
}

const installed = () => JSON.parse(readFileSync(join(REPOSITORY, LOCK_FILE), 'utf8')) as LockFile;
const digestsOf = async (lock: LockFile) =>
  (await decidingSources(folder.path, JSON.stringify(lock))).digests;

it('another version of an npm package that decides changes the digest of every strategy', async () => {
  const { digests } = await decidingSources(folder.path);
  for (const name of ['decimal.js', 'typebox', '@noble/hashes']) {
    const lock = installed();
    lock.packages[`node_modules/${name}`]!.version = '0.0.1';
    const after = await digestsOf(lock);
    const unchanged = Object.keys(digests).filter((strategy) => after[strategy] === digests[strategy]);
    expect({ name, unchanged }).toEqual({ name, unchanged: [] });
  }
});

it('another version of an npm package that decides nothing changes no digest', async () => {
  const lock = installed();
  for (const name of ['pg', 'kysely', 'ccxt']) lock.packages[`node_modules/${name}`]!.version = '0.0.1';
  expect(await digestsOf(lock)).toEqual((await decidingSources(folder.path)).digests);
});

it('a package that a deciding one depends on counts too: the one that Node would find', async () => {
  const nested = 'node_modules/decimal.js/node_modules/digits';
  const lock = installed();
  lock.packages['node_modules/decimal.js']!.dependencies = { digits: '*' };
  lock.packages['node_modules/digits'] = { version: '1.0.0' };
  lock.packages[nested] = { version: '2.0.0' };
  const before = await digestsOf(lock);
  lock.packages['node_modules/digits'] = { version: '3.0.0' };
  expect(await digestsOf(lock)).toEqual(before);
  lock.packages[nested] = { version: '3.0.0' };
  expect((await digestsOf(lock))['supertrend']).not.toBe(before['supertrend']);
});

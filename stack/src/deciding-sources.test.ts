import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strategies } from '@platform/strategies';
import { temporaryDirectory } from '@platform/testkit';
import { afterAll, expect, it } from 'vitest';
import { decidingSources } from './deciding-sources';

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

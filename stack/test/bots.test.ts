import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@platform/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { managerDirectory, stopBots } from '../src/bots';
import { homeFromEnvironment } from '../src/home';

test('a bot whose start is under way while all are stopped has no record left that it could become one by', async () => {
  const { path, remove } = temporaryDirectory('bots');
  onTestFinished(remove);
  const home = homeFromEnvironment({ PLATFORM_HOME: path });
  const records = join(managerDirectory(home), 'bots');
  mkdirSync(records, { recursive: true });
  for (const file of ['a.json', 'b-green.json', 'c.json', 'c.pid', 'c.log']) {
    writeFileSync(join(records, file), '{}');
  }
  expect(await stopBots(home, () => undefined)).toBe(0);
  expect(readdirSync(records)).toEqual(['c.log']);
});

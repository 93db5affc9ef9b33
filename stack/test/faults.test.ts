import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { canMount, onSmallDisk } from '@platform/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { portsFromEnvironment } from '../src/ports';
import { type TestStack, testStack } from './platform';

let stack: TestStack;
beforeEach(async () => {
  stack = await testStack();
});
afterEach(async () => await stack.dispose());

/** One sentence with the remedy, exit code 1, nothing left running. */
async function expectFault(
  matching: RegExp,
  environment: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<void> {
  const { code, stderr } = await stack.platform(['up', ...args], { environment });
  expect(stderr).toMatch(matching);
  expect(stderr).toMatch(/^platform: [^\n]+\n$/);
  expect(code).toBe(1);
  expect(stack.processes()).toEqual([]);
}

test('up refuses in one sentence when a port is in use, and says who uses it', async () => {
  const port = portsFromEnvironment(stack.environment).risk;
  const squatter = createServer().listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  await expectFault(new RegExp(`Port ${port} is in use by .*\\(pid ${process.pid}\\): stop that, or`));
  squatter.close();
});

test.runIf(canMount())(
  'up refuses in one sentence when the disk is full, for the database or for its tables',
  async () => {
    for (const size of ['20m', '60m']) {
      await onSmallDisk(stack.home, size, () =>
        expectFault(/The disk that holds .* is full: free some space/),
      );
      rmdirSync(stack.home);
    }
  },
);

test('up refuses in one sentence when keys are set and no exchange, or an exchange without keys', async () => {
  const key = { EXCHANGE_TESTNET_API_KEY: 'key', EXCHANGE_TESTNET_API_SECRET: 'secret' };
  await expectFault(/EXCHANGE_TESTNET_API_KEY is set.*--venue testnet.*--venue simulator/, key);
  await expectFault(/--venue testnet needs EXCHANGE_TESTNET_API_KEY/, {}, ['--venue', 'testnet']);
  expect(existsSync(stack.home)).toBe(false);
});

test('up refuses in one sentence when PLATFORM_PORT_OFFSET is not a number', async () => {
  await expectFault(/PLATFORM_PORT_OFFSET is many: give a whole number/, { PLATFORM_PORT_OFFSET: 'many' });
});

test.each(['{ half', '[]', '{"operatorTokens":{"risk":7}}'])(
  'up refuses in one sentence when secrets.json holds %s',
  async (text) => {
    mkdirSync(stack.home);
    writeFileSync(join(stack.home, 'secrets.json'), text);
    await expectFault(/secrets\.json is damaged: restore it/);
    expect(readFileSync(join(stack.home, 'secrets.json'), 'utf8')).toBe(text);
  },
);

test('up refuses in one sentence when run/stack.json is damaged', async () => {
  mkdirSync(join(stack.home, 'run'), { recursive: true });
  writeFileSync(join(stack.home, 'run', 'stack.json'), '{"processes":[{}]}');
  await expectFault(/stack\.json is damaged/);
});

test.runIf(process.getuid?.() === 0)(
  'up refuses in one sentence when the home belongs to somebody else',
  async () => {
    mkdirSync(stack.home);
    chownSync(stack.home, 65534, 65534);
    await expectFault(/belongs to user 65534 and you are user 0: run as its owner/);
  },
);

test.runIf(canMount())(
  'a release that finds no room on the disk is refused and leaves nothing behind',
  async () => {
    const releases = join(stack.home, 'manager', 'releases');
    await onSmallDisk(releases, '1m', async () => {
      const { code, stderr } = await stack.platform(['release', 'build', 'v2']);
      expect(stderr).toMatch(/^platform: The disk that holds [^\n]+ is full: free some space[^\n]+\n$/);
      expect(code).toBe(1);
      expect(readdirSync(releases)).toEqual([]);
    });
  },
);

test('a used home starts again after a crash, and is refused when database or passwords do not fit', async () => {
  const data = join(stack.home, 'postgres', 'data');
  mkdirSync(`${data}.partial`, { recursive: true });
  writeFileSync(join(`${data}.partial`, 'PG_VERSION'), '18');
  expect((await stack.platform(['up', '--detach'])).code).toBe(0);
  expect(existsSync(`${data}.partial`)).toBe(false);
  await stack.platform(['down']);

  // The pid of a crashed server may belong to an unrelated process by now.
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n`);
  expect((await stack.platform(['up', '--detach'])).code).toBe(0);
  await stack.platform(['down']);

  writeFileSync(join(data, 'PG_VERSION'), '14\n');
  await expectFault(/was written by PostgreSQL 14 and this version brings 18/);
  rmSync(join(stack.home, 'secrets.json'));
  await expectFault(/secrets\.json is missing but the database .* needs its passwords/);
});

test('doctor names what is wrong and fails', async () => {
  const port = portsFromEnvironment(stack.environment).manager;
  const squatter = createServer().listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  const { code, stdout } = await stack.platform(['doctor']);
  squatter.close();
  expect(stdout).toContain(`✗ ports: Port ${port} is in use`);
  expect(stdout).toContain('✓ PostgreSQL');
  expect(code).toBe(1);
});

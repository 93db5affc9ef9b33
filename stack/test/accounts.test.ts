import { chmodSync, chownSync, lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@platform/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildServices, buildStandIns } from '../src/build';
import { TOKEN_HOLDERS } from '../src/secrets';
import { testStack } from './platform';

const ORDINARY_USER = { uid: 65534, gid: 65534 };

// Only root can become another user, so elsewhere these are shown as skipped.
describe.skipIf(process.getuid?.() !== 0)('as root', () => {
  test('an ordinary user runs everything inside a home of his own', async () => {
    await Promise.all([buildServices([...TOKEN_HOLDERS, 'bot']), buildStandIns(['venue'])]);
    const directory = temporaryDirectory('ordinary-user');
    const home = join(directory.path, 'home');
    mkdirSync(home);
    chownSync(home, ORDINARY_USER.uid, ORDINARY_USER.gid);
    const stack = await testStack({ home });
    onTestFinished(async () => {
      await stack.dispose();
      directory.remove();
    });
    const up = await stack.platform(['up', '--detach'], { account: ORDINARY_USER });
    expect(up.stderr).toBe('');
    expect(up.code).toBe(0);
    expect(lstatSync(join(home, 'postgres', 'data')).uid).toBe(ORDINARY_USER.uid);
    expect((await stack.platform(['status'], { account: ORDINARY_USER })).code).toBe(0);
    expect((await stack.platform(['down'], { account: ORDINARY_USER })).code).toBe(0);
    expect(stack.processes()).toEqual([]);
  });

  test('a home below a 0700 directory gets its database where PostgreSQL can reach it', async () => {
    const closed = temporaryDirectory('closed');
    chmodSync(closed.path, 0o700);
    const stack = await testStack({ home: join(closed.path, 'home') });
    onTestFinished(async () => {
      await stack.dispose();
      rmSync(realpathSync(join(stack.home, 'postgres')), { recursive: true });
      closed.remove();
    });
    const up = await stack.platform(['up', '--detach']);
    expect(up.stderr).toBe('');
    expect(up.code).toBe(0);
    const database = realpathSync(join(stack.home, 'postgres'));
    expect(database).toMatch(/^\/var\/lib\/platform\/[0-9a-f]{16}$/);
    await stack.platform(['down']);
    expect((await stack.platform(['up', '--detach'])).code).toBe(0);
    expect(realpathSync(join(stack.home, 'postgres'))).toBe(database);
  });
});

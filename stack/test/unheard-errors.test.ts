/** Errors that nothing waits for do not end the launcher: its processes would run on without it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@platform/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { controlSocket, serveControl } from '../src/control';
import { homeFromEnvironment, openHome } from '../src/home';

test('a launcher in the background goes on when what started it is gone while it reports', async () => {
  const folder = temporaryDirectory('starter');
  onTestFinished(folder.remove);
  const isGone = join(folder.path, 'gone');
  const program = fileURLToPath(new URL('./deaf-starter.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, isGone], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const said = text(child.stdout!);
  const ended = once(child, 'exit');
  await once(child, 'message');
  child.disconnect();
  writeFileSync(isGone, '');
  expect(await said).toBe('sends\ngoes on\n');
  expect(await ended).toEqual([0, null]);
});

test('the control socket outlives connections that cannot be accepted', async () => {
  const folder = temporaryDirectory('control');
  onTestFinished(folder.remove);
  const home = homeFromEnvironment({ PLATFORM_HOME: folder.path });
  openHome(home);
  const refuse = () => {
    throw new Error('nothing is asked here');
  };
  const close = await serveControl(home, { list: refuse, check: refuse, replace: refuse });
  onTestFinished(close);
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
  const server = handles.find((one) => one instanceof Server && one.address() === controlSocket(home));
  // As Node says it when the machine has no file or memory left for one.
  for (let k = 0; k < 3; k++) (server as Server).emit('error', new Error('accept ENFILE'));
});

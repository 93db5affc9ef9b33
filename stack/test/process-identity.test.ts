import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort } from '../src/ports';
import { identify, isAlive } from '../src/process/identity';

/** A server with a thread that has much to give back. */
const program = (port: number) => `
const { Worker } = require('node:worker_threads');
new Worker('const held = []; for (let i = 0; i < 4e6; i++) held.push({ i }); setInterval(() => {}, 1000)', { eval: true });
require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('listening'));`;

test('a process is alive until the last of its threads has let go of its port', async () => {
  for (let k = 0; k < 10; k++) {
    const port = await freePort();
    const child = spawn(process.execPath, ['-e', program(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await sleep(50);
    const identity = identify(child.pid!)!;
    child.kill('SIGTERM');
    // Looked at without a pause: the moment between the first thread and the last is short.
    while (isAlive(identity));
    const successor = createServer().listen(port, '127.0.0.1');
    await expect(once(successor, 'listening'), `process ${k}`).resolves.toEqual([]);
    successor.close();
  }
});

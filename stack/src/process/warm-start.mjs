/**
 * Loaded before a service that is to take another one's place: the npm packages of its program are loaded, fd
 * 3 hears so, and the program itself begins when the supervisor says so on fd 0. A supervisor that ends or
 * changes its mind closes that, and the process ends.
 */
import { closeSync, readFileSync, readSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

// Threads get the arguments of their process, and have nothing to wait for.
if (isMainThread) {
  const program = readFileSync(process.argv[1], 'utf8');
  const packages = new Set([...program.matchAll(/ from "([^"./][^"]*)";$/gm)].map(([, name]) => name));
  // One that cannot be loaded is the program's to complain about.
  await Promise.all([...packages].map((name) => import(name).catch(() => undefined)));
  writeSync(3, '.');
  closeSync(3);
  if ((await heard()) === 0) process.exit(1);
}

/** How many bytes came; 0 when it was closed. A pipe that does not block says that nothing has come yet. */
async function heard() {
  for (;;) {
    try {
      return readSync(0, Buffer.alloc(1));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      await setTimeout(5);
    }
  }
}

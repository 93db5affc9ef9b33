import { expect, it } from 'vitest';
import { Lifecycle } from './lifecycle';

it('a lifecycle stops what was started last first, and only once', async () => {
  const stopped: string[] = [];
  const lifecycle = new Lifecycle();
  for (const name of ['database', 'bus', 'http']) lifecycle.onShutdown(name, () => void stopped.push(name));
  const [first, second] = await Promise.all([lifecycle.shutdown(), lifecycle.shutdown()]);
  expect(stopped).toEqual(['http', 'bus', 'database']);
  expect(first).toEqual([]);
  expect(second).toBe(first);
});

it('a lifecycle goes on after a step that throws or does not end, and names both', async () => {
  const lifecycle = new Lifecycle();
  let databaseStopped = false;
  lifecycle.onShutdown('database', () => {
    databaseStopped = true;
  });
  lifecycle.onShutdown('bus', () => new Promise(() => undefined));
  lifecycle.onShutdown('http', () => {
    throw new Error('port is gone');
  });
  const faults = await lifecycle.shutdown(20);
  expect(faults.map((fault) => fault.step)).toEqual(['http', 'bus']);
  expect(databaseStopped).toBe(true);
});

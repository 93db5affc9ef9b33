/**
 * A route of the manager is found by its name: `routes/manager/run.ts` of the contract is answered by
 * `run-handlers.ts`, whole.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROUTES = new URL('../../../../packages/contracts/src/routes/manager/', import.meta.url);
const topics = readdirSync(ROUTES)
  .map((file) => file.replace('.ts', ''))
  .filter((topic) => topic !== 'index' && topic !== 'group');

/** The live feed is mounted by itself: it answers with a socket. */
const handlersOf = (topic: string) =>
  new URL(topic === 'live' ? '../compose-live.ts' : `./${topic}-handlers.ts`, import.meta.url);

it.each(topics)('the routes of %s are all answered by the handlers of that name', async (topic) => {
  const tables = Object.values((await import(new URL(`${topic}.ts`, ROUTES).href)) as Record<string, object>);
  const names = tables.flatMap((table) => Object.keys(table));
  expect(names.length).toBeGreaterThan(0);
  const text = readFileSync(handlersOf(topic), 'utf8');
  const isAnswered = (name: string) => new RegExp(`^ +(async )?${name}(,$|: |[(])`, 'm').test(text);
  expect(names.filter((name) => !isAnswered(name))).toEqual([]);
});

it('every file of handlers has its routes', () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('-handlers.ts'));
  expect(files.map((file) => file.replace('-handlers.ts', '')).sort()).toEqual(
    topics.filter((topic) => topic !== 'live').sort(),
  );
});

import { expect, it } from 'vitest';
import { judge } from './judge';
import type { Reading } from './rule';

const reading = (value: number, pauseAt = 0.5, flattenAt = 0.8): Reading => ({
  kind: 'measured',
  scope: 'portfolio',
  value,
  pauseAt,
  flattenAt,
  reason: 'a test',
});

it.each([
  [0.49, 'None'],
  [0.5, 'PauseBots'],
  [0.79, 'PauseBots'],
  [0.8, 'Flatten'],
] as const)('a verdict at %d is %s when nothing was held', (value, outcome) => {
  expect(judge('vpin', reading(value), 'None', 0.1).outcome).toBe(outcome);
});

it('a verdict shows the next threshold while ok and the level that ends the condition once tripped', () => {
  expect(judge('vpin', reading(0.1), 'None', 0.1)).toMatchObject({ status: 'ok', threshold: 0.5 });
  expect(judge('vpin', reading(0.6), 'None', 0.1)).toMatchObject({ status: 'tripped', threshold: 0.45 });
});

it('a verdict steps down from Flatten to PauseBots before it ends', () => {
  expect(judge('vpin', reading(0.73), 'Flatten', 0.1).outcome).toBe('Flatten');
  expect(judge('vpin', reading(0.71), 'Flatten', 0.1).outcome).toBe('PauseBots');
  expect(judge('vpin', reading(0.44), 'Flatten', 0.1).outcome).toBe('None');
});

it('a verdict never gives an outcome that is switched off', () => {
  expect(judge('vpin', reading(1, 0, 0), 'None', 0.1)).toMatchObject({ outcome: 'None', threshold: null });
  expect(judge('vpin', reading(1, 0.5, 0), 'Flatten', 0.1).outcome).toBe('PauseBots');
});

it('a verdict is degraded where data is missing and ok where nothing is at stake', () => {
  const about = { scope: 'portfolio', reason: 'a test' };
  expect(judge('macro', { kind: 'missing', ...about }, 'PauseBots', 0.1)).toMatchObject({
    status: 'degraded',
    outcome: 'None',
  });
  expect(judge('macro', { kind: 'idle', ...about }, 'None', 0.1).status).toBe('ok');
});

it.each([Number.NaN, Number.POSITIVE_INFINITY])('a verdict refuses to judge %d', (value) => {
  expect(() => judge('vpin', reading(value), 'None', 0.1)).toThrow(RangeError);
});

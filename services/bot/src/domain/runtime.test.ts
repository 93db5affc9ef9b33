import { expect, it } from 'vitest';
import { Runtime } from './runtime';

it('a bot goes live once, after lease and warm-up, and never comes back from the end', () => {
  const runtime = new Runtime();
  expect(runtime.advance('live')).toBe(false);
  expect(['warming', 'live', 'draining', 'ended'].map((state) => runtime.advance(state as never))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['leasing', 'warming', 'live'].some((state) => runtime.advance(state as never))).toBe(false);
  expect(runtime.state).toBe('ended');
});

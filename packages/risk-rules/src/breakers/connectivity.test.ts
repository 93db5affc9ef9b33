import { DEFAULT_RISK_LIMITS } from '@platform/contracts';
import { expect, it } from 'vitest';
import { type ConnectivityMemory, connectivity, type Heartbeat } from './connectivity';

const beat = (marker: string, rest: Partial<Heartbeat> = {}): Heartbeat => ({
  scope: 'bot:a',
  name: 'bot',
  marker,
  hasOpenPosition: true,
  ...rest,
});

/** Looks at [seconds, marker] in turn. */
function watch(looks: readonly (readonly [number, string])[], rest: Partial<Heartbeat> = {}) {
  let memory: ConnectivityMemory = connectivity.initialMemory;
  let readings = connectivity.observe(
    memory,
    { nowMs: 0, hasAnyBotSpoken: true, heartbeats: [] },
    DEFAULT_RISK_LIMITS,
  ).readings;
  for (const [seconds, marker] of looks) {
    const observation = { nowMs: seconds * 1000, hasAnyBotSpoken: true, heartbeats: [beat(marker, rest)] };
    const seen = connectivity.observe(memory, observation, DEFAULT_RISK_LIMITS);
    memory = seen.memory;
    readings = seen.readings;
  }
  return readings[0];
}

const everyTenSeconds = (count: number, marker: string) =>
  Array.from({ length: count }, (_, i) => [i * 10, marker] as const);

it('silence grows while the marker stays the same and ends with any other', () => {
  const silent = everyTenSeconds(13, '2026-01-01');
  expect(watch(silent)).toMatchObject({ value: 120, pauseAt: 120, flattenAt: 300 });
  expect(watch([...silent, [130, '2026-01-02']])).toMatchObject({ value: 0 });
  // A marker is not compared by size: a clock that jumped back is a sign of life like any other.
  expect(watch([...silent, [130, '1999-01-01']])).toMatchObject({ value: 0 });
});

it('silence begins at the first look, however old the marker is', () => {
  expect(watch([[1e6, '1970-01-01']])).toMatchObject({ value: 0 });
});

it('silence counts for at most 15 s between two looks', () => {
  expect(
    watch([
      [0, 'a'],
      [600, 'a'],
    ]),
  ).toMatchObject({ value: 15 });
});

it('silence flattens only where a position is open', () => {
  expect(watch(everyTenSeconds(40, 'a'), { hasOpenPosition: false })).toMatchObject({
    value: 390,
    flattenAt: 0,
  });
});

it('the silence of a scope is that of its most silent part', () => {
  const heartbeats = [beat('x', { name: 'stream' }), beat('0', { name: 'data' })];
  const first = connectivity.observe(
    connectivity.initialMemory,
    { nowMs: 0, hasAnyBotSpoken: true, heartbeats },
    DEFAULT_RISK_LIMITS,
  );
  const later = [beat('x', { name: 'stream' }), beat('1', { name: 'data' })];
  const second = connectivity.observe(
    first.memory,
    { nowMs: 9_000, hasAnyBotSpoken: true, heartbeats: later },
    DEFAULT_RISK_LIMITS,
  );
  expect(second.readings).toMatchObject([{ scope: 'bot:a', value: 9, reason: 'stream silent, seconds' }]);
});

it('silence means nothing before the first bot event ever', () => {
  const observation = { nowMs: 0, hasAnyBotSpoken: false, heartbeats: [beat('a')] };
  const { readings } = connectivity.observe(connectivity.initialMemory, observation, DEFAULT_RISK_LIMITS);
  expect(readings).toMatchObject([{ kind: 'missing', scope: 'portfolio' }]);
});

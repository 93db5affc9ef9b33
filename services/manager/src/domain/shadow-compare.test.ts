import { expect, it } from 'vitest';
import { type ComparedBar, compareBars, divergenceDigest, showBar } from './shadow-compare';

const SIGNAL = { side: 'long', sl: 90, tp: null, reason: 'cross', sizeHint: { kind: 'fixed', value: 0.1 } };

function bar(openTimeMs: number, green: Partial<NonNullable<ComparedBar['green']>> | null = {}): ComparedBar {
  const blue = { barDigest: `bar ${openTimeMs}`, signal: SIGNAL };
  return {
    openTimeMs,
    ...blue,
    decidedMs: openTimeMs + 60,
    green: green && { ...blue, isReplayed: true, ...green },
  };
}

it('a comparison of nothing has compared nothing', () => {
  expect(compareBars([])).toEqual({
    matches: 0,
    divergences: [],
    liveBars: 0,
    comparedToMs: null,
    lastDecidedMs: null,
    awaitedSinceMs: null,
  });
});

it('a comparison counts equal decisions, and apart those that were made live', () => {
  expect(compareBars([bar(1), bar(2), bar(3, { isReplayed: false })])).toEqual({
    matches: 3,
    divergences: [],
    liveBars: 1,
    comparedToMs: 3,
    lastDecidedMs: 63,
    awaitedSinceMs: null,
  });
});

it('a comparison ends at the first bar that green has not decided, and says since when it is awaited', () => {
  expect(compareBars([bar(1), bar(2, null), bar(3), bar(4, null)])).toMatchObject({
    matches: 1,
    comparedToMs: 1,
    lastDecidedMs: 64,
    awaitedSinceMs: 62,
  });
});

it.each([
  ...Object.keys(SIGNAL).map((field) => [field, { ...SIGNAL, [field]: 'other' }] as const),
  ['sizeHint', { ...SIGNAL, sizeHint: { kind: 'fixed', value: 0.2 } }] as const,
  ['tp', (({ tp: _, ...rest }) => rest)(SIGNAL)] as const,
  ['new', { ...SIGNAL, new: null }] as const,
  ['decision', null] as const,
])('a comparison names the bar and the field that differs: %s', (field, signal) => {
  const { divergences, matches, comparedToMs } = compareBars([bar(1), bar(2, { signal }), bar(3)]);
  expect(divergences).toEqual([{ open_time_ms: 2, field, blue: SIGNAL, green: signal }]);
  expect([matches, comparedToMs]).toEqual([2, 3]);
});

it('a comparison counts a bar that the two saw differently as a divergence even if they decide alike', () => {
  expect(compareBars([bar(1, { barDigest: 'other' })]).divergences).toMatchObject([{ field: 'bar' }]);
});

it('the digest of divergences is null for none, equal for equal lists, and differs for any other list', () => {
  const of = (...bars: ComparedBar[]) => divergenceDigest(compareBars(bars).divergences);
  expect(of(bar(1))).toBeNull();
  const one = of(bar(1, { signal: null }));
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(of(bar(1, { signal: null }), bar(2))).toBe(one);
  expect(of(bar(1, { signal: null }), bar(2, { signal: null }))).not.toBe(one);
  expect(of(bar(1, { barDigest: 'other' }))).not.toBe(one);
});

it('a compared bar is alike, different in a field, or waits for the new release', () => {
  expect(showBar(bar(1, { isReplayed: false }))).toEqual({
    open_time_ms: 1,
    verdict: 'alike',
    field: null,
    is_live: true,
    blue: SIGNAL,
    green: SIGNAL,
  });
  expect(showBar(bar(1, { signal: null }))).toMatchObject({
    verdict: 'different',
    field: 'decision',
    is_live: false,
    green: null,
  });
  expect(showBar(bar(1, null))).toMatchObject({ verdict: 'waiting', field: null, is_live: false });
});

import { describe, expect, it } from 'vitest';
import { type ComparedBar, compareBars, divergenceDigest, showBar } from './shadow-compare';

const SIGNAL = { side: 'long', sl: 90, tp: null, reason: 'cross', sizeHint: { kind: 'fixed', value: 0.1 } };

function bar(openTimeMs: number, green: Partial<NonNullable<ComparedBar['green']>> | null = {}): ComparedBar {
  const blue = { barDigest: `bar ${openTimeMs}`, signal: SIGNAL };
  return { openTimeMs, ...blue, green: green && { ...blue, isReplayed: true, ...green } };
}

describe('a comparison', () => {
  it('of nothing has compared nothing', () => {
    expect(compareBars([])).toEqual({ matches: 0, divergences: [], liveBars: 0, comparedToMs: null });
  });

  it('counts equal decisions, and apart those that were made live', () => {
    expect(compareBars([bar(1), bar(2), bar(3, { isReplayed: false })])).toEqual({
      ...{ matches: 3, divergences: [], liveBars: 1, comparedToMs: 3 },
    });
  });

  it('ends at the first bar that green has not decided, whatever comes after it', () => {
    expect(compareBars([bar(1), bar(2, null), bar(3)])).toMatchObject({ matches: 1, comparedToMs: 1 });
  });

  it.each([
    ...Object.keys(SIGNAL).map((field) => [field, { ...SIGNAL, [field]: 'other' }] as const),
    ['sizeHint', { ...SIGNAL, sizeHint: { kind: 'fixed', value: 0.2 } }] as const,
    ['tp', (({ tp: _, ...rest }) => rest)(SIGNAL)] as const,
    ['new', { ...SIGNAL, new: null }] as const,
    ['decision', null] as const,
  ])('names the bar and the field that differs: %s', (field, signal) => {
    const { divergences, matches, comparedToMs } = compareBars([bar(1), bar(2, { signal }), bar(3)]);
    expect(divergences).toEqual([{ open_time_ms: 2, field, blue: SIGNAL, green: signal }]);
    expect([matches, comparedToMs]).toEqual([2, 3]);
  });

  it('counts a bar that the two saw differently as a divergence even where they decide alike', () => {
    expect(compareBars([bar(1, { barDigest: 'other' })]).divergences).toMatchObject([{ field: 'bar' }]);
  });
});

describe('the digest of the divergences', () => {
  it('is nothing for none, the same for the same list and another one for any other list', () => {
    const of = (...bars: ComparedBar[]) => divergenceDigest(compareBars(bars).divergences);
    expect(of(bar(1))).toBeNull();
    const one = of(bar(1, { signal: null }));
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(of(bar(1, { signal: null }), bar(2))).toBe(one);
    expect(of(bar(1, { signal: null }), bar(2, { signal: null }))).not.toBe(one);
    expect(of(bar(1, { barDigest: 'other' }))).not.toBe(one);
  });
});

describe('a bar for people to look at', () => {
  it('is alike, different in a field, or waits for the new release', () => {
    expect(showBar(bar(1, { isReplayed: false }))).toEqual({
      ...{ open_time_ms: 1, verdict: 'alike', field: null, is_live: true, blue: SIGNAL, green: SIGNAL },
    });
    expect(showBar(bar(1, { signal: null }))).toMatchObject({
      ...{ verdict: 'different', field: 'decision', is_live: false, green: null },
    });
    expect(showBar(bar(1, null))).toMatchObject({ verdict: 'waiting', field: null, is_live: false });
  });
});

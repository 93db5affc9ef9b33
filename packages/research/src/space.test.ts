import { describe, expect, it } from 'vitest';
import { countOf, paramsAt, parseSpace, sampleOf } from './space';

function axes(text: string) {
  const parsed = parseSpace(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

describe('a parameter space', () => {
  it('has ranges with both ends, without the noise of adding up fractions, and lists', () => {
    const [multiplier, short] = axes('multiplier=0.1:0.5:0.1, allow_short=true|false');
    expect(multiplier!.values).toEqual([0.1, 0.2, 0.3, 0.4, 0.5]);
    expect(short!.values).toEqual([true, false]);
  });

  it('numbers its combinations so that each is made once', () => {
    const space = axes('a=1:3,b=10|20');
    expect(countOf(space)).toBe(6);
    const made = Array.from({ length: 6 }, (_, index) => paramsAt(space, index));
    expect(made[0]).toEqual({ a: 1, b: 10 });
    expect(made[5]).toEqual({ a: 3, b: 20 });
    expect(new Set(made.map((params) => JSON.stringify(params))).size).toBe(6);
  });

  it('counts combinations far beyond what can be tried without making them', () => {
    expect(countOf(axes('a=1:1000,b=1:1000,c=1:1000'))).toBe(1e9);
  });

  it.each([
    ['', /form/],
    ['a', /form/],
    ['a=', /form/],
    ['A=1:2', /form/],
    ['a=1:2,a=3:4', /twice/],
    ['a=5:1', /above/],
    ['a=1:5:0', /step/],
    ['a=1:5:-1', /step/],
    ['a=1:x', /first:last:step/],
    ['a=1:2:3:4', /first:last:step/],
    ['a=1:1e9', /too many/],
    ['a=1|1', /twice/],
    ['a=1||2', /missing/],
  ])('refuses %j with a sentence', (text, sentence) => {
    expect(parseSpace(text)).toMatchObject({ ok: false, error: expect.stringMatching(sentence) });
  });

  it('is sampled without repetition, the same way for the same seed and another way for another', () => {
    const draw = (seed: number) => Array.from({ length: 500 }, (_, k) => sampleOf(12_345, 500, seed)(k));
    expect(new Set(draw(1)).size).toBe(500);
    expect(Math.max(...draw(1))).toBeLessThan(12_345);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(2)).not.toEqual(draw(1));
    expect(sampleOf(3, 10, 1)(2)).toBe(2);
  });
});

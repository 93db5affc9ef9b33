import { describe, expect, it, vi } from 'vitest';
import { countOf, paramsAt, parseSpace, sampleOf } from './space';

function axes(text: string) {
  const parsed = parseSpace(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

describe('a parameter space', () => {
  it('a parameter space has lists, and ranges with both ends without the noise of fractions', () => {
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

  it('a parameter space counts combinations far beyond what can be tried without making them', () => {
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
    ['a=0:1e-9:4e-11', /a: a value is given twice/],
    ['a=10000000:10000000.0000001:1e-10', /a: a value is given twice/],
    ['a=1:99999,b=1:99999,c=1:99999,d=1:99999', /1\.0e\+20 combinations are more than can be numbered/],
  ])('a parameter space refuses %j with a sentence', (text, sentence) => {
    expect(parseSpace(text)).toMatchObject({ ok: false, error: expect.stringMatching(sentence) });
  });

  it('a parameter space that is refused has made no more values than its first axes have', () => {
    const made = vi.spyOn(Array, 'from');
    const text = Array.from({ length: 700 }, (_, k) => `a${k}=1:100000`).join();
    made.mockClear();
    const parsed = parseSpace(text);
    const makings = made.mock.calls.length;
    made.mockRestore();
    expect(parsed).toMatchObject({ ok: false, error: expect.stringMatching(/1\.0e\+20 combinations/) });
    expect(makings).toBe(3);
  });

  it('a parameter space is sampled without repetition, the same way for the same seed alone', () => {
    const draw = (seed: number) => Array.from({ length: 500 }, (_, k) => sampleOf(12_345, 500, seed)(k));
    expect(new Set(draw(1)).size).toBe(500);
    expect(Math.max(...draw(1))).toBeLessThan(12_345);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(2)).not.toEqual(draw(1));
    expect(sampleOf(3, 10, 1)(2)).toBe(2);
  });

  it('a parameter space is sampled evenly, however many combinations it has', () => {
    const [count, draws, values] = [2 ** 40, 100_000, 32];
    const indexOf = sampleOf(count, draws, 1);
    // How often each value of an axis with 32 of them is drawn, were it the last one.
    const drawn = new Array<number>(values).fill(0);
    for (let k = 0; k < draws; k++) drawn[indexOf(k) % values]! += 1;
    const mean = draws / values;
    for (const times of drawn) expect(Math.abs(times - mean)).toBeLessThan(0.2 * mean);
  });

  it('a parameter space has samples of small spaces that stay as they are', () => {
    const indexOf = sampleOf(12_345, 500, 1);
    expect([0, 1, 2, 499].map(indexOf)).toEqual([7919, 3205, 10836, 1183]);
  });
});

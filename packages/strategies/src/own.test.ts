import { describe, expect, it } from 'vitest';
import { SignalGate } from './signals';
import type { Evaluator, Target } from './types';

const gate = () => new SignalGate({ allow_short: true, size_hint: { kind: 'fixed', value: 1 } });
const evaluator = (given: Partial<Evaluator>) =>
  ({ stopPrice: Number.NaN, takeProfitPrice: Number.NaN, sizeScale: 1, reason: 'r', ...given }) as Evaluator;

describe('what a strategy answers that makes no sense', () => {
  it.each([Number.NaN, undefined, 2, '1', null])(
    'a target of %s is refused instead of passing for a short',
    (target) => {
      expect(() => gate().accepts(target as Target)).toThrow(RangeError);
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('a size scale of %s is refused', (sizeScale) => {
    const opened = gate();
    opened.accepts(1);
    expect(() => opened.decideOn(evaluator({ sizeScale }), 0)).toThrow(RangeError);
  });

  it('a stop at infinity is no stop: the default one takes its place', () => {
    const opened = gate();
    opened.accepts(-1);
    expect(opened.decideOn(evaluator({ stopPrice: Number.POSITIVE_INFINITY }), 0).sl).toBeNaN();
  });
});

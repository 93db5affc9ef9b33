import { canonicalJson } from '@platform/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { after, barsFromCloses } from '../test/support/bars';
import { brief, runStrategy } from '../test/support/run';
import { canonicalSignal, SignalGate, signalOf, withoutEntry } from './signals';
import type { Evaluator, Signal } from './types';

const common = { allow_short: true, size_hint: { kind: 'vol_target', value: 0.4 } } as const;

/** An evaluator that only carries what a signal is made of. */
const evaluator = (fields: Partial<Evaluator>): Evaluator => ({
  evaluate: () => 0,
  stopPrice: Number.NaN,
  takeProfitPrice: Number.NaN,
  sizeScale: 1,
  reason: 'why',
  state: () => ({}),
  restore: () => {},
  ...fields,
});

describe('the signal gate', () => {
  it('emits on change only', () => {
    const gate = new SignalGate(common);
    expect([0, 1, 1, -1, -1, 0, 0].map((target) => gate.accepts(target as -1 | 0 | 1))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it('the signal gate without shorts gives exactly the long legs with the reasons of the ended shorts', () => {
    const bars = barsFromCloses(after(50, 100, 110, 90, 95, 120));
    const params = { lookback: 10 };
    expect(brief(runStrategy('tsmom', { ...params, allow_short: false }, { bars }))).toEqual([
      [50, 'long', 'momentum_up'],
      [51, 'flat', 'momentum_down'],
      [53, 'long', 'momentum_up'],
    ]);
  });

  it('the signal gate rounds prices and sizes to 8 decimals, and drops a stop that is not above 0', () => {
    const gate = new SignalGate(common);
    gate.accepts(1);
    const proposal = evaluator({ stopPrice: 1 / 3, takeProfitPrice: -5, sizeScale: 1 / 3 });
    expect(signalOf(gate.decideOn(proposal, 60_000))).toMatchObject({
      sl: 0.33333333,
      tp: null,
      sizeHint: { value: 0.13333333 },
    });
  });

  it('an exit carries no size, no stop and no take-profit', () => {
    const gate = new SignalGate(common);
    gate.held = 1;
    gate.accepts(0);
    expect(signalOf(gate.decideOn(evaluator({ stopPrice: 5, takeProfitPrice: 9 }), 60_000))).toEqual({
      openTimeMs: 60_000,
      side: 'flat',
      sizeHint: { kind: 'vol_target', value: 0 },
      sl: null,
      tp: null,
      reason: 'why',
    });
  });
});

describe('a decision whose entry is refused', () => {
  const decided = (heldBefore: -1 | 0 | 1, target: -1 | 0 | 1) => {
    const gate = new SignalGate(common);
    gate.held = heldBefore;
    gate.accepts(target);
    return gate.decideOn(evaluator({ stopPrice: 5 }), 60_000);
  };

  it('a refused entry decides nothing, a refused flip closes, and an exit stays as it is', () => {
    expect(withoutEntry(decided(0, 1), 'refused')).toBeNull();
    const flip = withoutEntry(decided(-1, 1), 'refused')!;
    expect(signalOf(flip)).toMatchObject({
      side: 'flat',
      sl: null,
      reason: 'refused',
      sizeHint: { value: 0 },
    });
    const exit = decided(1, 0);
    expect(withoutEntry(exit, 'refused')).toBe(exit);
  });
});

it('canonical signals are the documented bytes', () => {
  const signal: Signal = {
    openTimeMs: 1_577_836_800_000,
    side: 'long',
    sizeHint: { kind: 'vol_target', value: 0.4 },
    sl: 7112.3456789,
    tp: null,
    reason: 'trend_up',
  };
  expect(canonicalSignal(signal)).toBe(
    '{"open_time_ms":1577836800000,"reason":"trend_up","side":"long","size_hint":{"kind":"vol_target","value":"0.40000000"},"sl":"7112.34567890","tp":null}',
  );
});

it('canonical signals are canonical JSON, whatever they say', () => {
  const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
  const signal = fc.record<Signal>({
    openTimeMs: fc.maxSafeNat(),
    side: fc.constantFrom('long', 'flat', 'short'),
    sizeHint: fc.record({ kind: fc.constantFrom('vol_target', 'fixed'), value: amount }),
    sl: fc.option(amount),
    tp: fc.option(amount),
    reason: fc.string(),
  });
  fc.assert(
    fc.property(signal, (any) => {
      const line = canonicalSignal(any);
      expect(canonicalJson(JSON.parse(line))).toBe(line);
      expect(JSON.parse(line)).toMatchObject({ side: any.side, reason: any.reason });
    }),
  );
});

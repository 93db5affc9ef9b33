/** Any bars, decisions and costs, for properties that must hold for all of them. */
import { HOUR_MS, MINUTE_MS } from '@platform/core';
import type { Target } from '@platform/strategies';
import fc from 'fast-check';
import {
  FIRST_BAR,
  type Prices,
  type runScripted,
  type Script,
  START_MS,
  settlements,
  story,
} from './scripted';

const price = fc.integer({ min: 5_000, max: 20_000 }).map((cents) => cents / 100);
const bar = fc.tuple(price, price, price, price).map((four): Prices => {
  const [open, close] = four;
  return [open, Math.max(...four), Math.min(...four), close];
});
const wish = fc.record({
  target: fc.constantFrom<Target>(-1, 0, 1),
  sl: fc.option(price, { nil: Number.NaN }),
  tp: fc.option(price, { nil: Number.NaN }),
});
export const anyInput = fc.record({
  bars: fc.array(bar, { minLength: 2, maxLength: 60 }).map(story),
  script: fc.dictionary(fc.nat(60).map(String), wish, { maxKeys: 20 }) as fc.Arbitrary<Script>,
  rates: fc.array(fc.integer({ min: -300, max: 300 }), { maxLength: 20 }),
  settings: fc.record({
    sizing: fc.constantFrom('full', 'atr', 'hint'),
    stops: fc.boolean(),
    takerFeeBps: fc.constantFrom(0, 4, 7.5),
    slippageBps: fc.constantFrom(0, 1, 1.5, 50),
  }),
});
type Scenario = typeof anyInput extends fc.Arbitrary<infer S> ? S : never;

/** Settlements every 150 minutes from the first decision on. */
function fundingOf(rates: readonly number[]) {
  const firstMs = START_MS + FIRST_BAR * HOUR_MS;
  return settlements(...rates.map((rate, k) => [firstMs + k * 150 * MINUTE_MS, rate / 1e6] as const));
}

export function inputOf({ script, bars, settings, rates }: Scenario): Parameters<typeof runScripted> {
  return [script, bars, settings, fundingOf(rates), { kind: 'vol_target', value: 0.4 }];
}

import { DEFAULT_RISK_LIMITS, TOXICITY_HISTORY_MS } from '@platform/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@platform/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toxicity, type VolumeBar, vpin } from './vpin';

const LIMITS = { ...DEFAULT_RISK_LIMITS, vpin_window_buckets: 5 };

function bars(flow: readonly { volume: number; buyShare: number }[]): VolumeBar[] {
  return flow.map(({ volume, buyShare }, i) => ({
    openTimeMs: i * MINUTE_MS,
    volume,
    takerBuyVolume: volume * buyShare,
  }));
}

const observe = (chunks: readonly (readonly VolumeBar[])[]) => {
  let memory = vpin.initialMemory;
  for (const chunk of chunks) {
    const observation = { symbols: [{ symbol: 'BTCUSDT', barMs: MINUTE_MS, bars: chunk }] };
    memory = vpin.observe(memory, observation, LIMITS).memory;
  }
  return memory.get('BTCUSDT')!;
};

const flow = fc.array(
  fc.record({
    volume: fc.double({ min: 0, max: 1e6, noNaN: true }),
    buyShare: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 100, maxLength: 600 },
);
const constant = (buyShare: number) => bars(Array.from({ length: 1_500 }, () => ({ volume: 10, buyShare })));

it('toxicity is known from the start at every hour of the day, whenever most is traded', () => {
  const hour = fc.integer({ min: 0, max: 23 });
  fc.assert(
    fc.property(hour, hour, fc.double({ min: 0, max: 0.8, noNaN: true }), (startHour, busyHour, swing) => {
      const endMs = 10 * DAY_MS + startHour * HOUR_MS;
      const seen = Array.from({ length: TOXICITY_HISTORY_MS / MINUTE_MS }, (_, i) => {
        const openTimeMs = endMs - TOXICITY_HISTORY_MS + i * MINUTE_MS;
        const volume = 1 + swing * Math.cos(((openTimeMs / HOUR_MS - busyHour) / 24) * 2 * Math.PI);
        return { openTimeMs, volume, takerBuyVolume: volume / 2 };
      });
      const observation = { symbols: [{ symbol: 'BTCUSDT', barMs: MINUTE_MS, bars: seen }] };
      const { readings } = vpin.observe(vpin.initialMemory, observation, DEFAULT_RISK_LIMITS);
      expect(readings).toMatchObject([{ kind: 'measured' }]);
    }),
    { numRuns: 100 },
  );
});

it('toxicity is within 0 and 1 whatever flows', () => {
  fc.assert(
    fc.property(flow, (steps) => {
      const value = toxicity(observe([bars(steps)]), 5);
      if (value !== null) expect(value >= 0 && value <= 1).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('toxicity is the same however the bars are cut into observations', () => {
  fc.assert(
    fc.property(flow, fc.nat(99), (steps, cut) => {
      const all = bars(steps);
      expect(observe([all.slice(0, cut), all.slice(cut)])).toEqual(observe([all]));
    }),
    { numRuns: 50 },
  );
});

it.each([
  [0.5, 0],
  [1, 1],
  [0, 1],
  [0.75, 0.5],
])('toxicity of a steady flow with a buy share of %d is %d', (buyShare, expected) => {
  expect(toxicity(observe([constant(buyShare)]), 5)).toBeCloseTo(expected, 9);
});

it('toxicity is unknown until the window is full, and the breaker then says that data is missing', () => {
  const observation = {
    symbols: [{ symbol: 'BTCUSDT', barMs: MINUTE_MS, bars: constant(1).slice(0, 100) }],
  };
  const { readings } = vpin.observe(vpin.initialMemory, observation, LIMITS);
  expect(readings).toMatchObject([{ kind: 'missing', scope: 'symbol:BTCUSDT' }]);
});

it('toxicity of each symbol is its own', () => {
  const symbols = [
    { symbol: 'BTCUSDT', barMs: MINUTE_MS, bars: constant(1) },
    { symbol: 'ETHUSDT', barMs: MINUTE_MS, bars: constant(0.5) },
  ];
  expect(vpin.observe(vpin.initialMemory, { symbols }, LIMITS).readings).toMatchObject([
    { scope: 'symbol:BTCUSDT', value: 1, pauseAt: 0.7, flattenAt: 0.9 },
    { scope: 'symbol:ETHUSDT', value: 0 },
  ]);
});

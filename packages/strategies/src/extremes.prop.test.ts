/**
 * No market, however strange, may break a strategy: constant prices, no volume, huge and tiny numbers, jumps
 * between them.
 */
import { type Bar, BarSeries, findSeriesFault, type Timeframe, timeframeMs } from '@platform/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_OPEN_MS } from '../test/support/bars';
import { RehearsedBot } from '../test/support/rehearsed-bot';
import { strategies } from './registry';

/** The shortest warm-ups the schemas allow. */
const SHORTEST: Readonly<Record<string, object>> = {
  supertrend: { atr_period: 2 },
  ewmac: { fast: 2, slow: 4, vol_span: 5, entry: 0 },
  psar: { af_start: 0.5, af_max: 1 },
  basis_revert: { lookback: 10, entry: 1, exit: 1 },
  pairs_mr: { lookback: 10, entry: 1, exit: 1 },
  bollinger_breakout: { period: 2, k: 1 },
  hurst_regime_switcher: { fast: 2, slow: 3, z_lookback: 10, z_entry: 1, trend_h: 0.5, revert_h: 0.5 },
  rsi_mean_reversion: { period: 2, exit: 50 },
  tsmom: { lookback: 1 },
  volume_spike_breakout: { lookback: 2, spike: 1 },
  vpin_impulse: { bucket_volume: 1, buckets: 5, threshold: 0.1, impulse_bars: 1 },
  vwap_stretch_mr: { lookback: 2, stretch: 0.1, atr_period: 2 },
};
const BARS = 230;

const price = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: 90, max: 110, noNaN: true }) },
  { weight: 2, arbitrary: fc.constant(100) },
  { weight: 1, arbitrary: fc.constantFrom(1e-8, 1e-12, 1e9, 1e15, 0.1) },
);
const volume = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 1e9, noNaN: true }),
  fc.constantFrom(1e-12, 1e15),
);

const market = fc
  .record({
    closes: fc.array(price, { minLength: BARS, maxLength: BARS }),
    volumes: fc.array(volume, { minLength: 1, maxLength: 40 }),
    isConstant: fc.boolean(),
  })
  .map(({ closes, volumes, isConstant }) =>
    closes.map((close, i) => {
      const here = isConstant ? closes[0]! : close;
      const open = isConstant ? here : (closes[i - 1] ?? here);
      const traded = volumes[i % volumes.length]!;
      return { open, close: here, high: Math.max(open, here), low: Math.min(open, here), volume: traded };
    }),
  );

function seriesOf(
  bars: readonly Omit<Bar, 'openTimeMs' | 'takerBuyVolume'>[],
  timeframe: Timeframe,
): BarSeries {
  const series = new BarSeries(BARS);
  bars.forEach((bar, i) => {
    const openTimeMs = FIRST_OPEN_MS + i * timeframeMs(timeframe);
    series.append({ ...bar, openTimeMs, takerBuyVolume: bar.volume * (i % 3 === 0 ? 1 : 0.25) });
  });
  return series;
}

/** Everything a signal may hold, for any market: nothing negative, infinite or not a number. */
const SIGNAL =
  /^\{"open_time_ms":\d+,"reason":"[a-z_]+","side":"(long|short|flat)","size_hint":\{"kind":"vol_target","value":"0\.\d{8}"\},"sl":(null|"\d+\.\d{8}"),"tp":null\}$/;

describe.each(strategies.map((strategy) => strategy.name))('%s', (name) => {
  it('a strategy gives well-formed signals, and the same ones twice, on any sound bars', () => {
    const timeframe = name === 'opening_range_breakout' ? '1h' : '1d';
    fc.assert(
      fc.property(market, (shapes) => {
        const bars = seriesOf(shapes, timeframe);
        expect(findSeriesFault(bars)).toBeNull();
        const other = seriesOf([...shapes].reverse(), timeframe);
        const rates = Float64Array.from({ length: BARS }, (_, i) => Math.sin(i) / 1000);
        const funding = { length: BARS, timeMs: bars.openTimeMs, rate: rates };
        const bots = [0, 1].map(() => new RehearsedBot(name, SHORTEST[name] ?? {}, timeframe));
        for (const bot of bots) {
          for (let i = 0; i < BARS; i++) bot.step({ bars, spot: other, pair: other, funding });
          for (const line of bot.emissions) if (line !== '') expect(line).toMatch(SIGNAL);
        }
        expect(bots[0]!.emissions).toEqual(bots[1]!.emissions);
      }),
      { numRuns: 40 },
    );
  });
});

/** The fast loop is the plain step, bit for bit: same signals, fills, equity, figures and certificate. */
import { type CommonParams, strategies } from '@platform/strategies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateMarket } from '../../../strategies/test/support/generate-market';
import { anyInput, inputOf } from '../../test/scenario';
import { readOut, scriptedInput } from '../../test/scripted';
import type { BacktestInput } from '../backtest-input';
import { certify } from '../certificate';
import { Backtest, runBacktest } from '../run-backtest';
import { defaultSettings } from '../settings';
import { type Replay, replay } from '../step';
import { fastReplayFor } from './replay';

/** Every number as its bits, so that -0 and 0 are two. */
function everything(input: BacktestInput, loop: Replay, chunk = Number.POSITIVE_INFINITY) {
  const backtest = new Backtest(input, loop);
  while (backtest.advance(chunk) < input.market.bars.length);
  const result = backtest.finish();
  const bits = new BigUint64Array(Float64Array.from(result.points.equity).buffer);
  return { ...readOut(result), bits: bits.join(), certificate: certify(input, result) };
}

describe('the fast loop', () => {
  it('the fast loop gives what the plain step gives for any bars, decisions, costs and chunks', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 1, max: 70 }), (given, chunk) => {
        const input = scriptedInput(...inputOf(given));
        expect(everything(input, fastReplayFor('scripted'), chunk)).toEqual(everything(input, replay));
      }),
    );
  });

  const market = generateMarket({ seed: 7, bars: 4_000, timeframe: '1h' });
  const sizes: readonly CommonParams['size_hint'][] = [
    { kind: 'vol_target', value: 0.4 },
    { kind: 'fixed', value: 0.5 },
  ];
  it.each(
    strategies.flatMap((strategy) => [true, false].map((short) => [strategy.name, short, strategy] as const)),
  )(
    'the fast loop gives what the plain step gives for %s, shorts allowed: %s',
    (name, allowShort, strategy) => {
      for (const size_hint of sizes) {
        const parsed = strategy.parse({ allow_short: allowShort, size_hint });
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
        const settings = defaultSettings('BTCUSDT');
        const run = {
          strategy,
          params: parsed.value,
          symbol: 'BTCUSDT',
          timeframe: '1h',
          market,
          settings,
        } as const;
        const plain = everything(run, replay);
        expect(plain.signals.length, name).toBeGreaterThan(0);
        expect(everything(run, fastReplayFor(name), 997)).toEqual(plain);
      }
    },
  );

  it('the fast loop refuses a trader with overlays, which it would not ask', () => {
    const input = scriptedInput({}, market.bars);
    const veto = { name: 'veto', judge: () => ({ veto: true, reason: 'always', details: {} }) };
    const withOverlay: Replay = (trader, ...rest) =>
      fastReplayFor('scripted')({ ...trader, overlays: [veto] }, ...rest);
    expect(() => runBacktest(input, withOverlay)).toThrow('overlays');
  });
});

/**
 * Same inputs, same digests, on every machine: golden values written once. When a change alters decisions on
 * purpose, raise RESULT_VERSION and replace them; a value that changes for any other reason is a defect.
 */
import { digestOfBars, firstBarFrom, nextMonthMs } from '@platform/core';
import { findStrategy } from '@platform/strategies';
import { describe, expect, it } from 'vitest';
import { type Prices, settlements, story, storyTimeMs } from '../test/scripted';
import type { BacktestInput } from './backtest-input';
import { certify } from './certificate';
import { runBacktest } from './run-backtest';
import { defaultSettings } from './settings';

/** A saw-tooth of exact binary fractions: the same bars wherever it is computed. */
const bars = story(
  Array.from({ length: 2000 }, (_, i): Prices => {
    const price = (k: number) => 100 + Math.abs((k % 96) - 48) / 4 + ((k * 13) % 7) / 8;
    const [open, close] = [price(i), price(i + 1)];
    return [open, Math.max(open, close) + 0.25, Math.min(open, close) - 0.25, close];
  }),
);

const SECOND_MONTH_MS = nextMonthMs(bars.openTimeMs[0]!);

function inputOf(overrides: Partial<BacktestInput> = {}): BacktestInput {
  const strategy = findStrategy('supertrend')!;
  const params = strategy.parse({ multiplier: 1.5 });
  if (!params.ok) throw new Error('the parameters are sound');
  const market = { bars, funding: settlements([storyTimeMs(700), 0.0001]) };
  const settings = defaultSettings('BTCUSDT');
  return {
    strategy,
    params: params.value,
    symbol: 'BTCUSDT',
    timeframe: '1h',
    market,
    settings,
    ...overrides,
  };
}

const certificateOf = (input: BacktestInput) => certify(input, runBacktest(input));

describe('certificates', () => {
  it('certificates are the golden ones', () => {
    const result = runBacktest(inputOf());
    expect(result.signals.length).toBeGreaterThan(30);
    expect(certify(inputOf(), result)).toMatchInlineSnapshot(`
      {
        "code": "0b3955be8cd92d0aadf1ea55d6f7d4c1c41a454ad43ac0fc1400d3908f5b22db",
        "costs": "7ef571fe301f220500924be4308527bb9e4381c8f27a05b53eb842982197d652",
        "coverage": "d1551ebfb03a3721e0f00b73d9ea98de86e707dc7eb9bf63255e763491becf30",
        "data": "28331c0f0e94122f2f4c7024730619fb7a64436ad7fb4ce37ac454c01d7ec05e",
        "decisions": "1a5f923fb9a617408495cb0a023ea09011d89d1f202fb2f293e1f060853bb458",
        "params": "0bdb39bacbf7dda2f23298127730f1c2186d32cf1f74b6e7a53e25b7491fa70f",
        "run": "28d5be27ce0b460dd1c1be4be20685ae61714117555a92f9487fec3aaec77819",
        "version": 4,
      }
    `);
  });

  it('certificates are the same for a second run of the same inputs', () => {
    expect(certificateOf(inputOf())).toEqual(certificateOf(inputOf()));
  });

  it('certificates change in exactly the part that changed, and in the digest of the run', () => {
    const golden = certificateOf(inputOf());
    const changed = (overrides: Partial<BacktestInput>) => {
      const other = certificateOf(inputOf(overrides));
      return Object.keys(golden).filter(
        (part) => golden[part as keyof typeof golden] !== other[part as keyof typeof other],
      );
    };
    expect(changed({ settings: { ...defaultSettings('BTCUSDT'), takerFeeBps: 5 } })).toEqual([
      'costs',
      'run',
    ]);
    expect(changed({ symbol: 'ETHUSDT' })).toEqual(['code', 'coverage', 'run']);
    expect(changed({ market: { bars } })).toEqual(['data', 'coverage', 'run']);
    const [fromMs, toMs] = [storyTimeMs(0), storyTimeMs(3000)];
    expect(changed({ span: { fromMs, toMs } })).toEqual(['coverage', 'run']);
    const other = inputOf().strategy.parse({ multiplier: 1.25 });
    expect(changed(other.ok ? { params: other.value } : {})).toEqual(['params', 'decisions', 'run']);
  });

  describe('with digests of whole months', () => {
    const input = inputOf();
    const { signals } = runBacktest(input);
    const unaided = certify(input, { signals });
    const from = firstBarFrom(bars, SECOND_MONTH_MS);
    const to = firstBarFrom(bars, nextMonthMs(SECOND_MONTH_MS));
    const aided = (barCount: number, sha256: string) =>
      certify(input, { signals }, { months: { bars: new Map([[SECOND_MONTH_MS, { barCount, sha256 }]]) } });

    it('certificates from month digests are the same, and nothing is hashed whose digest is known', () => {
      expect(to - from).toBeGreaterThan(27 * 24);
      expect(aided(to - from, digestOfBars(bars, from, to))).toEqual(unaided);
      expect(aided(to - from, 'a digest of other bars').data).not.toBe(unaided.data);
    });

    it('certificates do not take the digest of a whole month for part of one', () => {
      expect(aided(to - from + 1, 'a digest of more bars')).toEqual(unaided);
    });
  });
});

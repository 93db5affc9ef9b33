import { BarSeries } from '@platform/core';
import { findStrategy } from '@platform/strategies';
import { expect, it } from 'vitest';
import { generateMarket } from '../../../../packages/strategies/test/support/generate-market';
import { replayLedger } from './shadow-replay';

type ReplayArguments = Parameters<typeof replayLedger>;

it('a ledger without the beginning of its chain is refused; one without rows is not replayed', async () => {
  const replay = (lastMs: number | undefined) =>
    replayLedger(
      {} as ReplayArguments[0],
      { market: () => Promise.reject(new Error('nothing is replayed')) },
      { chainStart: async () => undefined, lastOpenTimeMs: async () => lastMs },
    );
  await expect(replay(60_000)).rejects.toThrow('no beginning of its chain');
  expect(await replay(undefined)).toBeNull();
});

it('an evaluator that was handed over is gone on with by the parameters that it decided with alone', async () => {
  const { bars } = generateMarket({ seed: 3, bars: 400, timeframe: '1h' });
  const definition = findStrategy('psar')!;
  const parsed = definition.parse({});
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const [own, others] = [parsed.value, { ...parsed.value, allow_short: false }];
  const source: ReplayArguments[1] = {
    market: async (fromMs, toMs) => {
      const span = new BarSeries();
      for (let i = 0; i < bars.length; i++) {
        const bar = bars.at(i);
        if (bar.openTimeMs >= fromMs && bar.openTimeMs < toMs) span.append(bar);
      }
      return { bars: span };
    },
  };
  const startMs = bars.at(380).openTimeMs;
  const handedOver = { up: 1, sar: 1, extreme: 2, acceleration: 0.2 };
  /** What it remembers after one bar. */
  const after = async (evaluator: typeof handedOver | null, params: object | null) => {
    const settings = { symbol: 'BTCUSDT', timeframe: '1h', plan: { definition, params: own, overlays: [] } };
    const start = {
      openTimeMs: startMs,
      previousDigest: 'ab'.repeat(32),
      held: 1,
      evaluator,
      params,
    } as const;
    const replayed = await replayLedger(settings as unknown as ReplayArguments[0], source, {
      chainStart: async () => start,
      lastOpenTimeMs: async () => startMs,
    });
    return replayed?.memory.evaluator;
  };
  const fromBars = await after(null, null);
  expect(await after(handedOver, others)).toEqual(fromBars);
  expect(await after(handedOver, { ...own })).not.toEqual(fromBars);
});

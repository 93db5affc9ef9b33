import { expect, it } from 'vitest';
import { acrossSymbols } from './variants';

const runs = (returns: Record<string, number>) =>
  Object.entries(returns).map(([name, totalReturn]) => ({ name, figures: { totalReturn } }));

it('one set of parameters holds where it makes money on BTC, ETH and SOL, whatever it makes elsewhere', () => {
  expect(acrossSymbols(runs({ BTCUSDT: 0.1, ETHUSDT: 0.2, SOLUSDT: 0.3, XRPUSDT: -0.4 }))).toEqual({
    profitable: 0.75,
    holdsOnCore: true,
    untriedCore: [],
  });
});

it('one set of parameters does not hold where one of BTC, ETH and SOL loses, failed or was not tried', () => {
  const holds = (returns: Record<string, number>) => acrossSymbols(runs(returns)).holdsOnCore;
  expect(holds({ BTCUSDT: 0.1, ETHUSDT: 0.2, SOLUSDT: -0.1 })).toBe(false);
  expect(holds({ BTCUSDT: 0.1, ETHUSDT: 0.2, SOLUSDT: Number.NaN })).toBe(false);
  expect(holds({ BTCUSDT: 0.1, ETHUSDT: 0.2 })).toBe(false);
  expect(acrossSymbols(runs({ BTCUSDT: 0.1, ETHUSDT: 0.2 })).untriedCore).toEqual(['SOLUSDT']);
});

import type { MarkPrice, Position } from '@platform/exchange';
import { expect, it } from 'vitest';
import { fundingDue } from './funding-due';

const position = (symbol: string, quantity: string) => ({ symbol, quantity }) as Position;
const marks = new Map(
  (
    [
      { symbol: 'BTCUSDT', markPrice: '60000', fundingRate: '0.0001', nextFundingTimeMs: 28_800_000 },
      { symbol: 'ETHUSDT', markPrice: '4000', fundingRate: '-0.0002', nextFundingTimeMs: 14_400_000 },
    ] as MarkPrice[]
  ).map((mark) => [mark.symbol, mark]),
);

it('a rate above zero is paid by longs and received by shorts, and the reverse below', () => {
  expect(fundingDue([position('BTCUSDT', '0.5')], marks)?.usd).toBe('3');
  expect(fundingDue([position('BTCUSDT', '-0.5')], marks)?.usd).toBe('-3');
  expect(fundingDue([position('ETHUSDT', '2')], marks)?.usd).toBe('-1.6');
  expect(fundingDue([position('ETHUSDT', '-2')], marks)?.usd).toBe('1.6');
});

it('due funding covers all positions, and is due when the first of them settles', () => {
  const both = [position('BTCUSDT', '0.5'), position('ETHUSDT', '2')];
  expect(fundingDue(both, marks)).toEqual({ usd: '1.4', atMs: 14_400_000 });
});

it('due funding is nothing while nothing is held, and unknown while one rate is unknown', () => {
  expect(fundingDue([], marks)).toEqual({ usd: '0', atMs: null });
  expect(fundingDue([position('BTCUSDT', '1'), position('SOLUSDT', '1')], marks)).toBeUndefined();
});

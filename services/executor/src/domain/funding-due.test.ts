import type { MarkPrice, Position } from '@platform/exchange';
import { describe, expect, it } from 'vitest';
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

describe('funding that is due', () => {
  it('is paid by a long and received by a short while the rate is above zero, and the reverse below', () => {
    expect(fundingDue([position('BTCUSDT', '0.5')], marks)?.usd).toBe('3');
    expect(fundingDue([position('BTCUSDT', '-0.5')], marks)?.usd).toBe('-3');
    expect(fundingDue([position('ETHUSDT', '2')], marks)?.usd).toBe('-1.6');
    expect(fundingDue([position('ETHUSDT', '-2')], marks)?.usd).toBe('1.6');
  });

  it('is of all positions together, first due when the first of them settles', () => {
    const both = [position('BTCUSDT', '0.5'), position('ETHUSDT', '2')];
    expect(fundingDue(both, marks)).toEqual({ usd: '1.4', atMs: 14_400_000 });
  });

  it('is nothing while nothing is held, and not known while one rate is not', () => {
    expect(fundingDue([], marks)).toEqual({ usd: '0', atMs: null });
    expect(fundingDue([position('BTCUSDT', '1'), position('SOLUSDT', '1')], marks)).toBeUndefined();
  });
});

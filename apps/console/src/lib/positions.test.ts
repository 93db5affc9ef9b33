import { expect, it } from 'vitest';
import { distancePct, distanceText, liquidationPrice, notionalUsd, positionKey } from './positions';

const long = {
  side: 'long' as const,
  qty: '0.5',
  markPrice: '200',
  stopPrice: '190',
  liquidationPrice: null,
};

it('the distance to a level is positive while the price has that far to go, on either side', () => {
  expect(distancePct(long, '190')).toBeCloseTo(5);
  expect(distancePct({ ...long, side: 'short' }, '210')).toBeCloseTo(5);
  expect(distancePct(long, '210')).toBeCloseTo(-5);
});

it('an unknown stop or mark has no distance', () => {
  expect(distancePct(long, null)).toBeNull();
  expect(distancePct({ ...long, markPrice: null }, '190')).toBeNull();
  expect(notionalUsd({ ...long, markPrice: null })).toBeNull();
  expect(notionalUsd(long)).toBe(100);
});

it('a liquidation price on the wrong side of the mark is of before a flip, and is not shown', () => {
  expect(liquidationPrice({ ...long, liquidationPrice: '40' })).toBe('40');
  expect(liquidationPrice({ ...long, liquidationPrice: '711' })).toBeNull();
  expect(liquidationPrice({ ...long, side: 'short', liquidationPrice: '711' })).toBe('711');
});

it('a distance that is only far is not given to the digit', () => {
  expect([20_045.6, 1_000, 4.25, null].map((pct) => distanceText(pct))).toEqual([
    '> 1,000 %',
    '1,000.0 %',
    '4.3 %',
    '–',
  ]);
});

it('both sides of a symbol are two positions', () => {
  const held = { network: 'testnet', symbol: 'BTCUSDT', botId: null };
  expect(positionKey({ ...held, side: 'long' })).not.toBe(positionKey({ ...held, side: 'short' }));
});

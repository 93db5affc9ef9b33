import { expect, it } from 'vitest';
import { issuedBitcoins } from './bitcoin-supply';

it.each([
  ['2008-12-31', 0],
  ['2012-11-28', 10_500_000],
  ['2018-04-26', 17_000_000],
  ['2021-12-13', 18_900_000],
  ['2024-04-20', 19_687_500],
])('bitcoins in existence on %s are those the chain counted, to within 0.2 %%', (day, counted) => {
  expect(Math.abs(issuedBitcoins(Date.parse(day)) - counted)).toBeLessThanOrEqual(0.002 * counted);
});

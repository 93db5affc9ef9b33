import { Decimal } from 'decimal.js';
import { expect, it } from 'vitest';
import { advanceTo } from './advance';
import { codeOf, granted, NOW, newBench } from './fixture';
import { settleFunding } from './funding';
import { liquidatePosition } from './liquidation';
import { BRACKETS, maintenanceMargin, marginSummary } from './margin';
import { setLeverage, setMarginType } from './settings';

const long = { side: 'BUY', type: 'MARKET', quantity: '1.000' };

it('margin is continuous from one bracket to the next', () => {
  for (const { notionalCap } of BRACKETS.slice(0, -1)) {
    const below = maintenanceMargin(new Decimal(notionalCap));
    const above = maintenanceMargin(new Decimal(notionalCap).plus(1));
    expect(above.minus(below).toNumber()).toBeLessThan(0.2);
  }
});

it('a position ties up its value over leverage as margin', () => {
  const { venue, account, place } = newBench();
  setLeverage(venue, account, 'BTCUSDT', '10', NOW);
  place({ ...long, quantity: '0.100' });
  const mark = venue.markPrice('BTCUSDT', NOW);
  const summary = marginSummary(account, () => mark);
  expect(summary.positionInitial.toNumber()).toBeCloseTo(mark.toNumber() * 0.01, 6);
});

it('margin type cannot change under a position, and leverage has limits', () => {
  const { venue, account, place } = newBench();
  expect(codeOf(setMarginType(venue, account, 'BTCUSDT', 'CROSSED', NOW))).toBe(-4046);
  expect(codeOf(setLeverage(venue, account, 'BTCUSDT', '126', NOW))).toBe(-4028);
  place({ ...long, quantity: '0.100' });
  expect(codeOf(setMarginType(venue, account, 'BTCUSDT', 'ISOLATED', NOW))).toBe(-4048);
});

it('liquidation closes a crossed position when equity is gone, and never leaves a negative wallet', () => {
  const { venue, account, place } = newBench(1, '6000');
  granted(place({ ...long, quantity: '0.900' }));
  venue.takeEvents();
  venue.pushPrice('BTCUSDT', 0.7, NOW + 500);
  advanceTo(venue, NOW + 1000);
  const forced = venue
    .takeEvents()
    .find((event) => event.kind === 'order' && event.execution === 'CALCULATED');
  expect(forced).toMatchObject({ order: { status: 'FILLED', type: 'LIQUIDATION' } });
  expect((forced as { order: { clientOrderId: string } }).order.clientOrderId).toMatch(/^autoclose-/);
  expect(account.position('BTCUSDT', 'BOTH').amount.isZero()).toBe(true);
  expect(account.wallet.isNeg()).toBe(false);
});

it('liquidation of an isolated position costs no more than its own margin and the fee', () => {
  const { venue, account, place } = newBench();
  setMarginType(venue, account, 'BTCUSDT', 'ISOLATED', NOW);
  granted(place({ ...long, quantity: '0.100' }));
  const margin = account.position('BTCUSDT', 'BOTH').isolatedWallet.toNumber();
  expect(margin).toBeGreaterThan(0);
  venue.pushPrice('BTCUSDT', 0.952, NOW + 500);
  advanceTo(venue, NOW + 1000);
  expect(account.position('BTCUSDT', 'BOTH').amount.isZero()).toBe(true);
  expect(account.wallet.toNumber()).toBeGreaterThan(100_000 - 2 * margin);
});

it('liquidation can be injected for a share of a position, or as deleveraging', () => {
  const { venue, account, place } = newBench();
  place(long);
  liquidatePosition(venue, account, account.position('BTCUSDT', 'BOTH'), '0.25', 'adl_autoclose', NOW);
  expect(account.position('BTCUSDT', 'BOTH').amount.toFixed()).toBe('0.75');
  expect([...account.orders.all(NOW)].at(-1)?.clientOrderId).toBe('adl_autoclose');
});

it('funding moves the rate times the value from longs to shorts at the settlement, once', () => {
  const { venue, account, place } = newBench();
  place(long);
  const before = account.wallet;
  const settlement = venue.nextFundingTimeMs(NOW);
  advanceTo(venue, settlement - 1);
  expect(account.incomes.filter((row) => row.type === 'FUNDING_FEE')).toHaveLength(0);
  advanceTo(venue, settlement + 5000);
  const rows = account.incomes.filter((row) => row.type === 'FUNDING_FEE');
  expect(rows).toHaveLength(1);
  const expected =
    -venue.fundingRate('BTCUSDT', settlement) * venue.markPrice('BTCUSDT', settlement).toNumber();
  expect(rows[0]!.amount.toNumber()).toBeCloseTo(expected, 4);
  expect(account.wallet.minus(before).toFixed()).toBe(rows[0]!.amount.toFixed());
});

it('funding leaves flat accounts alone', () => {
  const { venue, account } = newBench();
  settleFunding(venue, NOW);
  expect(account.incomes).toEqual([]);
});

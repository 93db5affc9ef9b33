import { describe, expect, it } from 'vitest';
import { advanceTo } from './advance';
import { codeOf, granted, NOW, newBench } from './fixture';
import { settleFunding } from './funding';
import { liquidatePosition } from './liquidation';
import { cancelOrder } from './orders';
import { setHedgeMode } from './settings';

const hedgeBench = (seed = 1) => newBench(seed, '100000', true);
const openLong = { side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity: '0.300' };
const openShort = { side: 'SELL', positionSide: 'SHORT', type: 'MARKET', quantity: '0.200' };
const closeLong = { side: 'SELL', positionSide: 'LONG', type: 'MARKET' };
const amounts = ({ account }: ReturnType<typeof hedgeBench>) =>
  (['LONG', 'SHORT'] as const).map((side) => account.position('BTCUSDT', side).amount.toFixed());

describe('in hedge mode', () => {
  it('in hedge mode a long and a short of one symbol stand side by side and each is closed alone', () => {
    const bench = hedgeBench();
    granted(bench.place(openLong));
    granted(bench.place(openShort));
    expect(amounts(bench)).toEqual(['0.3', '-0.2']);
    const exit = granted(bench.place({ ...closeLong, quantity: '0.300' }));
    expect(exit).toMatchObject({ status: 'FILLED', positionSide: 'LONG', reduceOnly: true });
    expect(amounts(bench)).toEqual(['0', '-0.2']);
    expect(new Set(bench.account.fills.map((fill) => fill.positionSide))).toEqual(new Set(['LONG', 'SHORT']));
  });

  const refusals: readonly (readonly [string, number, Record<string, string>])[] = [
    ['no position side', -4061, { side: 'BUY', type: 'MARKET', quantity: '0.01' }],
    ['the one-way side', -4061, { ...openLong, positionSide: 'BOTH' }],
    ['an unknown side', -4060, { ...openLong, positionSide: 'UP' }],
    ['reduceOnly', -1106, { ...closeLong, quantity: '0.010', reduceOnly: 'true' }],
    ['reduceOnly even when false', -1106, { ...openLong, reduceOnly: 'false' }],
    [
      'closing a side that holds nothing',
      -2022,
      { ...closeLong, positionSide: 'SHORT', side: 'BUY', quantity: '0.010' },
    ],
    ['closing more than the side holds', -2022, { ...closeLong, quantity: '0.301' }],
  ];
  it.each(refusals)('in hedge mode %s is refused and changes nothing: %i', (_name, code, params) => {
    const bench = hedgeBench();
    granted(bench.place(openLong));
    bench.venue.takeEvents();
    expect(codeOf(bench.place(params))).toBe(code);
    expect(bench.venue.takeEvents()).toEqual([]);
    expect(amounts(bench)).toEqual(['0.3', '0']);
  });

  it('in hedge mode a resting close claims its share of its own side only', () => {
    const bench = hedgeBench();
    granted(bench.place(openLong));
    granted(bench.place(openShort));
    const target = {
      ...closeLong,
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: (bench.price * 1.04).toFixed(1),
    };
    const resting = granted(bench.place({ ...target, quantity: '0.200' }));
    expect(codeOf(bench.place({ ...closeLong, quantity: '0.200' }))).toBe(-4118);
    granted(bench.place({ ...openShort, side: 'BUY' }));
    cancelOrder(bench.venue, bench.account, resting, NOW);
    granted(bench.place({ ...closeLong, quantity: '0.300' }));
    expect(amounts(bench)).toEqual(['0', '0']);
  });

  it('in hedge mode each side has its own close-position stop, which vanishes with its side alone', () => {
    const bench = hedgeBench();
    granted(bench.place(openLong));
    granted(bench.place(openShort));
    const stop = { type: 'STOP_MARKET', closePosition: 'true' };
    const below = { triggerPrice: (bench.price * 0.97).toFixed(1), side: 'SELL', positionSide: 'LONG' };
    const above = { triggerPrice: (bench.price * 1.03).toFixed(1), side: 'BUY', positionSide: 'SHORT' };
    granted(bench.algo({ ...stop, ...below }));
    const short = granted(bench.algo({ ...stop, ...above }));
    expect(codeOf(bench.algo({ ...stop, ...below }))).toBe(-4130);
    expect(codeOf(bench.algo({ ...stop, ...above, positionSide: 'LONG' }))).toBe(-4509);
    expect(codeOf(bench.algo({ ...stop, ...below, positionSide: 'BOTH' }))).toBe(-4061);
    bench.venue.pushPrice('BTCUSDT', 0.96, NOW + 500);
    advanceTo(bench.venue, NOW + 1000);
    expect(amounts(bench)).toEqual(['0', '-0.2']);
    expect([...bench.account.openAlgos.keys()]).toEqual([short.id]);
    granted(bench.place({ ...openShort, side: 'BUY' }, NOW + 1000));
    expect(bench.account.openAlgos.size).toBe(0);
  });

  it('in hedge mode sized stops of two owners on one side never open the other side', () => {
    const bench = hedgeBench();
    granted(bench.place(openLong));
    const stop = { type: 'STOP_MARKET', side: 'SELL', positionSide: 'LONG' };
    granted(bench.algo({ ...stop, quantity: '0.100', triggerPrice: (bench.price * 0.99).toFixed(1) }));
    granted(bench.algo({ ...stop, quantity: '0.200', triggerPrice: (bench.price * 0.95).toFixed(1) }));
    bench.venue.pushPrice('BTCUSDT', 0.97, NOW + 500);
    advanceTo(bench.venue, NOW + 1000);
    expect(amounts(bench)).toEqual(['0.2', '0']);
    granted(bench.place({ ...closeLong, quantity: '0.100' }, NOW + 1000));
    bench.venue.pushPrice('BTCUSDT', 0.95, NOW + 1500);
    advanceTo(bench.venue, NOW + 2000);
    expect(amounts(bench)).toEqual(['0', '0']);
  });

  it('in hedge mode a stop whose side is already flat is rejected at the trigger', () => {
    const bench = hedgeBench();
    const stop = { type: 'STOP_MARKET', side: 'SELL', positionSide: 'LONG', quantity: '0.100' };
    const algo = granted(bench.algo({ ...stop, triggerPrice: (bench.price * 0.99).toFixed(1) }));
    bench.venue.pushPrice('BTCUSDT', 0.97, NOW + 500);
    advanceTo(bench.venue, NOW + 1000);
    expect(bench.account.algos.get(algo.id, NOW + 1000)).toMatchObject({ status: 'REJECTED' });
    expect(amounts(bench)).toEqual(['0', '0']);
  });

  it('in hedge mode funding is paid per side and liquidation takes the side it is aimed at', () => {
    const bench = hedgeBench();
    granted(bench.place(openLong));
    granted(bench.place(openShort));
    settleFunding(bench.venue, NOW);
    const rows = bench.account.incomes.filter((row) => row.type === 'FUNDING_FEE');
    expect(rows.map((row) => row.amount.isNeg()).sort()).toEqual([false, true]);
    const short = bench.account.position('BTCUSDT', 'SHORT');
    liquidatePosition(bench.venue, bench.account, short, '1', 'autoclose-', NOW);
    expect(amounts(bench)).toEqual(['0.3', '0']);
    expect([...bench.account.orders.all(NOW)].at(-1)).toMatchObject({ side: 'BUY', positionSide: 'SHORT' });
  });
});

it('the position mode changes only while no order, stop or position is open', () => {
  const bench = newBench();
  const set = (on: boolean) => codeOf(setHedgeMode(bench.venue, bench.account, on, NOW));
  expect(set(false)).toBe(-4059);
  expect(set(true)).toBe(0);
  granted(bench.place(openLong));
  expect(set(false)).toBe(-4068);
  const stop = { type: 'STOP_MARKET', side: 'SELL', positionSide: 'LONG', quantity: '0.300' };
  granted(bench.algo({ ...stop, triggerPrice: (bench.price * 0.9).toFixed(1) }));
  expect(set(false)).toBe(-4067);
});

import { describe, expect, it } from 'vitest';
import { advanceTo } from './advance';
import { codeOf, granted, NOW, newBench } from './fixture';

const long = { side: 'BUY', type: 'MARKET', quantity: '0.100' };
const stop = (price: number) => ({ side: 'SELL', type: 'STOP_MARKET', triggerPrice: price.toFixed(1) });

function statuses(bench: ReturnType<typeof newBench>): string[] {
  return bench.venue.takeEvents().flatMap((event) => (event.kind === 'algo' ? [event.algo.status] : []));
}

describe('conditional orders', () => {
  it('a close-position stop needs a position, and there is one per direction and kind', () => {
    const bench = newBench();
    const params = { ...stop(bench.price * 0.95), closePosition: 'true' };
    expect(codeOf(bench.algo(params))).toBe(-4509);
    bench.place(long);
    expect(bench.algo(params).ok).toBe(true);
    expect(codeOf(bench.algo(params))).toBe(-4130);
    const target = {
      side: 'SELL',
      type: 'TAKE_PROFIT_MARKET',
      triggerPrice: (bench.price * 1.05).toFixed(1),
    };
    expect(bench.algo({ ...target, closePosition: 'true' }).ok).toBe(true);
  });

  it('a stop that would trigger at once, or with a quantity beside closePosition, is refused', () => {
    const bench = newBench();
    bench.place(long);
    expect(codeOf(bench.algo({ ...stop(bench.price * 1.01), quantity: '0.100' }))).toBe(-2021);
    expect(codeOf(bench.algo({ ...stop(bench.price * 0.95), quantity: '0.1', closePosition: 'true' }))).toBe(
      -4137,
    );
    expect(codeOf(bench.algo({ ...stop(bench.price * 0.95), algoType: undefined, quantity: '0.1' }))).toBe(
      -1102,
    );
  });

  it('a conditional order announces TRIGGERED before, among or after its order’s events, by the seed', () => {
    const places = new Set<string>();
    for (let seed = 1; seed <= 40; seed++) {
      const bench = newBench(seed);
      bench.place(long);
      bench.algo({ ...stop(bench.price * 0.97), closePosition: 'true' });
      bench.venue.takeEvents();
      bench.venue.pushPrice('BTCUSDT', 0.9, NOW + 500);
      advanceTo(bench.venue, NOW + 1000);
      const heard = bench.venue.takeEvents().flatMap((event) => {
        if (event.kind === 'algo') return [`${event.algo.status} ${event.actual?.type ?? ''}`];
        return event.kind === 'order' ? [event.execution] : [];
      });
      expect(heard[0]).toBe('TRIGGERING ');
      expect(heard.at(-1)).toBe('FINISHED MARKET');
      places.add(
        heard
          .filter((word, i) => word !== heard[i - 1])
          .slice(1, -1)
          .join(', '),
      );
    }
    expect(places).toEqual(
      new Set([
        'TRIGGERED MARKET, NEW, TRADE',
        'NEW, TRIGGERED MARKET, TRADE',
        'NEW, TRADE, TRIGGERED MARKET',
      ]),
    );
  });

  it('a conditional order triggers when the price is touched, closes the position and finishes', () => {
    const bench = newBench();
    bench.place(long);
    const placed = granted(
      bench.algo({ ...stop(bench.price * 0.97), closePosition: 'true', clientAlgoId: 'guard' }),
    );
    bench.venue.takeEvents();
    bench.venue.pushPrice('BTCUSDT', 0.9, NOW + 500);
    advanceTo(bench.venue, NOW + 1000);
    expect(statuses(bench)).toEqual(['TRIGGERING', 'TRIGGERED', 'FINISHED']);
    expect(bench.account.position('BTCUSDT', 'BOTH').amount.isZero()).toBe(true);
    const algo = bench.account.algos.get(placed.id, NOW + 1000)!;
    const order = bench.account.orders.get(algo.actualOrderId!, NOW + 1000)!;
    expect(order).toMatchObject({
      clientOrderId: 'guard',
      origType: 'STOP_MARKET',
      type: 'MARKET',
      status: 'FILLED',
    });
  });

  it('a close-position stop expires with its position; a sized reduce-only stop stays behind', () => {
    const bench = newBench();
    bench.place(long);
    const follows = granted(bench.algo({ ...stop(bench.price * 0.95), closePosition: 'true' }));
    const sized = { ...stop(bench.price * 0.94), quantity: '0.100', reduceOnly: 'true' };
    const orphan = granted(bench.algo(sized));
    bench.place({ ...long, side: 'SELL' });
    expect(bench.account.algos.get(follows.id, NOW)?.status).toBe('EXPIRED');
    expect(bench.account.openAlgos.has(orphan.id)).toBe(true);
    bench.venue.takeEvents();
    bench.venue.pushPrice('BTCUSDT', 0.9, NOW + 500);
    advanceTo(bench.venue, NOW + 1000);
    expect(statuses(bench)).toEqual(['TRIGGERING', 'REJECTED']);
    expect(bench.account.position('BTCUSDT', 'BOTH').amount.isZero()).toBe(true);
  });

  it('an injected fault rejects a conditional order at the trigger or leaves it stuck, position untouched', () => {
    for (const [fault, expected] of [
      ['rejected', ['TRIGGERING', 'REJECTED']],
      ['stuck', ['TRIGGERING']],
    ] as const) {
      const bench = newBench();
      bench.place(long);
      bench.algo({ ...stop(bench.price * 0.97), closePosition: 'true' });
      bench.venue.takeEvents();
      bench.venue.triggerFault = () => fault;
      bench.venue.pushPrice('BTCUSDT', 0.9, NOW + 500);
      advanceTo(bench.venue, NOW + 1000);
      expect(statuses(bench)).toEqual(expected);
      expect(bench.account.position('BTCUSDT', 'BOTH').amount.toFixed()).toBe('0.1');
    }
  });

  it('a stop-limit becomes a resting order and finishes when that order is filled', () => {
    const bench = newBench();
    bench.place(long);
    const params = {
      ...stop(bench.price * 0.97),
      type: 'STOP',
      price: (bench.price * 0.95).toFixed(1),
      timeInForce: 'GTC',
    };
    granted(bench.algo({ ...params, quantity: '0.100', reduceOnly: 'true' }));
    bench.venue.takeEvents();
    bench.venue.pushPrice('BTCUSDT', 0.9, NOW + 500);
    advanceTo(bench.venue, NOW + 1000);
    expect(statuses(bench)).toEqual(['TRIGGERING', 'TRIGGERED']);
    bench.venue.pushPrice('BTCUSDT', 1.08, NOW + 1500);
    advanceTo(bench.venue, NOW + 2000);
    expect(statuses(bench)).toEqual(['FINISHED']);
  });
});

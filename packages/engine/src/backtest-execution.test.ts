/** Each rule of docs/backtest.md, computed by hand. */
import { HOUR_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { PLAIN, runScripted, type Script, settlements, story, storyTimeMs } from '../test/scripted';

const GO_LONG: Script = { 0: { target: 1 } };
const GO_SHORT: Script = { 0: { target: -1 } };

describe('fills', () => {
  it('a decision at a close fills at the next bar open, never on its own bar', () => {
    const { fills, equity } = runScripted(GO_LONG, story([[110, 120, 110, 120]]));
    expect(fills).toMatchObject([{ timeMs: storyTimeMs(1), price: 110, side: 'buy', kind: 'entry' }]);
    // Quantity was fixed at the decision: 10000 / 100 = 100, so it gains 100 x (120 - 110).
    expect(equity).toEqual([10_000, 11_000]);
  });

  it('a signal on the last bar is recorded and never filled', () => {
    const { signals, fills } = runScripted({ 1: { target: 1 } }, story([[100, 100, 100, 100]]));
    expect(signals).toHaveLength(1);
    expect(fills).toEqual([]);
  });

  it('slippage is paid against us on both sides, and fees on the notional of the price paid', () => {
    const costs = { takerFeeBps: 4, slippageBps: 10 };
    const script: Script = { 0: { target: 1 }, 1: { target: 0 } };
    const { fills, roundtrips, equity } = runScripted(
      script,
      story([
        [100, 100, 100, 100],
        [200, 200, 200, 200],
      ]),
      costs,
    );
    const entry = { price: 100.1, quantity: 100, notional: 10_010, fee: 4.004, slippage: 10 };
    const exit = { price: 199.8, quantity: 100, notional: 19_980, fee: 7.992, slippage: 20 };
    expect(fills).toMatchObject([entry, exit]);
    expect(roundtrips).toMatchObject([
      { grossPnl: 9970, fees: 11.996, slippage: 30, funding: 0, netPnl: 9958.004, exitReason: 'signal' },
    ]);
    expect(equity.at(-1)).toBe(19_958.004);
  });

  it('a flip is an exit and an entry at the same open', () => {
    const script: Script = { 0: { target: 1 }, 1: { target: -1 } };
    const { fills, equity } = runScripted(
      script,
      story([
        [100, 100, 100, 100],
        [110, 110, 90, 90],
      ]),
    );
    expect(fills.map(({ side, kind, price, quantity }) => [side, kind, price, quantity])).toEqual([
      ['buy', 'entry', 100, 100],
      ['sell', 'exit', 110, 100],
      ['sell', 'entry', 110, 100],
    ]);
    expect(equity).toEqual([10_000, 10_000, 13_000]);
  });

  it('a position open at the end is marked, not closed, and reported without an exit', () => {
    const { roundtrips, performance } = runScripted(
      GO_SHORT,
      story([
        [100, 104, 100, 100],
        [100, 100, 95, 95],
      ]),
    );
    expect(roundtrips).toMatchObject([
      { side: 'short', exitTimeMs: null, exitPrice: null, exitReason: null, grossPnl: 500, bars: 1 },
    ]);
    expect(roundtrips[0]).toMatchObject({ durationMs: HOUR_MS, mae: 1 - 104 / 100, mfe: 1 - 95 / 100 });
    expect(performance).toMatchObject({ trades: 0, finalEquity: 10_500, exposure: 2 / 3 });
  });
});

describe('stop and take-profit', () => {
  const stops = { stops: true };

  it('a stop touched inside the bar fills at the stop, on the entry bar too, and the account stays flat', () => {
    const script: Script = { 0: { target: 1, sl: 95, tp: 130 } };
    const { fills, roundtrips, equity } = runScripted(
      script,
      story([
        [100, 101, 94, 96],
        [96, 140, 96, 140],
      ]),
      stops,
    );
    expect(fills[1]).toMatchObject({ price: 95, reason: 'stop_loss', timeMs: storyTimeMs(1) });
    expect(roundtrips[0]).toMatchObject({ bars: 0, durationMs: 0, mae: 95 / 100 - 1, mfe: 0 });
    expect(equity).toEqual([10_000, 9_500, 9_500]);
  });

  it('a bar that opens beyond the stop fills at its open, not at the stop', () => {
    const script: Script = { 0: { target: -1, sl: 105 } };
    const { fills } = runScripted(
      script,
      story([
        [100, 101, 99, 100],
        [120, 121, 119, 120],
      ]),
      stops,
    );
    expect(fills[1]).toMatchObject({ price: 120, reason: 'stop_loss', side: 'buy' });
  });

  it('of a stop and a take-profit touched in one bar the worse is assumed', () => {
    const long: Script = { 0: { target: 1, sl: 95, tp: 105 } };
    const short: Script = { 0: { target: -1, sl: 105, tp: 95 } };
    const bars = story([[100, 106, 94, 100]]);
    expect(runScripted(long, bars, stops).fills[1]).toMatchObject({ price: 95, reason: 'stop_loss' });
    expect(runScripted(short, bars, stops).fills[1]).toMatchObject({ price: 105, reason: 'stop_loss' });
  });

  it('a take-profit fills at its price, or at a better open, with slippage on top', () => {
    const script: Script = { 0: { target: 1, tp: 110 } };
    const inside = story([[100, 112, 100, 111]]);
    const gapped = story([
      [100, 101, 100, 101],
      [115, 116, 115, 115],
    ]);
    expect(runScripted(script, inside, stops).fills[1]).toMatchObject({ price: 110, reason: 'take_profit' });
    expect(runScripted(script, gapped, stops).fills[1]).toMatchObject({ price: 115, reason: 'take_profit' });
    const slipped = runScripted(script, inside, { ...stops, slippageBps: 100 }).fills[1];
    expect(slipped).toMatchObject({ price: 108.9, slippage: 110 });
  });

  it('a stop is placed sl_atr mean true ranges from the fill where the strategy names none', () => {
    // One bar of range 14 among fourteen: the mean true range is 1, the stop 3 below the fill at 100.
    const script: Script = { 1: { target: 1 } };
    const { fills } = runScripted(
      script,
      story([
        [100, 107, 93, 100],
        [100, 100, 97.5, 98],
        [98, 98, 96, 96],
      ]),
      stops,
    );
    expect(fills[1]).toMatchObject({ price: 97, reason: 'stop_loss' });
  });

  it('a quiet market gives no distance and so no default stop', () => {
    const { fills } = runScripted(GO_LONG, story([[100, 100, 1, 1]]), stops);
    expect(fills).toHaveLength(1);
  });

  it('an entry that opens beyond its own stop is not taken and is counted', () => {
    const script: Script = { 0: { target: 1, sl: 95 } };
    const { fills, warnings } = runScripted(script, story([[94, 99, 93, 99]]), stops);
    expect(fills).toEqual([]);
    expect(warnings).toContainEqual({ code: 'stop_crossed_entries', count: 1 });
  });

  it('levels are ignored and no stop is placed with stops off', () => {
    const script: Script = { 0: { target: 1, sl: 99, tp: 101 } };
    expect(runScripted(script, story([[50, 200, 10, 100]])).fills).toHaveLength(1);
  });

  it('an account re-enters after a stop only when a signal changes the side', () => {
    const script: Script = { 0: { target: 1, sl: 95 }, 2: { target: -1 } };
    const { fills } = runScripted(
      script,
      story([
        [100, 100, 94, 100],
        [100, 100, 100, 100],
        [100, 100, 100, 100],
      ]),
      stops,
    );
    expect(fills.map((fill) => fill.reason)).toEqual(['script', 'stop_loss', 'script']);
  });
});

describe('funding', () => {
  it('a long pays a positive rate on quantity x open; a short receives it', () => {
    const bars = story([[100, 100, 100, 100]]);
    const funding = settlements([storyTimeMs(1) + HOUR_MS / 2, 0.001]);
    expect(runScripted(GO_LONG, bars, PLAIN, funding).equity.at(-1)).toBe(9_990);
    expect(runScripted(GO_SHORT, bars, PLAIN, funding).equity.at(-1)).toBe(10_010);
  });

  it('a settlement at the open is settled before the fill at that open, its jitter ignored', () => {
    const bars = story([[100, 100, 100, 100]]);
    const atOpen = settlements([storyTimeMs(1) + 7, 0.001]);
    expect(runScripted(GO_LONG, bars, PLAIN, atOpen).performance.funding).toBe(0);
  });

  it('a settlement at the close belongs to the next bar, with its open', () => {
    const bars = story([
      [100, 100, 100, 100],
      [200, 200, 200, 200],
    ]);
    const atClose = settlements([storyTimeMs(2), 0.001]);
    const { performance, roundtrips } = runScripted(GO_LONG, bars, PLAIN, atClose);
    expect(performance.funding).toBe(20);
    expect(roundtrips[0]).toMatchObject({ funding: 20, netPnl: 9_980 });
  });

  it('a settlement inside a gap is settled at the next bar', () => {
    const bars = story([
      [100, 100, 100, 100],
      [110, 110, 110, 110],
    ]);
    const last = bars.length - 1;
    bars.openTimeMs[last] = bars.openTimeMs[last]! + 5 * HOUR_MS;
    const { performance, warnings } = runScripted(GO_LONG, bars, PLAIN, settlements([storyTimeMs(4), 0.01]));
    expect(performance.funding).toBe(110);
    expect(warnings).toContainEqual({ code: 'gaps_in_data', count: 1 });
  });

  it('however many settlements passed while flat, the first one after the entry is the first one paid', () => {
    for (const passed of [0, 1, 2, 3, 4, 7, 8, 30]) {
      const bars = story(Array.from({ length: 40 }, () => [100, 100, 100, 100] as const));
      const script: Script = { [passed]: { target: 1 } };
      const paid = [passed, passed + 1].map((paying) => {
        const rates = Array.from(
          { length: 40 },
          (_, k) => [storyTimeMs(k + 1), k === paying ? 0.001 : 0] as const,
        );
        return runScripted(script, bars, PLAIN, settlements(...rates)).performance.funding;
      });
      // The one at the open of the entry comes before it; the next is paid.
      expect(paid).toEqual([0, 10]);
    }
  });

  it('a stop later in the bar does not undo the settlement', () => {
    const script: Script = { 0: { target: 1, sl: 95 } };
    const bars = story([[100, 100, 90, 90]]);
    const funding = settlements([storyTimeMs(1) + 30 * 60_000, 0.001]);
    const { roundtrips } = runScripted(script, bars, { stops: true }, funding);
    expect(roundtrips[0]).toMatchObject({ exitReason: 'stop_loss', funding: 10, netPnl: -510 });
  });
});

describe('sizing', () => {
  const bars = story([
    [100, 107, 93, 100],
    [100, 100, 100, 100],
  ]);
  const late: Script = { 1: { target: 1 } };
  const quantityWith = (
    settings: Parameters<typeof runScripted>[2],
    hint?: Parameters<typeof runScripted>[4],
  ) => runScripted(late, bars, settings, undefined, hint).fills[0]?.quantity;

  it('full takes the whole equity, a fixed hint its fraction', () => {
    expect(quantityWith({ sizing: 'full' })).toBe(100);
    expect(quantityWith({ sizing: 'hint' }, { kind: 'fixed', value: 0.25 })).toBe(25);
  });

  it('atr risks its fraction of equity at the default stop, up to the leverage cap', () => {
    // Mean true range 1, stop 3 away: 3 % of the price. 2 % risk over 3 % is a fraction of 2/3.
    expect(quantityWith({ sizing: 'atr' })).toBe(66.66666667);
    expect(quantityWith({ sizing: 'atr', riskPerTrade: 0.5 })).toBe(200);
  });

  it('a volatility target divides by the realised volatility of 36 returns, annualised', () => {
    const moving = story([
      [100, 101, 100, 101],
      [101, 101, 101, 101],
    ]);
    const run = runScripted(late, moving, { sizing: 'hint', maxLeverage: 10 }, undefined, {
      kind: 'vol_target',
      value: 0.4,
    });
    // One return of 1 % among 36: variance (0.01^2 / 36) - (0.01 / 36)^2.
    const deviation = Math.sqrt(0.01 ** 2 / 36 - (0.01 / 36) ** 2);
    const expected = (10_000 * (0.4 / (deviation * Math.sqrt(8760)))) / 101;
    expect(run.fills[0]?.quantity).toBeCloseTo(expected, 6);
  });

  it('a market that does not move is traded at the leverage cap', () => {
    const run = runScripted(GO_LONG, story([[100, 100, 100, 100]]), { sizing: 'hint' }, undefined, {
      kind: 'vol_target',
      value: 0.4,
    });
    expect(run.fills[0]?.quantity).toBe(200);
  });
});

it('bankruptcy closes at the close, ends all trading, goes on recording signals and says so', () => {
  const script: Script = { 0: { target: -1 }, 2: { target: 1 }, 3: { target: -1 } };
  const { fills, signals, equity, warnings } = runScripted(
    script,
    story([
      [100, 100, 100, 100],
      [100, 230, 100, 230],
      [230, 230, 100, 100],
      [100, 100, 100, 100],
    ]),
  );
  expect(fills.at(-1)).toMatchObject({ reason: 'bankrupt', price: 230, timeMs: storyTimeMs(3) });
  expect(fills).toHaveLength(2);
  expect(signals).toHaveLength(3);
  expect(equity).toEqual([10_000, 10_000, -3_000, -3_000, -3_000]);
  expect(warnings).toContainEqual({ code: 'equity_exhausted', count: 1 });
});

import { describe, expect, it } from 'vitest';
import { isProved, recordAbsence } from './absence';
import { heldBeside } from './held';
import type { OpenOrder } from './order';
import type { Holding } from './protection';
import { nextStep } from './target';

describe('absence', () => {
  const read = (atMs: number, streamLive = true) => ({ atMs, streamLive });

  it('absence is proved by three reads over thirty seconds, all with a live stream', () => {
    const two = recordAbsence(recordAbsence(undefined, read(0)), read(40_000));
    expect(isProved(two, 40_000, 30_000)).toBe(false);
    const three = recordAbsence(two, read(41_000));
    expect(isProved(three, 41_000, 30_000)).toBe(true);
    const hasty = [1, 2, 3, 4].reduce(
      (evidence, at) => recordAbsence(evidence, read(at)),
      recordAbsence(undefined, read(0)),
    );
    expect(isProved(hasty, 29_999, 30_000)).toBe(false);
  });

  it('the proof of absence starts again when the stream was down', () => {
    const before = recordAbsence(recordAbsence(undefined, read(0)), read(20_000));
    expect(recordAbsence(before, read(25_000, false))).toBeUndefined();
    expect(isProved(undefined, 1e9, 30_000)).toBe(false);
  });
});

it.each([
  [{ side: 'long', quantity: '2' }, '0', { kind: 'open', side: 'long', quantity: '2' }],
  [{ side: 'long', quantity: '2' }, '0.5', { kind: 'open', side: 'long', quantity: '1.5' }],
  [{ side: 'long', quantity: '2' }, '2', { kind: 'done' }],
  [{ side: 'long', quantity: '2' }, '3', { kind: 'done' }],
  [{ side: 'short', quantity: '2' }, '1', { kind: 'close' }],
  [{ side: 'long', quantity: '2' }, '-1', { kind: 'close' }],
  [{ side: 'flat', quantity: '0' }, '-1', { kind: 'close' }],
  [{ side: 'flat', quantity: '0' }, '0', { kind: 'done' }],
] as const)('the next step of %j while holding %s follows from intent and holding', (wanted, held, step) => {
  expect(nextStep(wanted, held)).toEqual(step);
});

it('an entry joins what is held and coming on its own side, not what a hedge holds on the other', () => {
  const holding = (botId: string, quantity: string, stopPrice: string) =>
    ({ botId, quantity, stopPrice, intentId: null, takeProfitPrice: null }) satisfies Holding;
  const entry = (side: 'buy' | 'sell', quantity: string, filledQuantity: string) =>
    ({ leg: 'entry', side, quantity, filledQuantity }) as OpenOrder;
  const book = {
    holdings: [holding('A', '50', '84'), holding('B', '20', '90'), holding('C', '-30', '110')],
    orders: [
      entry('buy', '5', '2'),
      entry('sell', '7', '0'),
      { ...entry('buy', '9', '0'), leg: 'exit' } as OpenOrder,
    ],
  };
  expect(heldBeside('A', 'long', book)).toEqual({
    quantity: '70',
    expectedQuantity: '3',
    stopPrices: ['90'],
  });
  expect(heldBeside('A', 'short', book)).toEqual({
    quantity: '30',
    expectedQuantity: '7',
    stopPrices: ['110'],
  });
});

import { expect, it } from 'vitest';
import { EXIT, FILL, order, SOUND, STOP, spoilt, stop } from '../checkers/fixture';
import { needlessStopChanges } from './needless-stops';

const { venue } = SOUND;
const OTHER_STOP = STOP.replace('s', 's2');
const AFTER_MS = 9_000;
const placed = (more: object = {}) =>
  stop({ seq: 20, atMs: AFTER_MS, id: '3', clientOrderId: OTHER_STOP, ...more });
const cancelled = stop({ seq: 21, atMs: AFTER_MS, status: 'CANCELED' });

it('a stop that stands until its position is closed was not moved', () => {
  expect(needlessStopChanges(SOUND)).toEqual([]);
  const closing = order({ seq: 20, id: '5', clientOrderId: EXIT, side: 'sell', isReducing: true });
  const closed = { ...FILL, seq: 20, atMs: AFTER_MS, tradeId: '8', orderId: '5', side: 'sell' } as const;
  const flat = {
    orders: [...venue.orders, closing],
    fills: [...venue.fills, closed],
    stops: [...venue.stops, cancelled],
  };
  expect(needlessStopChanges(spoilt({ venue: flat }))).toEqual([]);
});

it('a stop that makes room for another one under an unchanged position was moved', () => {
  expect(needlessStopChanges(spoilt({ venue: { stops: [...venue.stops, placed(), cancelled] } }))).toEqual([
    expect.stringContaining(`${OTHER_STOP} of BTCUSDT was placed`),
  ]);
  const again = { stops: [...venue.stops, cancelled, placed({ seq: 22 })] };
  expect(needlessStopChanges(spoilt({ venue: again }))).toEqual([
    expect.stringContaining(`${STOP} of BTCUSDT was cancelled`),
  ]);
});

it('a second stop is excused where the first one may not be on the books', () => {
  const stops = [...venue.stops, placed(), cancelled];
  const away = (fromMs: number) => ({
    venue: { stops },
    log: { databaseAway: [{ fromMs, toMs: fromMs + 10 }] },
  });
  expect(needlessStopChanges(spoilt(away(1_040)))).toEqual([]);
  expect(needlessStopChanges(spoilt(away(8_000)))).toHaveLength(1);
});

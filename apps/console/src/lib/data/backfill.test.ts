import { expect, it } from 'vitest';
import { type BackfillForm, backfillConsequence, backfillFaults, backfillRequest } from './backfill';

const form = (over: Partial<BackfillForm> = {}): BackfillForm => ({
  source: 'open_interest',
  symbolText: '',
  fromDay: '',
  toDay: '',
  ...over,
});

it('a backfill asks for the configured symbols over the usual span when nothing is typed', () => {
  expect(backfillRequest(form())).toEqual({});
  expect(backfillConsequence(form())).toContain(
    'open interest of every configured symbol over its usual span',
  );
});

it('a backfill takes symbols however they are separated, and the last day to its end', () => {
  const typed = form({ symbolText: ' btcusdt,ETHUSDT\nsolusdt', fromDay: '2026-01-01', toDay: '2026-01-01' });
  expect(backfillRequest(typed)).toEqual({
    symbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'],
    from_ts: Date.UTC(2026, 0, 1),
    to_ts: Date.UTC(2026, 0, 2),
  });
  expect(backfillConsequence(typed)).toContain('3 symbols from 2026-01-01 to 2026-01-01');
});

it('a backfill is open at the end that is not given', () => {
  expect(backfillConsequence(form({ fromDay: '2026-01-01' }))).toContain('from 2026-01-01 to now');
  expect(backfillConsequence(form({ toDay: '2026-01-01' }))).toContain('from the beginning to 2026-01-01');
});

it('a backfill is refused for an unknown symbol and for days the wrong way round', () => {
  expect(backfillFaults(form())).toEqual({ symbols: null, days: null });
  expect(backfillFaults(form({ symbolText: 'BTC/USDT' })).symbols).toBe('BTC/USDT is not a symbol.');
  expect(backfillFaults(form({ fromDay: '2026-02-01', toDay: '2026-01-01' })).days).toContain(
    'before the first',
  );
  expect(backfillFaults(form({ fromDay: '2026-01-01', toDay: '2026-01-01' })).days).toBeNull();
});

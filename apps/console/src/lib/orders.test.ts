import { describe, expect, it } from 'vitest';
import { closeProgress, latencyText, legName, ordersText, reasonText } from './orders';

it('the fate of an intent says in words why a gate refused it, and keeps a reason that is a sentence', () => {
  expect(reasonText('risk_halted')).toBe('The halt latch was engaged');
  expect(reasonText('already flat')).toBe('Already flat');
  expect(reasonText(null)).toBe('');
});

it('the fate of an intent names the orders it led to with their state', () => {
  expect(
    ordersText([
      { leg: 'entry', status: 'partially_filled' },
      { leg: 'sl', status: 'new' },
    ]),
  ).toBe('entry partially filled, stop new');
  expect(ordersText([])).toBe('none');
  expect(legName('tp')).toBe('target');
});

it('a latency is shown as finely as it matters, and an unknown one as a dash', () => {
  expect([null, -3, 12.4, 3_240, 240_000].map(latencyText)).toEqual(['–', '0 ms', '12 ms', '3.2 s', '4 min']);
});

describe('the progress of a close', () => {
  const command = (doneAt: string | null) => ({ kind: 'flatten', doneAt });
  const order = { leg: 'flatten', status: 'filled' };

  it('a close is done only when the executor has marked every flatten as carried out', () => {
    expect(closeProgress([command(null)], [order])).toEqual({
      isDone: false,
      text: 'The executor is closing: 1 closing order sent, 1 filled.',
    });
    expect(closeProgress([command('2026-01-01T00:00:00Z')], [order]).isDone).toBe(true);
  });

  it('a close is not done before its command was read, and does not wait for pauses', () => {
    expect(closeProgress([], []).isDone).toBe(false);
    expect(closeProgress([{ kind: 'pause', doneAt: null }, command('2026-01-01T00:00:00Z')], []).isDone).toBe(
      true,
    );
  });
});

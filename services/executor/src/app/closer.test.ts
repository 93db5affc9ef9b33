import { describe, expect, it } from 'vitest';
import type { OpenOrder } from '../domain/order';
import { Closer, type CloserParts } from './closer';
import type { SymbolBook } from './ports';

const OWN = { botId: 'own', intentId: 'i-1', quantity: '-0.3' };

describe('a closing of unknown fate', () => {
  const closer = new Closer({ triggers: { isTriggering: () => false } } as unknown as CloserParts);
  const isHeldUp = (orders: readonly OpenOrder[], neighbours: readonly object[] = []) =>
    closer.isHeldUp(OWN, { orders, holdings: [OWN, ...neighbours] } as unknown as SymbolBook);
  const lost = exit({ status: 'unknown', ageMs: 2_000 });

  it('a closing of unknown fate holds up the next one only briefly where no other bot is on the side', () => {
    expect(isHeldUp([])).toBe(false);
    expect(isHeldUp([exit({ status: 'unknown', ageMs: 500 })])).toBe(true);
    expect(isHeldUp([lost])).toBe(false);
    expect(isHeldUp([lost, exit({ status: 'submitting', ageMs: 10 })])).toBe(true);
    expect(isHeldUp([lost], [{ ...OWN, botId: 'other', quantity: '0.3' }])).toBe(false);
  });

  it('a closing of unknown fate holds up the next one while a neighbour holds the side, or may', () => {
    expect(isHeldUp([lost], [{ ...OWN, botId: 'other' }])).toBe(true);
    expect(isHeldUp([lost], [{ ...OWN, botId: null }])).toBe(true);
    for (const status of ['unknown', 'new'] as const)
      expect(isHeldUp([lost, exit({ botId: 'other', leg: 'entry', side: 'sell', status })])).toBe(true);
  });

  it('an order that the exchange has taken is not a closing of unknown fate', () => {
    expect(isHeldUp([exit({ status: 'partially_filled', ageMs: 60_000 })])).toBe(true);
    expect(isHeldUp([exit({ space: 'algo', leg: 'sl', status: 'partially_filled', ageMs: 60_000 })])).toBe(
      true,
    );
  });
});

it('a closing refused for an hour is reported every five minutes, and at once for a new reason', async () => {
  let nowMs = 0;
  let reason = 'reduce_only_refused';
  const reports: string[] = [];
  const closer = new Closer({
    exchange: { port: { filters: { of: async () => ({ kind: 'unknown' }), invalidate: () => {} } } },
    submitter: { reduce: async () => ({ kind: 'refused', reason, message: '' }) },
    triggers: { isTriggering: () => false },
    errors: {
      report: (_: string, context: { reason_code: string }) => reports.push(context.reason_code),
    },
    nowMs: () => nowMs,
    onRefused: () => {},
  } as unknown as CloserParts);
  const book = { orders: [], holdings: [OWN] } as unknown as SymbolBook;
  for (; nowMs < 3_600_000; nowMs += 250) await closer.close(OWN, book);
  expect(reports).toHaveLength(12);
  reason = 'other';
  for (const endMs = nowMs + 60_000; nowMs < endMs; nowMs += 250) await closer.close(OWN, book);
  expect(reports.slice(12)).toEqual(['other']);
});

function exit(given: Partial<OpenOrder>): OpenOrder {
  return {
    orderId: '1',
    intentId: 'i-1',
    botId: 'own',
    leg: 'exit',
    space: 'regular',
    side: 'buy',
    quantity: '0.3',
    triggerPrice: null,
    clientOrderId: 'x',
    status: 'new',
    filledQuantity: '0',
    ageMs: 0,
    ...given,
  };
}

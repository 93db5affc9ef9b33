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

  it('holds up the next one for a moment only where no other bot is on the side', () => {
    expect(isHeldUp([])).toBe(false);
    expect(isHeldUp([exit({ status: 'unknown', ageMs: 500 })])).toBe(true);
    expect(isHeldUp([lost])).toBe(false);
    expect(isHeldUp([lost, exit({ status: 'submitting', ageMs: 10 })])).toBe(true);
    expect(isHeldUp([lost], [{ ...OWN, botId: 'other', quantity: '0.3' }])).toBe(false);
  });

  it('holds it up while a neighbour holds the side, or may', () => {
    expect(isHeldUp([lost], [{ ...OWN, botId: 'other' }])).toBe(true);
    expect(isHeldUp([lost], [{ ...OWN, botId: null }])).toBe(true);
    for (const status of ['unknown', 'new'] as const)
      expect(isHeldUp([lost, exit({ botId: 'other', leg: 'entry', side: 'sell', status })])).toBe(true);
  });

  it('is not what an order is that the exchange has taken', () => {
    expect(isHeldUp([exit({ status: 'partially_filled', ageMs: 60_000 })])).toBe(true);
    expect(isHeldUp([exit({ space: 'algo', leg: 'sl', status: 'partially_filled', ageMs: 60_000 })])).toBe(
      true,
    );
  });
});

function exit(given: Partial<OpenOrder>): OpenOrder {
  return {
    ...{ orderId: '1', intentId: 'i-1', botId: 'own', leg: 'exit', space: 'regular', side: 'buy' },
    ...{
      quantity: '0.3',
      triggerPrice: null,
      clientOrderId: 'x',
      status: 'new',
      filledQuantity: '0',
      ageMs: 0,
    },
    ...given,
  };
}

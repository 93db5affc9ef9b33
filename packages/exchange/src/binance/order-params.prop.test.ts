/** Whatever a caller hands over, only plain decimals leave: anything else is refused before a request exists. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConditionalRequest, OrderRequest } from '../port/orders';
import { CONDITIONAL_ORDERS } from './conditional-orders';
import { PLAIN_ORDERS } from './plain-orders';
import { queryString } from './rest/signer';

const amount = fc.oneof(
  fc.double().map(String),
  fc.float({ min: Math.fround(1e-10), max: Math.fround(1e10) }).map(String),
  fc.string(),
  fc.tuple(fc.nat(), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}`),
);

const PLAIN = /^\d+(\.\d+)?$/;

const common = { symbol: 'BTCUSDT', side: 'buy', clientOrderId: 'a1', reduceOnly: false } as const;

function numbersSent(query: string): string[] {
  const sent = new URLSearchParams(query);
  return ['quantity', 'price', 'triggerPrice'].flatMap((name) => sent.get(name) ?? []);
}

describe('what leaves in an order', () => {
  it('plain orders carry plain decimals or do not leave', () => {
    fc.assert(
      fc.property(amount, amount, (quantity, price) => {
        const request: OrderRequest = { ...common, type: 'limit', timeInForce: 'gtc', quantity, price };
        if (PLAIN_ORDERS.faultOf(request) !== undefined) return;
        for (const number of numbersSent(queryString(PLAIN_ORDERS.params(request)))) {
          expect(number).toMatch(PLAIN);
        }
      }),
    );
  });

  it('conditional orders as well', () => {
    fc.assert(
      fc.property(amount, amount, (quantity, triggerPrice) => {
        const request: ConditionalRequest = {
          symbol: 'BTCUSDT',
          side: 'sell',
          clientOrderId: 'a1',
          type: 'stop_market',
          triggerPrice,
          triggerSource: 'mark',
          size: { kind: 'reduce', quantity },
        };
        if (CONDITIONAL_ORDERS.faultOf(request) !== undefined) return;
        for (const number of numbersSent(queryString(CONDITIONAL_ORDERS.params(request)))) {
          expect(number).toMatch(PLAIN);
        }
      }),
    );
  });

  it('a plain decimal arrives digit by digit as it was given', () => {
    const request: OrderRequest = {
      ...common,
      type: 'market',
      quantity: '12345678901234567.000000000000000001',
    };
    expect(PLAIN_ORDERS.faultOf(request)).toBeUndefined();
    expect(numbersSent(queryString(PLAIN_ORDERS.params(request)))).toEqual([request.quantity]);
  });

  it('a client order id that the venue would refuse does not leave', () => {
    for (const clientOrderId of ['', 'x'.repeat(37), 'a b', 'ü']) {
      expect(PLAIN_ORDERS.faultOf({ ...common, type: 'market', quantity: '1', clientOrderId })).toBeDefined();
    }
  });
});

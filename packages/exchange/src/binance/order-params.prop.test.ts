/**
 * Whatever a caller hands over, only plain decimals leave: anything else is refused before a request exists.
 */
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

const common = { symbol: 'BTCUSDT', positionSide: 'long', effect: 'open', clientOrderId: 'a1' } as const;

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
        for (const number of numbersSent(queryString(PLAIN_ORDERS.params(request, 'hedge')))) {
          expect(number).toMatch(PLAIN);
        }
      }),
    );
  });

  it('conditional orders carry plain decimals or do not leave', () => {
    fc.assert(
      fc.property(amount, amount, (quantity, triggerPrice) => {
        const request: ConditionalRequest = {
          symbol: 'BTCUSDT',
          positionSide: 'long',
          clientOrderId: 'a1',
          type: 'stop_market',
          triggerPrice,
          triggerSource: 'mark',
          size: { kind: 'reduce', quantity },
        };
        if (CONDITIONAL_ORDERS.faultOf(request) !== undefined) return;
        for (const number of numbersSent(queryString(CONDITIONAL_ORDERS.params(request, 'hedge')))) {
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
    expect(numbersSent(queryString(PLAIN_ORDERS.params(request, 'hedge')))).toEqual([request.quantity]);
  });

  it('a client order id that the venue would refuse does not leave', () => {
    for (const clientOrderId of ['', 'x'.repeat(37), 'a b', 'ü']) {
      expect(PLAIN_ORDERS.faultOf({ ...common, type: 'market', quantity: '1', clientOrderId })).toBeDefined();
    }
  });

  it.each([
    ['hedge', 'long', 'open', { side: 'BUY', positionSide: 'LONG' }],
    ['hedge', 'long', 'close', { side: 'SELL', positionSide: 'LONG' }],
    ['hedge', 'short', 'open', { side: 'SELL', positionSide: 'SHORT' }],
    ['hedge', 'short', 'close', { side: 'BUY', positionSide: 'SHORT' }],
    ['one_way', 'long', 'open', { side: 'BUY' }],
    ['one_way', 'long', 'close', { side: 'SELL', reduceOnly: 'true' }],
    ['one_way', 'short', 'open', { side: 'SELL' }],
    ['one_way', 'short', 'close', { side: 'BUY', reduceOnly: 'true' }],
  ] as const)(
    'an order in %s mode, %s, %s sends the venue the side that follows',
    (mode, positionSide, effect, expected) => {
      const params = PLAIN_ORDERS.params(
        { ...common, positionSide, effect, type: 'market', quantity: '1' },
        mode,
      );
      const {
        side,
        positionSide: sent,
        reduceOnly,
      } = Object.fromEntries(new URLSearchParams(queryString(params)));
      const chosen = { side, positionSide: sent, reduceOnly };
      expect(JSON.parse(JSON.stringify(chosen))).toEqual(expected);
    },
  );

  it('a stop that closes the whole position names no quantity and no reduce-only flag in either mode', () => {
    const stop: ConditionalRequest = {
      symbol: 'BTCUSDT',
      positionSide: 'short',
      clientOrderId: 'a1',
      type: 'stop_market',
      triggerPrice: '1',
      triggerSource: 'mark',
      size: { kind: 'close_position' },
    };
    for (const mode of ['hedge', 'one_way'] as const) {
      const sent = new URLSearchParams(queryString(CONDITIONAL_ORDERS.params(stop, mode)));
      expect(sent.get('closePosition')).toBe('true');
      expect([sent.get('quantity'), sent.get('reduceOnly')]).toEqual([null, null]);
      expect(sent.get('side')).toBe('BUY');
    }
  });
});

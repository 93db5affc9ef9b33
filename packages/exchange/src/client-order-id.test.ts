import { ORDER_LEGS } from '@platform/contracts';
import { expect, it } from 'vitest';
import { clientOrderId, parseClientOrderId } from './client-order-id';

const INTENT = '0190b6c2-7f3a-7c1d-8e2f-0123456789ab';

it.each(ORDER_LEGS)(
  'the id of leg %s has at most 36 allowed characters and leads back to the intent',
  (leg) => {
    for (const attempt of [0, 1, 999]) {
      const id = clientOrderId(INTENT, leg, attempt);
      expect(id).toMatch(/^[.A-Z:/a-z0-9_-]{1,36}$/);
      expect(parseClientOrderId(id)).toEqual({ intentId: INTENT, leg, attempt });
    }
  },
);

it('a retry carries the same client order id, another leg another', () => {
  expect(clientOrderId(INTENT.toUpperCase(), 'entry')).toBe(clientOrderId(INTENT, 'entry'));
  expect(new Set(ORDER_LEGS.map((leg) => clientOrderId(INTENT, leg))).size).toBe(ORDER_LEGS.length);
});

it.each(['autoclose-1234', 'web_abc', '', `${INTENT.replaceAll('-', '')}q`])(
  'the client order id %j is not ours',
  (id) => {
    expect(parseClientOrderId(id)).toBeUndefined();
  },
);

it('a client order id cannot be made from anything but an intent id', () => {
  expect(() => clientOrderId('x', 'entry')).toThrow(RangeError);
  expect(() => clientOrderId(INTENT, 'sl', 1000)).toThrow(RangeError);
});

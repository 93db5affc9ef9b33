import { expect, it } from 'vitest';
import { encodeJson, wireId } from './json';

it('ids on the wire are plain numbers beyond 2^53, and look-alike text stays text', () => {
  expect(encodeJson({ orderId: wireId(8_389_765_000_000_000_001n), note: '\\u00015' })).toBe(
    '{"orderId":8389765000000000001,"note":"\\\\u00015"}',
  );
});

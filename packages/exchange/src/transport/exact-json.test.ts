import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactJson } from './exact-json';

it('a 64-bit id in JSON keeps every digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }), (big) => {
      expect(parseExactJson(`{"orderId":${big},"list":[${big}, -${big}]}`)).toEqual({
        orderId: String(big),
        list: [String(big), `-${big}`],
      });
    }),
  );
});

it('the largest safe integer in JSON stays a number', () => {
  expect(parseExactJson(`[${Number.MAX_SAFE_INTEGER},${2 ** 53}]`)).toEqual([
    Number.MAX_SAFE_INTEGER,
    '9007199254740992',
  ]);
});

it('everything else in JSON is what JSON.parse makes of it', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const withLongDigits = `{"a":"9223372036854775807 \\" 1","b":${json},"c":0.12345678901234567}`;
      const plain = JSON.parse(withLongDigits);
      const longIntegers = /(^|[[,:\s])-?\d{16,}($|[\],}\s])/.test(json);
      if (!longIntegers) expect(parseExactJson(withLongDigits)).toEqual(plain);
    }),
  );
});

it('text that is not JSON throws a SyntaxError', () => {
  expect(() => parseExactJson('<html>1234567890123456789</html>')).toThrow(SyntaxError);
});

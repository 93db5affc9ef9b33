import { expect, it } from 'vitest';
import { Digest, sha256Hex } from './digest';

it('a digest matches the published SHA-256 test vector', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('a digest hashes a column as little-endian float64 after its length', () => {
  // Python: hashlib.sha256(struct.pack('<dd', 1, 0.1)).hexdigest()
  const expected = 'd38130539ee18c1dda183b1323112ebd648eb28c7859d2cf136ea6d13524958c';
  expect(new Digest().column(Float64Array.of(0.1)).hex()).toBe(expected);
});

it('a digest is the same for a view and a longer buffer cut to its count', () => {
  const long = Float64Array.from({ length: 20_000 }, (_, i) => i / 3);
  const padded = new Float64Array(30_000);
  padded.set(long);
  expect(new Digest().column(padded, 20_000).hex()).toBe(new Digest().column(long).hex());
  expect(new Digest().column(padded).hex()).not.toBe(new Digest().column(long).hex());
});

it('a digest keeps neighbouring pieces apart', () => {
  expect(new Digest().text('ab').text('c').hex()).not.toBe(new Digest().text('a').text('bc').hex());
});

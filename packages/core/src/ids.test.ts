import { expect, it } from 'vitest';
import { isUuid, isUuidV7, uuidV7 } from './ids';

const random = Uint8Array.from({ length: 10 }, (_, i) => 255 - i);

it('uuidV7 gives a version 7 UUID that carries its millisecond in the first 48 bits', () => {
  const id = uuidV7(0x0192_3456_789a, random);
  expect(id.startsWith('01923456-789a-7')).toBe(true);
  expect(isUuidV7(id)).toBe(true);
});

it('uuidV7 ids sort by time as text', () => {
  expect(uuidV7(1_000, random) < uuidV7(1_001, new Uint8Array(10))).toBe(true);
});

it('isUuidV7 distinguishes a v4 from a v7 and refuses what is not a UUID', () => {
  expect(isUuidV7('9b2c1f6e-0000-4000-8000-000000000000')).toBe(false);
  expect(isUuid('9b2c1f6e-0000-4000-8000-000000000000')).toBe(true);
  expect(isUuid('9b2c1f6e')).toBe(false);
});

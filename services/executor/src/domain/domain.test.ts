import { describe, expect, it } from 'vitest';
import { isProved, recordAbsence } from './absence';
import { nextStep } from './target';

describe('absence', () => {
  const read = (atMs: number, streamLive = true) => ({ atMs, streamLive });

  it('is proved by three reads over thirty seconds, all with a live stream', () => {
    const two = recordAbsence(recordAbsence(undefined, read(0)), read(40_000));
    expect(isProved(two, 40_000, 30_000)).toBe(false);
    const three = recordAbsence(two, read(41_000));
    expect(isProved(three, 41_000, 30_000)).toBe(true);
    const hasty = [1, 2, 3, 4].reduce(
      (evidence, at) => recordAbsence(evidence, read(at)),
      recordAbsence(undefined, read(0)),
    );
    expect(isProved(hasty, 29_999, 30_000)).toBe(false);
  });

  it('starts again when the stream was down', () => {
    const before = recordAbsence(recordAbsence(undefined, read(0)), read(20_000));
    expect(recordAbsence(before, read(25_000, false))).toBeUndefined();
    expect(isProved(undefined, 1e9, 30_000)).toBe(false);
  });
});

describe('nextStep', () => {
  it.each([
    [{ side: 'long', quantity: '2' }, '0', { kind: 'open', side: 'long', quantity: '2' }],
    [{ side: 'long', quantity: '2' }, '0.5', { kind: 'open', side: 'long', quantity: '1.5' }],
    [{ side: 'long', quantity: '2' }, '2', { kind: 'done' }],
    [{ side: 'long', quantity: '2' }, '3', { kind: 'done' }],
    [{ side: 'short', quantity: '2' }, '1', { kind: 'close' }],
    [{ side: 'long', quantity: '2' }, '-1', { kind: 'close' }],
    [{ side: 'flat', quantity: '0' }, '-1', { kind: 'close' }],
    [{ side: 'flat', quantity: '0' }, '0', { kind: 'done' }],
  ] as const)('of %j while holding %s', (wanted, held, step) => {
    expect(nextStep(wanted, held)).toEqual(step);
  });
});

import { describe, expect, it } from 'vitest';
import { ALERTS_READ, readAgain } from './use-manager';

describe('a read that failed', () => {
  const next = readAgain(30_000, 300_000);

  it('a failed read is repeated rarely only where it never succeeded', () => {
    expect(next({ state: { status: 'success', data: {} } })).toBe(30_000);
    expect(next({ state: { status: 'error' } })).toBe(300_000);
    expect(next({ state: { status: 'error', data: {} } })).toBe(5_000);
  });

  it('a failed read of the alerts is repeated within half a minute, one that succeeded every ten seconds', () => {
    const next = readAgain(ALERTS_READ.pollMs, ALERTS_READ.retryMs);
    expect(next({ state: { status: 'error' } })).toBe(30_000);
    expect(next({ state: { status: 'success', data: {} } })).toBe(10_000);
  });

  it('a failed read is repeated although it is not polled', () => {
    expect(readAgain(false)({ state: { status: 'success', data: {} } })).toBe(false);
    expect(readAgain(false)({ state: { status: 'error' } })).toBe(5_000);
  });
});

import { expect, it } from 'vitest';
import { FaultMenu } from './faults';
import { Ledger } from './ledger';
import { ListenKeys } from './listen-keys';
import { DEFAULT_LIMITS, RateLimits } from './rate-limits';

it('rate limits refuse with Retry-After when a minute is used up, and ban who goes on regardless', () => {
  const limits = new RateLimits({ ...DEFAULT_LIMITS, weightPerMinute: 100, refusalsBeforeBan: 2 });
  expect(limits.admit(100, false, 70_000, 0)).toMatchObject({
    refusal: undefined,
    headers: { 'X-MBX-USED-WEIGHT-1M': '100' },
  });
  expect(limits.admit(1, false, 80_000, 0)).toMatchObject({
    refusal: { status: 429, code: -1003 },
    headers: { 'Retry-After': '50' },
  });
  limits.admit(1, false, 80_000, 0);
  expect(limits.admit(1, false, 80_000, 0)).toMatchObject({
    refusal: { status: 418 },
    headers: { 'Retry-After': '120' },
  });
  expect(limits.admit(1, false, 199_000, 0).refusal?.status).toBe(418);
  expect(limits.admit(1, false, 201_000, 0).refusal).toBeUndefined();
});

it('rate limits count orders apart from weight', () => {
  const limits = new RateLimits({ ...DEFAULT_LIMITS, ordersPer10s: 1 });
  limits.admit(0, true, 20_000, 0);
  expect(limits.admit(0, true, 20_000, 0).refusal).toMatchObject({ status: 429, code: -1015 });
  expect(limits.admit(1, false, 20_000, 0).refusal).toBeUndefined();
});

it('the fault menu strikes by path, method, count and probability, the same for the same seed', () => {
  const draws = (seed: number) => {
    const menu = new FaultMenu(seed, () => 0);
    menu.add({ kind: 'timeout', method: 'POST', path: '/fapi/v1/*', probability: 0.4 });
    return Array.from(
      { length: 50 },
      () => menu.strike(['timeout'], { method: 'POST', path: '/fapi/v1/order' }) !== undefined,
    );
  };
  expect(draws(3)).toEqual(draws(3));
  expect(draws(3)).not.toEqual(draws(4));
  const hits = draws(3).filter(Boolean).length;
  expect(hits > 8 && hits < 35).toBe(true);
  const menu = new FaultMenu(1, () => 0);
  menu.add({ kind: 'hang', path: '/fapi/v1/order', count: 1 });
  menu.add({ kind: 'throttle', symbol: 'BTCUSDT' });
  expect(menu.strike(['throttle'], { path: '/fapi/v1/order', symbol: 'ETHUSDT' })).toBeUndefined();
  expect(menu.strike(['throttle'], { path: '/fapi/v1/time' })).toBeUndefined();
  expect(menu.strike(['throttle'], { path: '/fapi/v1/order', symbol: 'BTCUSDT' })).toBeDefined();
  expect(menu.strike(['hang'], { path: '/fapi/v1/openOrders' })).toBeUndefined();
  expect(menu.strike(['reset'], { path: '/fapi/v1/order' })).toBeUndefined();
  expect(menu.strike(['hang'], { path: '/fapi/v1/order' })).toBeDefined();
  expect(menu.strike(['hang'], { path: '/fapi/v1/order' })).toBeUndefined();
});

it('listen keys are one per account, live on with each keep-alive and die alone', () => {
  const keys = new ListenKeys(1, 60);
  const key = keys.issue('main', 0);
  expect(keys.issue('main', 50)).toBe(key);
  expect(keys.accountOf(key, 109)).toBe('main');
  expect(keys.takeExpired(110)).toMatchObject([{ key, account: 'main' }]);
  expect(keys.issue('main', 120)).not.toBe(key);
  expect(key).toMatch(/^[a-z0-9]{64}$/);
});

it('the ledger numbers entries and answers by kind, account and sequence', () => {
  const ledger = new Ledger();
  ledger.append('request', undefined, 1, 0, 0);
  ledger.append('order', 'main', 2, 0, 0);
  ledger.append('order', 'other', 3, 0, 0);
  expect(ledger.query({ kinds: ['order'], account: 'main' }).map((entry) => entry.data)).toEqual([2]);
  expect(ledger.query({ sinceSeq: 2 }).map((entry) => entry.seq)).toEqual([3]);
});

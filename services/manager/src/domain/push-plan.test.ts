import { expect, it } from 'vitest';
import { type PushedAlert, type PushMemory, planPush, retryAfterMs } from './push-plan';

const alert = (fingerprint: string, over: Partial<PushedAlert> = {}): PushedAlert => ({
  fingerprint,
  name: `Alert${fingerprint}`,
  summary: `what ${fingerprint} is about`,
  startsAt: 't0',
  ...over,
});
const NOTHING: PushMemory = { notified: {}, retryMs: null };
const MINUTE_MS = 60_000;

it('a browser is sent each alert once, for as long as it fires', () => {
  const first = planPush(NOTHING, [alert('a')], 1_000);
  expect(first.message).toEqual({ title: 'Alerta', body: 'what a is about', tag: 'a' });
  const again = planPush({ notified: first.notified, retryMs: null }, [alert('a')], 10 * MINUTE_MS);
  expect(again).toEqual({ message: null, notified: first.notified });
});

it('a browser is sent an alert that fires again after its end, but not more than once a minute', () => {
  const { notified } = planPush(NOTHING, [alert('a')], 0);
  const flapping = (nowMs: number, startsAt: string) =>
    planPush({ notified, retryMs: null }, [alert('a', { startsAt })], nowMs).message;
  expect(flapping(MINUTE_MS - 1, 't1')).toBeNull();
  expect(flapping(MINUTE_MS, 't1')).not.toBeNull();
  expect(planPush({ notified, retryMs: null }, [], MINUTE_MS - 1).notified).toEqual(notified);
  expect(planPush({ notified, retryMs: null }, [], MINUTE_MS).notified).toEqual({});
});

it('a browser is sent a thousand alerts in one message that fits, whatever they are called', () => {
  const hostile = Array.from({ length: 1_000 }, (_, k) =>
    alert(String(k), { name: '\u{1F525}'.repeat(900), summary: '\u001b[2J<b>"'.repeat(500) }),
  );
  const { message, notified } = planPush(NOTHING, hostile, 0);
  expect(message?.title).toBe('1000 critical alerts');
  expect(message?.body.split('\n')).toHaveLength(6);
  expect(message?.body.endsWith('and 995 more')).toBe(true);
  expect(Object.keys(notified)).toHaveLength(1_000);
  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(3_900);
  const alone = planPush(NOTHING, [hostile[0]!], 0).message;
  expect(Buffer.byteLength(JSON.stringify(alone))).toBeLessThan(3_900);
});

it('a browser waits after a refusal, longer each time, and never for more than five minutes', () => {
  expect(planPush({ notified: {}, retryMs: 5_000 }, [alert('a')], 4_999)).toEqual({
    message: null,
    notified: {},
  });
  expect(planPush({ notified: {}, retryMs: 5_000 }, [alert('a')], 5_000).message).not.toBeNull();
  expect([1, 2, 3, 10, 1_000].map(retryAfterMs)).toEqual([5_000, 10_000, 20_000, 300_000, 300_000]);
});

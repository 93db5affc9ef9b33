import { virtualTime } from '@platform/service-kit/virtual-time';
import { expect, it } from 'vitest';
import type { PushMessage } from '../domain/push-plan';
import type { Alert } from '../domain/watchers-answers';
import type { PushOutcome, PushSubscription } from './ports';
import { PushNotifications } from './push-notifications';

const LOOK_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;

/** One browser whose push service answers as the test says; time passes as it looks. */
function bench() {
  const time = virtualTime();
  let browser: PushSubscription = {
    id: 's1',
    endpoint: 'https://push.example.org/1',
    p256dh: '',
    auth: '',
    notified: {},
    retryMs: null,
    failures: 0,
  };
  const change = async (columns: Partial<PushSubscription>) => {
    browser = { ...browser, ...columns };
  };
  const firing: Alert[] = [];
  const asked: PushMessage[] = [];
  const reported: string[] = [];
  const world = { isRefusing: true };
  const push = new PushNotifications({
    time,
    records: {
      all: async () => [browser],
      remember: (_, notified) => change({ notified }),
      taken: (_, notified) => change({ notified, failures: 0, retryMs: null }),
      failed: (_, failures, retryMs) => change({ failures, retryMs }),
      remove: () => Promise.reject(new Error('no browser is gone')),
    },
    firing: async () => firing,
    service: {
      send: async (_, message): Promise<PushOutcome> => {
        asked.push(message);
        return world.isRefusing ? { kind: 'refused', reason: 'it answered 500' } : { kind: 'delivered' };
      },
    },
    errors: { report: (code) => void reported.push(code) },
  });
  const fire = (alertname: string) =>
    firing.push({
      fingerprint: alertname,
      labels: { alertname, severity: 'critical' },
      annotations: {},
      startsAt: String(time.nowMs()),
    });
  const pass = async (spanMs: number) => {
    for (let passedMs = 0; passedMs < spanMs; passedMs += LOOK_EVERY_MS) {
      await push.look();
      await push.close();
      await time.advance(LOOK_EVERY_MS);
    }
  };
  return { world, asked, reported, fire, pass };
}

it('a push service that fails for an hour is asked some twenty times, and later sent everything once', async () => {
  const { world, asked, reported, fire, pass } = bench();
  fire('BotDown');
  await pass(HOUR_MS / 2);
  fire('TradingHalted');
  await pass(HOUR_MS / 2);
  // Six waits that double from five seconds, then one of five minutes after the other.
  expect(asked).toHaveLength(17);
  expect(reported).toEqual(['MANAGER_PUSH_UNSENT']);

  world.isRefusing = false;
  asked.length = 0;
  await pass(HOUR_MS);
  expect(asked).toMatchObject([{ title: '2 critical alerts', body: 'BotDown: \nTradingHalted: ' }]);
});

/** What is not delivered is tried until it is, what was delivered is not told again, and one bad receiver keeps nobody else waiting. */
import { NO_ALERT_SETTINGS } from '@platform/stack';
import { eventually, hasAlertmanager, type RunningAlertmanager, startAlertmanager } from '@platform/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Behaviour, HttpReceiver } from './receivers';

describe.skipIf(!hasAlertmanager())('a receiver', () => {
  let bad: HttpReceiver;
  let good: HttpReceiver;
  let alertmanager: RunningAlertmanager;
  beforeEach(async () => {
    [bad, good] = [await HttpReceiver.open(), await HttpReceiver.open()];
    const webhook = (name: string, { url }: HttpReceiver) =>
      ({ name, kind: 'webhook', severity: 'all', values: { url } }) as const;
    const receivers = [webhook('webhook/bad', bad), webhook('webhook/good', good)];
    alertmanager = await startAlertmanager({ ...NO_ALERT_SETTINGS, receivers });
  });
  afterEach(async () => {
    await alertmanager?.stop();
    await bad?.close();
    await good?.close();
  });

  const fire = async (alertname: string, bot: string) => {
    const body = JSON.stringify([{ labels: { alertname, severity: 'critical', bot_id: bot } }]);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${alertmanager.url}/api/v2/alerts`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  };
  const told = ({ received }: HttpReceiver, bot: string) =>
    received.filter(({ body }) => body.includes(`"${bot}"`)).length;

  it.each([
    ['answers 500', 'refuse'],
    ['hangs', 'hang'],
  ] as const)(
    'that %s is told once it takes messages, once each, while others were told at once',
    async (_, fault) => {
      const bots = ['b-1', 'b-2', 'b-3'];
      bad.behaviour = fault satisfies Behaviour;
      for (const bot of bots) await fire('BotDown', bot);
      await eventually(() => bots.every((bot) => told(good, bot) === 1));
      // Several rounds of its interval, each of which may try some times.
      await eventually(() => bad.requests >= 3 * bots.length);
      expect(bad.received).toEqual([]);
      bad.behaviour = 'take';
      await eventually(() => bots.every((bot) => told(bad, bot) >= 1));
      // One more alert goes the whole way; whatever would be repeated had as long.
      await fire('ServiceDown', 'b-4');
      await eventually(() => told(bad, 'b-4') === 1 && told(good, 'b-4') === 1);
      for (const bot of [...bots, 'b-4']) expect([told(bad, bot), told(good, bot)], bot).toEqual([1, 1]);
      expect(bad.requests).toBeLessThan(1_000);
    },
  );

  it('of a thousand alerts at once is told of all of them in a few messages', async () => {
    const alerts = Array.from({ length: 1_000 }, (_, i) => ({
      labels: { alertname: 'NotScraped', severity: 'warning', instance: `i-${i}` },
    }));
    const headers = { 'content-type': 'application/json' };
    await fetch(`${alertmanager.url}/api/v2/alerts`, {
      method: 'POST',
      headers,
      body: JSON.stringify(alerts),
    });
    const names = () => new Set(good.received.flatMap(({ body }) => body.match(/"i-\d+"/g) ?? []));
    await eventually(() => names().size === 1_000);
    expect(good.requests).toBeLessThan(10);
  });
});

/**
 * What is not delivered is tried until it is, what was delivered is not repeated, and one bad receiver delays
 * no other.
 */
import { freePort, NO_ALERT_SETTINGS, renderAlertmanager } from '@platform/stack';
import { eventually, hasAlertmanager, type RunningAlertmanager, startAlertmanager } from '@platform/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Behaviour, HttpReceiver } from './receivers';

/**
 * Each interval is a round in which Alertmanager tries some times before it gives up and leaves it to the
 * next.
 */
const INTERVAL_SECONDS = Number(
  /"group_interval": "(\d+)s"/.exec(renderAlertmanager(NO_ALERT_SETTINGS))?.[1],
);
const ROUNDS_OF_AN_HOUR = 3_600 / INTERVAL_SECONDS;
/** It waits half a second, give or take half of it, and then half as long again each time. */
const MOST_TRIES_OF_A_ROUND = 12;
const ALERTS = ROUNDS_OF_AN_HOUR / 2;

/** A round has ten seconds at least, and the next one begins after it. */
const hastyRounds = (configuration: string) => configuration.replaceAll(`"${INTERVAL_SECONDS}s"`, '"1s"');

describe.skipIf(!hasAlertmanager())('a receiver', () => {
  let bad: HttpReceiver;
  let good: HttpReceiver;
  let alertmanager: RunningAlertmanager;
  beforeEach(async () => {
    // What closes and comes back on its port must find it free.
    [bad, good] = [await HttpReceiver.open(await freePort()), await HttpReceiver.open()];
  });
  afterEach(async () => {
    await alertmanager?.stop();
    await bad?.close();
    await good?.close();
  });

  const start = async (shorten?: (configuration: string) => string) => {
    const webhook = (name: string, { url }: HttpReceiver) =>
      ({ name, kind: 'webhook', severity: 'all', values: { url } }) as const;
    const receivers = [webhook('webhook/bad', bad), webhook('webhook/good', good)];
    alertmanager = await startAlertmanager({ ...NO_ALERT_SETTINGS, receivers }, shorten);
  };
  const fire = async (alertname: string, ...bots: readonly string[]) => {
    // Prometheus would go on saying so.
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = JSON.stringify(
      bots.map((bot) => ({ labels: { alertname, severity: 'critical', bot_id: bot }, endsAt })),
    );
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${alertmanager.url}/api/v2/alerts`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  };
  const timesReceived = ({ received }: HttpReceiver, bot: string) =>
    received.filter(({ body }) => body.includes(`"${bot}"`)).length;

  const failedRounds = async () => {
    const metrics = await (await fetch(`${alertmanager.url}/metrics`)).text();
    const lines = metrics.matchAll(
      /^alertmanager_notifications_failed_total\{[^}]*"webhook"[^}]*\} (\S+)$/gm,
    );
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  /** Requests first: each of them is of a round that has failed by then or is under way. */
  const look = async () => {
    const asked = bad.requests;
    return { asked, rounds: await failedRounds() };
  };

  it.each([
    ['answers 500', 'refuse', MOST_TRIES_OF_A_ROUND],
    ['hangs', 'hang', MOST_TRIES_OF_A_ROUND],
    ['answers 403', 'forbid', 1],
    ['answers 429', 'defer', 1],
    ['is not there', 'gone', 0],
  ] as const)(
    'a receiver that %s gets each message once when it recovers, while others got theirs at once',
    async (_, fault, triesOfARound) => {
      const bots = ['b-1', 'b-2', 'b-3'];
      await start(hastyRounds);
      const port = Number(new URL(bad.url).port);
      if (fault === 'gone') await bad.close();
      else bad.behaviour = fault satisfies Behaviour;
      await fire('BotDown', ...bots);
      await eventually(() => bots.every((bot) => timesReceived(good, bot) === 1));
      const { asked, rounds } = await eventually(async () => {
        const looked = await look();
        return looked.rounds >= 2 * bots.length && looked;
      });
      // With one round of each that was under way.
      expect(asked).toBeLessThanOrEqual((rounds + bots.length) * triesOfARound);
      expect(bad.received).toEqual([]);
      if (fault === 'gone') bad = await HttpReceiver.open(port);
      bad.behaviour = 'take';
      await eventually(() => bots.every((bot) => timesReceived(bad, bot) >= 1));
      // One more alert goes the whole way; whatever would be repeated had as long.
      await fire('ServiceDown', 'b-4');
      await eventually(() => timesReceived(bad, 'b-4') === 1 && timesReceived(good, 'b-4') === 1);
      for (const bot of [...bots, 'b-4'])
        expect([timesReceived(bad, bot), timesReceived(good, bot)], bot).toEqual([1, 1]);
    },
  );

  it('a receiver that fails for an hour is asked a few times in each round, and then sent everything once', async () => {
    // The rounds of one alert cannot be hurried, so that many have theirs at once.
    const bots = Array.from({ length: ALERTS }, (_, i) => `b-${i}`);
    bad.behaviour = 'refuse';
    await start();
    await fire('BotDown', ...bots);
    const { asked, rounds } = await eventually(async () => {
      const looked = await look();
      return looked.rounds >= ROUNDS_OF_AN_HOUR && looked;
    });
    expect(bad.received).toEqual([]);
    bad.behaviour = 'take';
    await eventually(() => bots.every((bot) => timesReceived(bad, bot) >= 1));
    await fire('ServiceDown', 'b-last');
    await eventually(() => timesReceived(bad, 'b-last') === 1 && timesReceived(good, 'b-last') === 1);
    for (const bot of [...bots, 'b-last'])
      expect([timesReceived(bad, bot), timesReceived(good, bot)], bot).toEqual([1, 1]);
    // With one round of each that was under way.
    expect(asked).toBeLessThanOrEqual((rounds + bots.length) * MOST_TRIES_OF_A_ROUND);
    expect(ROUNDS_OF_AN_HOUR * MOST_TRIES_OF_A_ROUND).toBeLessThan(1_000);
    expect(good.requests).toBe(bots.length + 1);
  });

  it('a receiver of a thousand alerts at once gets all of them in a few messages', async () => {
    await start();
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

/**
 * When messages come: again while something still fires, not in quiet hours unless critical, and every minute
 * as a sign of life.
 */
import { type AlertSettings, NO_ALERT_SETTINGS } from '@platform/stack';
import { eventually, hasAlertmanager, type RunningAlertmanager, startAlertmanager } from '@platform/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { HttpReceiver } from './receivers';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** An alert that ends before the second round of its group: after 45 s, or 30 s for the dead man's switch. */
const ENDS_BEFORE_ROUND_MS = 15_000;

/** Warnings are gathered for half a minute, and those that were held back come five minutes later. */
const hastyWarnings = (configuration: string) =>
  configuration.replaceAll('"30s"', '"1s"').replaceAll('"5m"', '"10s"');

describe.skipIf(!hasAlertmanager())('a message', () => {
  const receivers: HttpReceiver[] = [];
  const alertmanagers: RunningAlertmanager[] = [];
  afterAll(async () => {
    for (const each of alertmanagers) await each.stop();
    for (const each of receivers) await each.close();
  });

  const open = async () => {
    const receiver = await HttpReceiver.open();
    receivers.push(receiver);
    return receiver;
  };
  const start = async ({ url }: HttpReceiver, settings: Partial<AlertSettings> = {}) => {
    const desk = { name: 'webhook/desk', kind: 'webhook', severity: 'all', values: { url } } as const;
    const alertmanager = await startAlertmanager(
      { ...NO_ALERT_SETTINGS, receivers: [desk], ...settings },
      hastyWarnings,
    );
    alertmanagers.push(alertmanager);
    return async (labels: Readonly<Record<string, string>>, lastsMs = HOUR_MS) => {
      const body = JSON.stringify([{ labels, endsAt: new Date(Date.now() + lastsMs).toISOString() }]);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${alertmanager.url}/api/v2/alerts`, { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
    };
  };
  const times = ({ received }: HttpReceiver, text: string) =>
    received.filter(({ body }) => body.includes(text)).length;

  // Each waits for a minute or two, with servers of its own: they wait side by side.
  it.concurrent('a warning waits for the end of quiet hours, and something critical does not', async () => {
    const [quiet, loud] = [await open(), await open()];
    const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16);
    const endMs = Math.floor((Date.now() + 1.5 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
    const quietHours = { from: clock(endMs - HOUR_MS), to: clock(endMs), timeZone: 'UTC' };
    const fires = [await start(quiet, { quietHours }), await start(loud)];
    for (const fire of fires) {
      await fire({ alertname: 'SourceStale', severity: 'warning', source: 'gex' });
      await fire({ alertname: 'BotDown', severity: 'critical', bot_id: 'b-1' });
    }
    await eventually(() => times(loud, 'SourceStale') === 1 && times(quiet, 'BotDown') === 1);
    await eventually(() => times(quiet, 'SourceStale') === 1);
    expect(Date.now()).toBeGreaterThanOrEqual(endMs);
  });

  it.concurrent('a message about what still fires is repeated, and one about what does not is not', async () => {
    const receiver = await open();
    const fire = await start(receiver, { repeatHours: 1 / HOUR_MS });
    await fire({ alertname: 'BotDown', severity: 'critical', bot_id: 'short' }, ENDS_BEFORE_ROUND_MS);
    await fire({ alertname: 'BotDown', severity: 'critical', bot_id: 'long' });
    const statuses = () => {
      const about = receiver.received.filter(({ body }) => body.includes('"short"'));
      return about.map(({ body }) => (JSON.parse(body) as { status: string }).status);
    };
    await eventually(() => statuses().includes('resolved'));
    const repeated = times(receiver, '"long"');
    await eventually(() => times(receiver, '"long"') > repeated);
    expect(statuses()).toEqual(['firing', 'resolved']);
  });

  it.concurrent('the dead man’s switch is called again and again while the rules are judged, and no more once not', async () => {
    const receiver = await open();
    const fire = await start(receiver, { receivers: [], deadMansSwitchUrl: receiver.url });
    const watchdog = { alertname: 'Watchdog', severity: 'none' };
    await fire({ ...watchdog, prometheus: 'gone' }, ENDS_BEFORE_ROUND_MS);
    await fire({ ...watchdog, prometheus: 'here' });
    await eventually(() => times(receiver, 'prometheus = here') >= 2);
    expect(times(receiver, 'prometheus = gone')).toBe(1);
  });
});

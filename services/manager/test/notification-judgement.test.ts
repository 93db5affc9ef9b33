/** What is said of a test message, where Alertmanager counts other messages together with it. */
import { systemTime } from '@platform/service-kit';
import { NO_ALERT_SETTINGS } from '@platform/stack';
import { eventually, hasAlertmanager, type RunningAlertmanager, startAlertmanager } from '@platform/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendNotificationTest } from '../src/app/notification-test';
import { HttpUpstream } from '../src/upstream/http-upstream';
import { HttpReceiver } from './receivers';

describe.skipIf(!hasAlertmanager())('a test message that hangs is said to be unanswered', () => {
  let hanging: HttpReceiver;
  let good: HttpReceiver;
  let alertmanager: RunningAlertmanager;
  let receivers: readonly string[];
  beforeEach(async () => {
    [hanging, good] = [await HttpReceiver.open(), await HttpReceiver.open()];
    hanging.behaviour = 'hang';
  });
  afterEach(async () => {
    await alertmanager?.stop();
    await hanging?.close();
    await good?.close();
  });

  const start = async (names: readonly ('hanging' | 'good')[], deadMansSwitchUrl?: string) => {
    const urls = { hanging: hanging.url, good: good.url };
    const settings = names.map((name) => {
      const kind = name === 'good' ? 'ntfy' : 'webhook';
      return { name: `${kind}/${name}`, kind, severity: 'all', values: { url: urls[name] } } as const;
    });
    alertmanager = await startAlertmanager({ ...NO_ALERT_SETTINGS, receivers: settings, deadMansSwitchUrl });
    receivers = settings.map(({ name }) => name);
  };
  const sendTest = async (receiver: string) => {
    const upstream = new HttpUpstream({ name: 'alert manager', url: alertmanager.url });
    return await sendNotificationTest(
      upstream,
      { receiver, receivers, testId: crypto.randomUUID() },
      systemTime,
    );
  };
  const fire = async (labels: Record<string, string>) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify([{ labels }]);
    expect((await fetch(`${alertmanager.url}/api/v2/alerts`, { method: 'POST', headers, body })).status).toBe(
      200,
    );
  };
  const isSaidBy = (receiver: HttpReceiver, state: string) =>
    receiver.received.some(({ body }) => (JSON.parse(body) as { status: string }).status === state);

  it('a hanging test message is said to be unanswered although a good receiver was tested after it', async () => {
    await start(['good', 'hanging']);
    expect(await sendTest('ntfy/good')).toBe('delivered');
    expect(isSaidBy(good, 'resolved')).toBe(false);
    // Long enough for what resolves the former to fall into the time in which an answer is waited for.
    await systemTime.wait(6_000);
    expect(await sendTest('webhook/hanging')).toBe('unanswered');
    expect(isSaidBy(good, 'resolved')).toBe(true);
  });

  it('a hanging test message is said to be unanswered although an alert reaches a good receiver meanwhile', async () => {
    await start(['good', 'hanging']);
    const test = sendTest('webhook/hanging');
    await eventually(() => hanging.requests > 0);
    await fire({ alertname: 'BotDown', severity: 'critical' });
    expect(await test).toBe('unanswered');
    expect(isSaidBy(good, 'firing')).toBe(true);
    expect(await sendTest('ntfy/good')).toBe('unanswered');
  });

  it('a hanging test message is said to be unanswered although the dead man’s switch is called', async () => {
    await start(['hanging'], good.url);
    const test = sendTest('webhook/hanging');
    await eventually(() => hanging.requests > 0);
    await fire({ alertname: 'Watchdog', severity: 'none' });
    await eventually(() => good.requests > 0);
    expect(await test).toBe('unanswered');
    hanging.behaviour = 'take';
    await fire({ alertname: 'BotDown', severity: 'critical' });
    await eventually(() => isSaidBy(hanging, 'firing'));
    expect(await sendTest('webhook/hanging')).toBe('delivered');
  });
});

/** What messages say, and that receivers which refuse what is too long or unknown to them take it. */
import { NO_ALERT_SETTINGS } from '@platform/stack';
import { eventually, hasAlertmanager, type RunningAlertmanager, startAlertmanager } from '@platform/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpReceiver, MailReceiver, receiversAt } from './receivers';

const HASTY = (configuration: string) => configuration.replaceAll('"30s"', '"1s"');
/** Four bytes a character, markup, a link and a call of everybody, as Slack reads them. */
const HOSTILE = `<!channel> {{ . }} "${'🚨'.repeat(2_000)}`;

describe.skipIf(!hasAlertmanager())('the text of a message', () => {
  let [http, mail]: [HttpReceiver?, MailReceiver?] = [];
  let alertmanager: RunningAlertmanager | undefined;
  beforeEach(async () => {
    [http, mail] = [await HttpReceiver.open(), await MailReceiver.open()];
    const receivers = receiversAt(http, mail).map((each) => ({ ...each, severity: 'all' as const }));
    alertmanager = await startAlertmanager({ ...NO_ALERT_SETTINGS, receivers }, HASTY);
  });
  afterEach(async () => {
    await alertmanager?.stop();
    await http?.close();
    await mail?.close();
  });

  const fire = async (severity: string, count: number, summary: (i: number) => string) => {
    const alerts = Array.from({ length: count }, (_, i) => ({
      labels: { alertname: 'SourceStale', severity, source: `source-${i}` },
      annotations: { summary: summary(i), value: '1.5', runbook: 'docs/runbooks/SourceStale.md' },
    }));
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(alerts);
    const answer = await fetch(`${alertmanager!.url}/api/v2/alerts`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  };
  const from = (path: string) => http!.received.filter((each) => each.path.startsWith(path));
  const arrivedEverywhere = () =>
    ['/webhook', '/bot', '/slack', '/pagerduty', '/topic'].every((path) => from(path).length === 1);
  const slackText = () =>
    (JSON.parse(from('/slack')[0]!.body) as { attachments: { text: string }[] }).attachments[0]!.text;

  it('the text of thirty warnings at once is taken by every receiver, with summary, value and runbook', async () => {
    await fire('warning', 30, (i) => `The source source-${i} is behind its cadence or quarantined.`);
    await eventually(() => arrivedEverywhere() && mail!.mails.length === 1);
    const said =
      /SourceStale firing: The source source-\d+ is behind its cadence or quarantined\. Value: 1\.5\. docs\/runbooks\/SourceStale\.md\n/g;
    expect(slackText().match(said)).toHaveLength(20);
    expect(slackText()).toMatch(/and more: see the console$/);
    const shown = from('/topic')[0]!.shown!;
    expect(shown).toMatch(/^warning firing: SourceStale\n/);
    expect(shown.match(said)).toHaveLength(5);
    expect(shown).toMatch(/\nand 25 more$/);
    expect(http!.requests).toBe(5);
  });

  it('the text of a message is taken by every receiver however long and hostile what it is about', async () => {
    await fire('warning', 30, () => HOSTILE);
    await eventually(() => arrivedEverywhere());
    expect(slackText()).toContain('firing: &lt;!channel> {{ . }}');
    expect(from('/topic')[0]!.shown).toContain('SourceStale firing: <!channel> {{ . }} "🚨');
  });

  it.each([
    ['critical', 'critical'],
    ['warning', 'warning'],
  ])('a message about something %s is %s to PagerDuty', async (severity, expected) => {
    await fire(severity, 1, () => 'It is behind.');
    await eventually(() => from('/pagerduty').length === 1);
    expect(from('/pagerduty')[0]!.body).toContain(`"severity":"${expected}"`);
  });
});

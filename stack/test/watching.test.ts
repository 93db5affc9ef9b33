import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type AlertName, alerts, dashboards, WATCHDOG } from '@platform/contracts';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StackStatus, stackStatus } from '../src/status';
import { findWatching } from '../src/watching/binaries';
import { type TestStack, testStack } from './platform';

interface Alert {
  readonly status: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Panels that show what does not happen here. */
const UNSEEN = { vetoes: 'the bot of the demonstration has no overlays' };

/** Alerts whose figure is not there while nothing is wrong. */
const UNSEEN_FIGURES: Readonly<Partial<Record<AlertName, string>>> = {
  BotParityMismatch: 'only bots that decided otherwise have a figure',
  BotWarmupStuck: 'only bots whose warm-up fails have a figure',
  BotWarmupNeverCompleted: 'only bots whose warm-up fails have a figure',
  OutboxStuck: 'nothing waits',
  MarketDataMissing: 'there are bars',
  NotScraped: 'it is about what is absent',
};

/** One stack lives through all of these, in this order; its receiver keeps what it is sent. */
describe.skipIf(findWatching('') === undefined)('a stack that is watched', () => {
  const received: Alert[] = [];
  let callsOfTheSwitch = 0;
  let stack: TestStack;
  let receiver: Server;
  let variables: Record<string, string>;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.end();
        if (request.url === '/alive') callsOfTheSwitch += 1;
        else received.push(...(JSON.parse(Buffer.concat(chunks).toString()) as { alerts: Alert[] }).alerts);
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    stack = await testStack({ environment: { SKIP_WATCHING: '', DEMO_STEPS: 'fastBot' } });
    mkdirSync(stack.home, { mode: 0o711 });
    writeFileSync(join(stack.home, 'alerts.json'), '{ "repeat_hours": "often" }');
    const { stdout: said } = await stack.platform(['up', '--detach']);
    expect(said).toContain('prometheus ready');
    expect(said).toContain('alerts    are not sent until ./platform alerts apply');
    expect(said).toContain('repeat_hours is not from 0 to 168');
    const { stdout } = await stack.platform(['env']);
    variables = Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s, 2)),
    ) as typeof variables;
  });
  afterAll(async () => {
    await stack?.dispose();
    receiver?.close();
  });

  const status = async (): Promise<StackStatus> => await stackStatus(stack.environment);
  const pidOf = async (name: string) =>
    (await status()).processes.find((each) => each.name === name)?.pid ?? undefined;
  const wasSent = (alertname: string, state: 'firing' | 'resolved', labels: Record<string, string> = {}) =>
    received.some(
      (each) =>
        each.status === state &&
        Object.entries({ alertname, ...labels }).every(([name, value]) => each.labels[name] === value),
    );
  const samplesOf = async (chart: string) => {
    const { series } = await manager<{ series: { values: number[] }[] }>(
      `/bff/metrics/chart?chart=${chart}&minutes=5`,
    );
    return series.flatMap(({ values }) => values).length;
  };
  const manager = async <T>(path: string) =>
    (await (await fetch(`${variables['PLATFORM_MANAGER_URL']}${path}`)).json()) as T;

  test('a watched stack takes new receivers without a restart and refuses bad ones', async () => {
    const file = join(stack.home, 'alerts.json');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    writeFileSync(join(stack.home, 'hook'), url, { mode: 0o600 });
    writeFileSync(join(stack.home, 'switch'), `${url}/alive`, { mode: 0o600 });
    writeFileSync(
      file,
      JSON.stringify({ receivers: [{ name: 'test', kind: 'webhook', url_file: 'nowhere' }] }),
    );
    const refused = await stack.platform(['alerts', 'apply']);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('nowhere cannot be read');

    const receivers = [{ name: 'test', kind: 'webhook', url_file: 'hook' }];
    writeFileSync(file, JSON.stringify({ receivers, dead_mans_switch: { url_file: 'switch' } }));
    expect(await stack.platform(['alerts', 'apply'])).toMatchObject({ code: 0, stderr: '' });
    const sent = await stack.platform(['alerts', 'test']);
    expect(sent.stdout).toMatch(/webhook\/test +delivered/);
    expect(received.map(({ labels }) => labels['alertname'])).toContain('NotificationTest');
  });

  test('a watched stack calls the dead man’s switch, with what its own rules say', async () => {
    await eventually(() => callsOfTheSwitch > 0);
  });

  test.each(dashboards.flatMap(({ panels }) => panels.map(({ id }) => id)))(
    'a watched stack draws the panel %s from what runs',
    async (id) => {
      await eventually(async () => (await samplesOf(id)) > 0 || id in UNSEEN);
    },
  );

  test('a watched stack judges every rule', async () => {
    const { ports } = await status();
    const answer = await fetch(`http://127.0.0.1:${ports!.prometheus}/api/v1/rules?type=alert`);
    const { data } = (await answer.json()) as {
      data: { groups: { rules: { name: string; health: string }[] }[] };
    };
    const rules = data.groups.flatMap((group) => group.rules);
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    expect(rules.map(({ name }) => name).sort()).toEqual([...Object.keys(alerts), WATCHDOG].sort());
  });

  test.each(Object.keys(alerts))('a watched stack draws the figure of %s from what runs', async (name) => {
    await eventually(async () => (await samplesOf(name)) > 0 || name in UNSEEN_FIGURES);
  });

  test('a watched stack shows the figures of a bot', async () => {
    const { items } = await manager<{ items: { botId: string }[] }>('/bff/bots');
    await eventually(async () => {
      const summary = await manager<Record<string, unknown>>(`/bff/bots/${items[0]!.botId}/metrics-summary`);
      const { up, candlesProcessed, leaseLivenessAgeSeconds } = summary;
      return up === 1 && Number(candlesProcessed) > 0 && Number(leaseLivenessAgeSeconds) < 3_600;
    });
  });

  test('a watched stack sends an alert for a halt and for its end', async () => {
    const url = variables['PLATFORM_RISK_URL']!;
    const ask = async (path: string) =>
      await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-operator-token': variables['PLATFORM_RISK_OPERATOR_TOKEN']!,
        },
        body: JSON.stringify({ reason: 'a drill' }),
      });
    expect((await ask('/risk/emergency-flatten')).status).toBe(200);
    await eventually(() => wasSent('TradingHalted', 'firing'));
    const { items } = await manager<{ items: { name: string; runbook: string }[] }>('/bff/alerts/firing');
    expect(items).toContainEqual(
      expect.objectContaining({ name: 'TradingHalted', runbook: 'docs/runbooks/TradingHalted.md' }),
    );
    expect((await ask('/risk/resume')).status).toBe(200);
    await eventually(() => wasSent('TradingHalted', 'resolved'));
  });

  test('a watched stack sends an alert for a service that hangs and for its return', async () => {
    const pid = (await pidOf('data'))!;
    process.kill(pid, 'SIGSTOP');
    try {
      await eventually(() => wasSent('ServiceDown', 'firing', { job: 'data' }));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await eventually(() => wasSent('ServiceDown', 'resolved', { job: 'data' }));
  });

  test('a watched stack loses its watchers without losing anything else, and gets them back', async () => {
    const [prometheus, alertmanager] = [await pidOf('prometheus'), await pidOf('alertmanager')];
    const silences = `http://127.0.0.1:${(await status()).ports!.alertmanager}/api/v2/silences`;
    const silence = {
      matchers: [{ name: 'alertname', value: 'DiskFilling', isRegex: false, isEqual: true }],
      startsAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      createdBy: 'operator:night',
      comment: 'a crash must not end it',
    };
    const headers = { 'content-type': 'application/json' };
    const made = await fetch(silences, { method: 'POST', headers, body: JSON.stringify(silence) });
    expect(made.status).toBe(200);
    const kept = join(stack.home, 'watching', 'alertmanager', 'silences');
    await eventually(() => readFileSync(kept, 'latin1').includes(silence.comment));
    process.kill(prometheus!, 'SIGKILL');
    process.kill(alertmanager!, 'SIGKILL');
    await eventually(async () => {
      const now = await status();
      return (
        now.allReady &&
        (await pidOf('prometheus')) !== prometheus &&
        (await pidOf('alertmanager')) !== alertmanager
      );
    });
    expect(await (await fetch(silences)).json()).toMatchObject([{ createdBy: 'operator:night' }]);
    await eventually(async () => {
      const { series } = await manager<{ series: { values: number[] }[] }>(
        '/bff/metrics/chart?chart=disk-free&minutes=5',
      );
      return (series[0]?.values.length ?? 0) > 2;
    });
  });
});

describe.skipIf(findWatching('') === undefined)('a stack whose watchers find no room', () => {
  test('a stack whose watchers find no room runs without them and says so', async () => {
    const stack = await testStack({ environment: { SKIP_WATCHING: '' } });
    try {
      // Where Prometheus keeps its data there is something else: it ends as it does on a full disk.
      mkdirSync(join(stack.home, 'watching'), { recursive: true, mode: 0o711 });
      writeFileSync(join(stack.home, 'watching', 'prometheus'), '');
      const up = await stack.platform(['up', '--detach']);
      expect(up).toMatchObject({ code: 0 });
      expect(up.stdout).toContain('watching  is not there, so no alerts are sent: prometheus ended');
      const { processes } = await stackStatus(stack.environment);
      const services = processes.filter(({ name }) => ['data', 'risk', 'manager', 'executor'].includes(name));
      expect(services.map(({ ready }) => ready)).toEqual([true, true, true, true]);
    } finally {
      await stack.dispose();
    }
  });
});

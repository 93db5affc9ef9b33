import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StackStatus, stackStatus } from '../src/status';
import { findWatching } from '../src/watching/binaries';
import { type TestStack, testStack } from './platform';

interface Alert {
  readonly status: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** One stack lives through all of these, in this order; its receiver keeps what it is sent. */
describe.skipIf(findWatching('') === undefined)('a stack that is watched', () => {
  const received: Alert[] = [];
  let stack: TestStack;
  let receiver: Server;
  let variables: Record<string, string>;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push(...(JSON.parse(Buffer.concat(chunks).toString()) as { alerts: Alert[] }).alerts);
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    stack = await testStack({ environment: { SKIP_WATCHING: '' } });
    expect((await stack.platform(['up', '--detach'])).stdout).toContain('prometheus ready');
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
  const manager = async <T>(path: string) =>
    (await (await fetch(`${variables['PLATFORM_MANAGER_URL']}${path}`)).json()) as T;

  test('takes new receivers without a restart, refuses bad ones, and says that a test message arrived', async () => {
    const file = join(stack.home, 'alerts.json');
    writeFileSync(join(stack.home, 'hook'), `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
    writeFileSync(
      file,
      JSON.stringify({ receivers: [{ name: 'test', kind: 'webhook', url_file: 'nowhere' }] }),
    );
    const refused = await stack.platform(['alerts', 'apply']);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('nowhere cannot be read');

    writeFileSync(file, JSON.stringify({ receivers: [{ name: 'test', kind: 'webhook', url_file: 'hook' }] }));
    expect(await stack.platform(['alerts', 'apply'])).toMatchObject({ code: 0, stderr: '' });
    const sent = await stack.platform(['alerts', 'test']);
    expect(sent.stdout).toMatch(/webhook\/test +delivered/);
    expect(received.map(({ labels }) => labels['alertname'])).toContain('NotificationTest');
  });

  test('sends an alert for a halt and for its end', async () => {
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

  test('sends an alert for a service that hangs and for its return', async () => {
    const pid = (await pidOf('data'))!;
    process.kill(pid, 'SIGSTOP');
    try {
      await eventually(() => wasSent('ServiceDown', 'firing', { job: 'data' }));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await eventually(() => wasSent('ServiceDown', 'resolved', { job: 'data' }));
  });

  test('loses its watchers without losing anything else, and gets them back with what they knew', async () => {
    const [prometheus, alertmanager] = [await pidOf('prometheus'), await pidOf('alertmanager')];
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
    await eventually(async () => {
      const { series } = await manager<{ series: { values: number[] }[] }>(
        '/bff/metrics/chart?chart=disk-free&minutes=5',
      );
      return (series[0]?.values.length ?? 0) > 2;
    });
  });
});

describe.skipIf(findWatching('') === undefined)('a stack whose watchers find no room', () => {
  test('runs without them and says so', async () => {
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

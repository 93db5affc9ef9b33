/** Five hundred bots before a real Prometheus, some of which expose what they should not. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { botMetrics, type ChartResponse, type MetricSpec } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually, hasAlertmanager, type RunningPrometheus, startPrometheus } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

const BOTS = 500;
const LEAST_SERIES = 10_000;
const HOSTILE = '<script>alert(1)</script>\\n\u001b[2J{{ .Labels }}%s';

/** What a bot exposes, with a few codes for its errors. */
function exposition(extra: string): string {
  const codes = ['BOT_DB_TRANSIENT', 'BOT_CANDLE_GAP', 'BOT_INTERNAL_ERROR'];
  const lines = Object.values<MetricSpec>(botMetrics).flatMap(({ name, labels, buckets }) => {
    const named = labels.map((label) => `${label}="x"`).join(',');
    if (buckets === undefined) return [`${name}{${named}} 1`];
    return buckets.map((bucket) => `${name}_bucket{le="${bucket}"} 1`);
  });
  const errors = codes.map((code) => `platform_errors_total{code="${code}"} 0`);
  return `${[...lines, ...errors, extra].join('\n')}\n`;
}

describe.skipIf(!hasAlertmanager())('five hundred bots', () => {
  let fixture: ManagerFixture;
  let manager: ServiceHandle;
  let prometheus: RunningPrometheus;
  let server: Server;
  beforeAll(async () => {
    fixture = await ManagerFixture.open();
    server = createServer((request, response) => {
      const bot = /^127\.1\.\d+\.(\d+)/.exec(request.headers.host ?? '')?.[1];
      const isLong = request.headers.host?.startsWith('127.1.9.') === true;
      if (isLong) response.end(exposition(`platform_errors_total{code="${'x'.repeat(5_000)}"} 1`));
      else response.end(exposition(`platform_errors_total{code="${HOSTILE}${bot}"} 1`));
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    prometheus = await startPrometheus();
    manager = await fixture.start({ PLATFORM_MANAGER__PLATFORM_PROMETHEUS_URL: prometheus.url });
    const { port } = server.address() as AddressInfo;
    const sound = Array.from({ length: BOTS }, (_, i) => [
      `bot-${i}`,
      `127.1.${Math.floor(i / 200)}.${(i % 200) + 1}:${port}`,
    ]);
    prometheus.scrape({ ...Object.fromEntries(sound), defective: `127.1.9.1:${port}` });
  });
  afterAll(async () => {
    await prometheus?.stop();
    server?.closeAllConnections();
    server?.close();
    await fixture?.close();
  });

  const figure = async (query: string) => {
    const answer = await fetch(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
    return Number(data.result[0]?.value[1] ?? 0);
  };

  it('five hundred bots are all scraped, except one that exposes a label of five thousand characters', async () => {
    await eventually(async () => (await figure('sum(up{job="bot"})')) === BOTS);
    await eventually(async () => (await figure('count(up{job="bot"} == 0)')) === 1);
    expect(await figure('up{bot_id="defective"}')).toBe(0);
    expect(await figure('count({job="bot",bot_id!="defective"})')).toBeGreaterThan(LEAST_SERIES);
  });

  it('five hundred bots are judged by every rule without a failure, and the defective one raises an alert', async () => {
    const defective = 'count(ALERTS{bot_id="defective"})';
    await eventually(async () => (await figure(defective)) >= 1);
    expect(await figure('sum(prometheus_rule_evaluation_failures_total)')).toBe(0);
  });

  it('five hundred bots are drawn as fifty series at most, and their hostile labels are kept as they are', async () => {
    const { status, body } = await call<ChartResponse>(manager, 'GET', '/bff/metrics/chart?chart=lease-age');
    expect(status).toBe(200);
    expect(body.series).toHaveLength(50);
    expect(body.isCut).toBe(true);
    // A machine that is too busy to scrape all of them in time has none of the late ones.
    await eventually(
      async () => (await figure('count(platform_errors_total{code=~"<script>(?s:.*)"})')) === BOTS,
    );
  });
});

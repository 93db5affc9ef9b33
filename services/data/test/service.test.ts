import { startSim } from '@platform/exchange-sim';
import { get, serviceSuite, startSubject } from '@platform/service-kit/test-suite';
import { eventually, tcpProxy } from '@platform/testkit';
import { afterAll, expect, it } from 'vitest';
import { type DataConfig, loadDataConfig } from '../src/config';
import { run } from '../src/run';
import { VERSION } from '../src/version';
import { exchangeVariables } from './harness';

const sim = await startSim();
afterAll(async () => await sim.close());

const subject = {
  service: 'data',
  version: VERSION,
  load: loadDataConfig,
  run,
  extra: exchangeVariables(sim),
} as const;
const environs = serviceSuite<DataConfig>(subject);

it('/healthz answers 503 with DATA_DB_PROBE_FAILED while the database is away', async () => {
  const proxy = await tcpProxy({ port: environs.database().port });
  const env = environs.environment();
  const url = new URL(env['DATABASE_URL']!);
  url.port = String(proxy.port);
  const data = await startSubject(subject, { ...env, DATABASE_URL: url.href });
  try {
    await eventually(async () => expect((await get(data.url, '/healthz')).status).toBe(200));
    proxy.blackhole(true);
    await eventually(async () => {
      const answer = await get(data.url, '/healthz');
      expect(answer.status).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'DATA_DB_PROBE_FAILED', status: 'fatal' });
    });
  } finally {
    await data.close();
    await proxy.close();
  }
});

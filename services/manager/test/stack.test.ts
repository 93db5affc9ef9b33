import type { ServiceView } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

let fixture: ManagerFixture;
let manager: ServiceHandle;

const get = async <T>(path: string) => {
  const { status, body } = await call<T>(manager, 'GET', path);
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
  return body;
};

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  manager = await fixture.start({ PLATFORM_MANAGER__RISK_SERVICE_URL: 'http://127.0.0.1:9' });
});
afterAll(() => fixture.close());

it('the stack names the service that is down, and is degraded by it', async () => {
  await eventually(async () => {
    const { items } = await get<{ items: ServiceView[] }>('/bff/services');
    expect(items.map(({ service, state }) => [service, state])).toEqual([
      ['data', 'unconfigured'],
      ['risk', 'down'],
      ['manager', 'up'],
      ['executor', 'unconfigured'],
    ]);
  });
  await eventually(async () =>
    expect(await get('/healthz')).toMatchObject({ status: 'degraded', degraded: ['peer_down'] }),
  );
  expect(await get('/bff/services/manager/config')).toMatchObject({ databaseUrl: '***' });
  expect((await call(manager, 'GET', '/bff/services/risk/config')).status).toBe(503);
  expect((await call(manager, 'GET', '/exchange/ping')).status).toBe(503);
});

it('the stack hands the operator’s word about a source to the data service, with an audit row', async () => {
  const answer = await call(manager, 'POST', '/data/sources/klines/unquarantine');
  expect(answer).toMatchObject({ status: 202, body: { status: 'unquarantine_requested' } });
  const commands = await fixture.rows('SELECT source, issued_by FROM ops.source_commands');
  expect(commands).toEqual([{ source: 'klines', issued_by: 'operator:alice' }]);
  expect((await call(manager, 'POST', '/data/backfill/klines', {})).status).toBe(503);
});

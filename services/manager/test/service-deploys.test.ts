/** Deploys of services over a real control socket; what the supervisor says is the test's to decide. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Replacement, ServiceDeploy, SupervisedService } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { LeaderLease, newId, type ServiceHandle } from '@platform/service-kit';
import { homeFromEnvironment, serveControl } from '@platform/stack';
import {
  createTestDatabase,
  eventually,
  type TemporaryDirectory,
  temporaryDirectory,
} from '@platform/testkit';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceRuntime } from '../src/app/ports';
import { ServiceDeploys } from '../src/app/service-deploys';
import { ServiceDeployStore } from '../src/store/service-deploys';
import { call, ManagerFixture } from './fixture';

let fixture: ManagerFixture;
let directory: TemporaryDirectory;
let manager: ServiceHandle;
let closeControl: () => void;
const replacements = new Map<string, Replacement>();
const replaced: string[] = [];

beforeAll(async () => {
  directory = temporaryDirectory('service-deploys');
  chmodSync(directory.path, 0o700);
  const home = { ...homeFromEnvironment({ PLATFORM_HOME: directory.path }), run: directory.path };
  closeControl = await serveControl(home, {
    list: (): SupervisedService[] =>
      (['risk', 'executor'] as const).map((service) => ({
        service,
        release: 'latest',
        replacement: replacements.get(service) ?? null,
      })),
    check: () => undefined,
    replace: (service, release, deployId, mayDrain) => {
      if (replacements.get(service)?.deploy_id !== deployId) replaced.push(service);
      const phase = mayDrain ? 'draining' : 'loading';
      replacements.set(service, { deploy_id: deployId, release, phase, error: null });
    },
  });
  fixture = await ManagerFixture.open();
  manager = await fixture.start(environment());
});
afterAll(async () => {
  await fixture?.close();
  closeControl?.();
  directory?.remove();
});

const environment = () => ({ PLATFORM_MANAGER__SUPERVISOR_SOCKET: join(directory.path, 'control.sock') });
const start = (service: string) =>
  call<ServiceDeploy>(manager, 'POST', '/deploys/service', { service, target_image_tag: 'v2' });
const abort = (id: string) => call<ServiceDeploy>(manager, 'DELETE', `/deploys/service/${id}/abort`);
const waits = (id: string, pattern: RegExp) =>
  eventually(async () => {
    const { body } = await call<ServiceDeploy>(manager, 'GET', `/deploys/service/${id}/status`);
    return pattern.test(body.waiting_for ?? '') && body;
  });
const ended = (id: string) =>
  eventually(async () => {
    const { body } = await call<ServiceDeploy>(manager, 'GET', `/deploys/service/${id}/status`);
    return body.finished_at !== null && body;
  });
const say = (service: 'risk' | 'executor', phase: Replacement['phase'], error: string | null = null) =>
  replacements.set(service, { ...replacements.get(service)!, phase, error });

/** An order that was sent and never answered; returns how to make its fate known. */
async function orderOfUnknownFate(): Promise<() => Promise<unknown>> {
  const id = newId();
  await fixture.rows(
    `INSERT INTO trading.orders (order_id, network, symbol, client_order_id, leg, order_type, side, qty, reduce_only, status)
     VALUES ($1::uuid, 'testnet', 'BTCUSDT', $1::text, 'flatten', 'flatten', 'sell', 1, true, 'unknown')`,
    [id],
  );
  return () => fixture.rows(`UPDATE trading.orders SET status = 'rejected' WHERE order_id = $1`, [id]);
}

it('a deploy of the executor waits while an order is unknown, and may be aborted until it begins', async () => {
  const resolve = await orderOfUnknownFate();
  const { status, body } = await start('executor');
  expect(status, JSON.stringify(body)).toBe(202);
  await waits(body.deploy_id, /unknown fate: 1/);
  expect(await start('executor')).toMatchObject({ status: 409, body: { code: 'MANAGER_CONFLICT' } });
  expect(await abort(body.deploy_id)).toMatchObject({ status: 200, body: { status: 'aborted' } });
  const metrics = await (await fetch(`${manager.url}/metrics`)).text();
  expect(metrics).toContain('platform_manager_deploys_total{outcome="aborted"} 1\n');
  expect(await abort(body.deploy_id)).toMatchObject({
    status: 409,
    body: { code: 'MANAGER_INVALID_STATE_TRANSITION' },
  });
  expect(replaced).toEqual([]);

  const second = (await start('executor')).body.deploy_id;
  await waits(second, /unknown fate/);
  await resolve();
  // The running one trades on while the new one is loaded, so that there may be such orders again.
  await waits(second, /loads beside/);
  const resolveNext = await orderOfUnknownFate();
  say('executor', 'loaded');
  await waits(second, /unknown fate: 1/);
  expect(replacements.get('executor')!.phase).toBe('loaded');
  await resolveNext();
  await waits(second, /drains/);
  expect(replaced).toEqual(['executor']);
  expect((await abort(second)).body.code).toBe('MANAGER_INVALID_STATE_TRANSITION');

  // One at a time: the other service has to wait for this one.
  const other = (await start('risk')).body.deploy_id;
  await waits(other, /another service is being replaced/);
  say('executor', 'done');
  expect(await ended(second)).toMatchObject({
    status: 'completed',
    error: null,
    requested_by: 'operator:alice',
  });
  await waits(other, /drains/);
  say('risk', 'failed', 'not ready; latest runs again');
  expect(await ended(other)).toMatchObject({ status: 'failed', error: 'not ready; latest runs again' });
});

it('a service deploy is looked after by one manager, and by another one once that has ended', async () => {
  const first = manager;
  const second = await fixture.start(environment());
  const id = (await start('risk')).body.deploy_id;
  await waits(id, /drains/);
  manager = second;
  await first.close();
  say('risk', 'done');
  expect(await ended(id)).toMatchObject({ status: 'completed', error: null });
});

it('one manager neither asks the supervisor nor records anything while it is the turn of another', async () => {
  // Without the manager of the other tests, which would look after the deploy as well.
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.urlFor('platform_manager') });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const store = new ServiceDeployStore(kysely);
  const turns = [1, 2].map(() => new LeaderLease({ pool } as never, 'service deploys of a test'));
  // Asked, but not yet heard of by the supervisor.
  let hear = () => {};
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const supervised: SupervisedService = { service: 'data', release: 'latest', replacement: null };
  const runtime: ServiceRuntime = {
    list: async () => [supervised],
    refusal: async () => null,
    replace: async (_service, release, deploy_id) => {
      await heard;
      Object.assign(supervised, { replacement: { deploy_id, release, phase: 'done', error: null } });
    },
  };
  const outcomes: unknown[] = [];
  const [inCharge, other] = turns.map(
    (turn) =>
      new ServiceDeploys({
        store,
        runtime,
        errors: {} as never,
        leaderLease: { renew: () => turn.renew(60_000) },
        metrics: { deploys: { inc: (labels: object) => void outcomes.push(labels) } } as never,
      }),
  );
  const begin = () =>
    store.begin({ actor: 'x', traceId: newId() }, newId(), {
      service: 'data',
      fromImageTag: 'latest',
      targetImageTag: 'v2',
    });
  try {
    expect(await inCharge!.step()).toBe(false);
    await begin();
    const asking = inCharge!.step();
    const [id] = await eventually(async () => {
      const deploys = await store.inFlight();
      return deploys[0]?.status === 'swapping' && deploys.map((deploy) => deploy.id);
    });
    expect(await other!.step()).toBe(false);
    expect(await store.find(id!)).toMatchObject({ status: 'swapping', waiting_for: null });
    hear();
    await asking;
    await inCharge!.step();
    expect(await store.find(id!)).toMatchObject({ status: 'completed', error: null });

    turns[0]!.release();
    await begin();
    await eventually(async () => (await other!.step()) && outcomes.length === 2);
    expect(outcomes).toEqual([{ outcome: 'completed' }, { outcome: 'completed' }]);
  } finally {
    for (const turn of turns) turn.release();
    await kysely.destroy();
    await database.drop();
  }
});

it('an unsupervised service fails its deploy, and an unknown deploy is not found', async () => {
  const { deploy_id: id } = (await start('data')).body;
  expect(await ended(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('runs no service'),
  });
  expect((await abort(newId())).status).toBe(404);
});

it('a socket that others may open is not spoken to', async () => {
  chmodSync(join(directory.path, 'control.sock'), 0o666);
  const { status, body } = await start('risk');
  expect({ status, code: body.code }).toEqual({ status: 500, code: 'MANAGER_DEPLOY_INITIATION_FAILED' });
  expect(body.message).toMatch(/others than its owner/);
});

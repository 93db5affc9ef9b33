/** Deploys of services over a real control socket; what the supervisor says is the test's to decide. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Replacement, ServiceDeploy, SupervisedService } from '@platform/contracts';
import { newId } from '@platform/service-kit';
import { homeFromEnvironment, serveControl } from '@platform/stack';
import { eventually, type TemporaryDirectory, temporaryDirectory } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

let fixture: ManagerFixture;
let directory: TemporaryDirectory;
let manager: { readonly url: string };
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
        ...{ service, release: 'latest', replacement: replacements.get(service) ?? null },
      })),
    check: () => undefined,
    replace: (service, release, deployId) => {
      replaced.push(service);
      replacements.set(service, { deploy_id: deployId, release, phase: 'draining', error: null });
    },
  });
  fixture = await ManagerFixture.open();
  manager = await fixture.start({
    PLATFORM_MANAGER__SUPERVISOR_SOCKET: join(directory.path, 'control.sock'),
  });
});
afterAll(async () => {
  await fixture?.close();
  closeControl?.();
  directory?.remove();
});

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

describe('a deploy of the executor', () => {
  it('waits while an order is of unknown fate, and may be aborted until it begins', async () => {
    const resolve = await orderOfUnknownFate();
    const { status, body } = await start('executor');
    expect(status, JSON.stringify(body)).toBe(202);
    await waits(body.deploy_id, /unknown fate: 1/);
    expect(await start('executor')).toMatchObject({ status: 409, body: { code: 'MANAGER_CONFLICT' } });
    expect(await abort(body.deploy_id)).toMatchObject({ status: 200, body: { status: 'aborted' } });
    expect(await abort(body.deploy_id)).toMatchObject({
      ...{ status: 409, body: { code: 'MANAGER_INVALID_STATE_TRANSITION' } },
    });
    expect(replaced).toEqual([]);

    const second = (await start('executor')).body.deploy_id;
    await waits(second, /unknown fate/);
    await resolve();
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

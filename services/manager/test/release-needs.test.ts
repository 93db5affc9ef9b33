/**
 * Which releases must stay: records of deploys as they are at some moment, and what a supervisor says that
 * runs.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_MANIFEST, type ReleaseManifest, type SupervisedService } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { homeFromEnvironment, serveControl } from '@platform/stack';
import { type TemporaryDirectory, temporaryDirectory } from '@platform/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

const TAGS = ['v1', 'v2', 'v3'];
const DONE = { completed: true, failed: true } as const;

let fixture: ManagerFixture;
let directory: TemporaryDirectory;
let manager: ServiceHandle;
let closeControl: (() => void) | undefined;
let supervised: SupervisedService[] = [];
let botId: string;

beforeAll(async () => {
  directory = temporaryDirectory('release-needs');
  chmodSync(directory.path, 0o700);
  await openControl();
  fixture = await ManagerFixture.open();
  manager = await fixture.start({
    PLATFORM_MANAGER__STATE_DIR: directory.path,
    PLATFORM_MANAGER__SUPERVISOR_SOCKET: join(directory.path, 'control.sock'),
  });
});
afterAll(async () => {
  await fixture?.close();
  closeControl?.();
  directory?.remove();
});
beforeEach(async () => {
  supervised = [{ service: 'risk', release: 'latest', replacement: null }];
  for (const tag of TAGS) place(tag);
  botId = newId();
  await fixture.rows(
    `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, params, network, sizing_mode, sizing_value,
       image_tag, desired_state) VALUES ($1, 'one', 'ewmac', 'BTCUSDT', '1h', '{}', 'testnet', 'fixed', 0.05, 'v2', 'running')`,
    [botId],
  );
});
afterEach(async () => {
  await fixture.rows('DELETE FROM ops.deploys');
  await fixture.rows('DELETE FROM ops.service_deploys');
  await fixture.rows('DELETE FROM trading.bot_configs');
});

async function openControl(): Promise<void> {
  const home = { ...homeFromEnvironment({ PLATFORM_HOME: directory.path }), run: directory.path };
  const nothing = () => undefined;
  closeControl = await serveControl(home, { list: () => supervised, check: nothing, replace: nothing });
}

function place(tag: string): void {
  const folder = join(directory.path, 'releases', tag);
  mkdirSync(folder, { recursive: true });
  const manifest: ReleaseManifest = {
    tag,
    version: '0',
    built_at: new Date().toISOString(),
    dependencies: '',
    files: {},
    strategies: {},
  };
  writeFileSync(join(folder, RELEASE_MANIFEST), JSON.stringify(manifest));
}

const deploy = (from: string, to: string, status: string, minute = 0) =>
  fixture.rows(
    `INSERT INTO ops.deploys (id, bot_id, status, from_image_tag, target_image_tag, requested_by, created_at, finished_at)
     VALUES (gen_random_uuid(), $1, $4, $2, $3, 'test', now() + $5 * interval '1 minute', CASE WHEN $6 THEN now() END)`,
    [botId, from, to, status, minute, status in DONE],
  );

async function removable(): Promise<string[]> {
  const { body } = await call<{ items: { tag: string; needed_because: string | null }[] }>(
    manager,
    'GET',
    '/releases',
  );
  return body.items.flatMap(({ tag, needed_because: reason }) => (reason === null ? [tag] : [])).sort();
}

it('the release that a bot ran before stays while the swap is done and the deploy is not', async () => {
  await deploy('v1', 'v2', 'swapping');
  expect(await removable()).toEqual(['v3']);
  expect(await call(manager, 'DELETE', '/releases/v1')).toMatchObject({
    status: 409,
    body: { message: 'release v1 must stay: a deploy away from it is under way' },
  });
});

it('a deploy of parameters leaves the way back to the release before', async () => {
  await deploy('v3', 'v1', 'completed', 0);
  await deploy('v1', 'v2', 'completed', 1);
  await deploy('v2', 'v2', 'completed', 2);
  expect(await removable()).toEqual(['v3']);
  expect((await call(manager, 'DELETE', '/releases/v1')).status).toBe(409);
});

it('the release that a service ran before its last completed deploy stays as its way back', async () => {
  const moved = (from: string, to: string, minute: number) =>
    fixture.rows(
      `INSERT INTO ops.service_deploys (id, service, status, from_image_tag, target_image_tag, requested_by, created_at, finished_at)
       VALUES (gen_random_uuid(), 'risk', 'completed', $1, $2, 'test', now() + $3 * interval '1 minute', now())`,
      [from, to, minute],
    );
  await moved('v1', 'v3', 0);
  expect(await removable()).toEqual([]);
  expect(await call(manager, 'DELETE', '/releases/v1')).toMatchObject({
    status: 409,
    body: { message: 'release v1 must stay: it is the way back of the risk service' },
  });
  await moved('v3', 'latest', 1);
  expect(await removable()).toEqual(['v1']);
});

it('a release that a service runs stays, whatever its deploy says, and so does everything while unknown', async () => {
  await fixture.rows(
    `INSERT INTO ops.service_deploys (id, service, status, from_image_tag, target_image_tag, requested_by, finished_at)
     VALUES (gen_random_uuid(), 'risk', 'failed', 'latest', 'v3', 'test', now())`,
  );
  expect(await removable()).toEqual(['v1', 'v3']);
  supervised = [{ service: 'risk', release: 'v3', replacement: null }];
  expect(await removable()).toEqual(['v1']);
  expect(await call(manager, 'DELETE', '/releases/v3')).toMatchObject({
    status: 409,
    body: { message: 'release v3 must stay: the risk service runs it' },
  });
  const replacement = { deploy_id: newId(), release: 'v3', phase: 'starting', error: null } as const;
  supervised = [{ service: 'risk', release: 'latest', replacement }];
  expect(await removable()).toEqual(['v1']);
  closeControl?.();
  expect(await removable()).toEqual([]);
  await openControl();
  expect((await call(manager, 'DELETE', '/releases/v1')).status).toBe(200);
});

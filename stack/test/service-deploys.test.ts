/**
 * Services of a running stack moved to other releases, the manager among them. One stack lives through all of
 * these, in this order.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOYABLE_SERVICES, type DeployableService, type ServiceDeploy } from '@platform/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlSocket } from '../src/control';
import { homeFromEnvironment } from '../src/home';
import { portsFromEnvironment } from '../src/ports';
import { makeRelease, releaseFolder } from '../src/release';
import { loadSecrets } from '../src/secrets';
import { stackStatus } from '../src/status';
import { alteredRelease } from './altered-release';
import { type TestStack, testStack } from './platform';

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
  await makeRelease(homeFromEnvironment(stack.environment), 'v2');
  const up = await stack.platform(['up', '--detach']);
  expect(up.stderr).toBe('');
});
afterAll(async () => await stack?.dispose());

const home = () => homeFromEnvironment(stack.environment);
const urlOf = (service: DeployableService) =>
  `http://127.0.0.1:${portsFromEnvironment(stack.environment)[service]}`;
const deploy = async (service: string, tag: string) =>
  await stack.platform(['deploy', 'service', service, '--release', tag]);

async function releaseOf(service: DeployableService): Promise<string> {
  const response = await fetch(`${urlOf(service)}/healthz`);
  return ((await response.json()) as { release: string }).release;
}

async function pids(): Promise<Record<string, number | null>> {
  const { processes } = await stackStatus(stack.environment);
  return Object.fromEntries(processes.map(({ name, pid }) => [name, pid]));
}

async function askManager<T>(method: string, path: string, body?: object) {
  const response = await fetch(`${urlOf('manager')}${path}`, {
    method,
    headers: {
      'x-operator-token': loadSecrets(home()).operatorTokens.manager,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as T & { code?: string; message?: string },
  };
}

/** The program that its process was started from. */
async function programOf(service: DeployableService): Promise<string | undefined> {
  const command = readFileSync(`/proc/${(await pids())[service]}/cmdline`, 'utf8').split('\0');
  return command.find((argument) => argument.endsWith(`/${service}.mjs`));
}

/** v2 with another program for one service. */
function altered(tag: string, service: DeployableService, program: string): void {
  alteredRelease(home(), { of: 'v2', tag, service, program: () => program });
}

test('a service deploy goes through a socket that only its owner can open', () => {
  const { mode, uid } = statSync(controlSocket(home()));
  expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o600, uid: process.getuid?.() });
  if (process.getuid?.() !== 0) return;
  const program = `require('node:http').get({ socketPath: ${JSON.stringify(controlSocket(home()))}, path: '/services' })
      .on('response', () => process.exit(0)).on('error', (error) => { console.log(error.code); process.exit(1); });`;
  const stranger = spawnSync(process.execPath, ['-e', program], { uid: 65534, gid: 65534, cwd: '/' });
  expect(stranger.stdout.toString()).toBe('EACCES\n');
});

test.each(DEPLOYABLE_SERVICES)(
  'a service deploy replaces %s alone, and it says which release it runs',
  async (service) => {
    expect(await releaseOf(service)).toBe('latest');
    const before = await pids();
    const { code, stdout, stderr } = await deploy(service, 'v2');
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/latest → v2/);
    expect(stdout).toMatch(/completed\n$/);
    expect(await releaseOf(service)).toBe('v2');
    expect(await (await fetch(`${urlOf(service)}/metrics`)).text()).toContain(
      'platform_release_info{release="v2"} 1',
    );
    const after = await pids();
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed).toEqual([service]);
    expect(await programOf(service)).toBe(join(releaseFolder(home(), 'v2'), `${service}.mjs`));
  },
);

test('a service deploy is on record, and the releases that it needs cannot be removed', async () => {
  const { body } = await askManager<{ items: ServiceDeploy[] }>('GET', '/deploys/service');
  expect(body.items.map(({ service, status, error }) => ({ service, status, error }))).toEqual(
    [...DEPLOYABLE_SERVICES].reverse().map((service) => ({ service, status: 'completed', error: null })),
  );
  expect(body.items[0]).toMatchObject({ from_image_tag: 'latest', target_image_tag: 'v2' });
  const removed = await askManager('DELETE', '/releases/v2');
  expect(removed).toMatchObject({ status: 409, body: { code: 'MANAGER_CONFLICT' } });
});

test('a service deploy that does not get ready brings the former release back and says why', async () => {
  altered('crashing', 'risk', 'console.error("no luck"); process.exit(3);\n');
  const { code, stdout } = await deploy('risk', 'crashing');
  expect(code).toBe(1);
  expect(stdout).toMatch(/failed .*ended with exit code 3.*The former release runs again/);
  expect(await releaseOf('risk')).toBe('v2');
  expect((await fetch(`${urlOf('risk')}/readyz`)).status).toBe(200);
});

test('a manager deploy that does not get ready is recorded by the former manager', async () => {
  altered('mute', 'manager', 'process.exit(4);\n');
  const { code, stdout } = await deploy('manager', 'mute');
  expect(code, stdout).toBe(1);
  expect(stdout).toMatch(/ended with exit code 4/);
  expect(await releaseOf('manager')).toBe('v2');
});

test('a service deploy is refused, with nothing changed, where it cannot be done', async () => {
  altered('tampered', 'risk', 'process.exit(0);\n');
  appendFileSync(join(releaseFolder(home(), 'tampered'), 'risk.mjs'), '// tampered\n');
  const before = await pids();
  const start = (service: string, tag: unknown) =>
    askManager('POST', '/deploys/service', { service, target_image_tag: tag });
  expect(await start('risk', 'tampered')).toMatchObject({
    status: 500,
    body: { code: 'MANAGER_DEPLOY_INITIATION_FAILED', message: expect.stringContaining('manifest') },
  });
  expect(await start('risk', 'unheard-of')).toMatchObject({
    status: 500,
    body: { code: 'MANAGER_DEPLOY_INITIATION_FAILED', message: expect.stringContaining('no release') },
  });
  expect(await start('risk', 'v2')).toMatchObject({ status: 409, body: { code: 'MANAGER_CONFLICT' } });
  expect(await start('risk', '!')).toMatchObject({
    status: 400,
    body: { code: 'MANAGER_INVALID_IMAGE_TAG' },
  });
  expect(await start('bot', 'v2')).toMatchObject({
    status: 400,
    body: { code: 'MANAGER_INVALID_REQUEST' },
  });
  expect((await deploy('console', 'v2')).stderr).toMatch(/a service is one of data, risk, manager, executor/);
  expect(await pids()).toEqual(before);
});

test('a service deploy outlasts a restart of the platform', async () => {
  expect((await stack.platform(['down'])).code).toBe(0);
  expect((await stack.platform(['up', '--detach'])).code).toBe(0);
  expect(await Promise.all(DEPLOYABLE_SERVICES.map(releaseOf))).toEqual(['v2', 'v2', 'v2', 'v2']);
  for (const service of DEPLOYABLE_SERVICES) {
    expect(await programOf(service)).toBe(join(releaseFolder(home(), 'v2'), `${service}.mjs`));
  }
  expect((await deploy('executor', 'latest')).code).toBe(0);
  expect(await releaseOf('executor')).toBe('latest');
});

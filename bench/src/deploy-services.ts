/**
 * Every service of a stack moved to another release: time from the request to the end, and how long no
 * instance answers.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DEPLOYABLE_SERVICES, type DeployableService, type ServiceDeploy } from '@platform/contracts';
import {
  answers,
  freePortOffset,
  homeFromEnvironment,
  makeRelease,
  REPOSITORY,
  shellEnvironment,
  stackStatus,
} from '@platform/stack';
import type { BenchResult } from './benchmark';

const run = promisify(execFile);
const DEPLOY_AIM_S = 15;
const ABSENCE_AIM_S = 5;
const POLL_MS = 20;
const DEADLINE_MS = 300_000;

export async function measureServices(progress: (line: string) => void): Promise<BenchResult[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'platform-bench-deploy-'));
  // Lets the account that runs PostgreSQL pass through.
  await chmod(scratch, 0o711);
  const environment = {
    ...process.env,
    PLATFORM_HOME: join(scratch, 'home'),
    PLATFORM_PORT_OFFSET: String(await freePortOffset()),
    DEMO_STEPS: 'none',
    SKIP_CONSOLE: '1',
    SKIP_WATCHING: '1',
  };
  const platform = async (...args: string[]) =>
    await run(join(REPOSITORY, 'platform'), args, { env: environment });
  let fault: unknown;
  try {
    await makeRelease(homeFromEnvironment(environment), 'v2');
    progress('a stack starts');
    await platform('up', '--detach');
    const results: BenchResult[] = [];
    for (const service of DEPLOYABLE_SERVICES) {
      progress(`deploy of ${service}`);
      results.push(...(await measureOne(service, environment)));
    }
    return results;
  } catch (error) {
    fault = error;
    throw error;
  } finally {
    // What went wrong before is the reason, whatever comes of this.
    await platform('down').catch((error: unknown) => {
      if (fault === undefined) throw error;
    });
    await rm(scratch, { recursive: true, force: true });
  }
}

async function measureOne(
  service: DeployableService,
  environment: NodeJS.ProcessEnv,
): Promise<BenchResult[]> {
  const shell = shellEnvironment(environment);
  const manager = shell['PLATFORM_MANAGER_URL']!;
  const { ports } = await stackStatus(environment);
  const readyUrl = `http://127.0.0.1:${ports![service]}/readyz`;
  const startedMs = performance.now();
  const response = await fetch(`${manager}/deploys/service`, {
    method: 'POST',
    headers: {
      'x-operator-token': shell['PLATFORM_MANAGER_OPERATOR_TOKEN']!,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ service, target_image_tag: 'v2' }),
  });
  if (!response.ok) throw new Error(`the deploy of ${service} was refused: ${await response.text()}`);
  const { deploy_id: id } = (await response.json()) as ServiceDeploy;
  let [lastReadyMs, absentMs] = [performance.now(), 0];
  for (;;) {
    const isReady = await answers(readyUrl);
    const nowMs = performance.now();
    if (isReady) {
      absentMs = Math.max(absentMs, nowMs - lastReadyMs);
      lastReadyMs = nowMs;
    }
    const deploy = isReady ? await statusOf(manager, id) : undefined;
    if (deploy?.status === 'completed') break;
    if (deploy?.status === 'failed' || deploy?.status === 'aborted')
      throw new Error(`the deploy of ${service} ${deploy.status}: ${deploy.error}`);
    if (nowMs - startedMs > DEADLINE_MS) throw new Error(`the deploy of ${service} does not end`);
    await sleep(POLL_MS);
  }
  const [total, absence] = [(performance.now() - startedMs) / 1000, absentMs / 1000];
  return [
    {
      name: `${service}: request to end`,
      value: total,
      unit: 's',
      aim: `<= ${DEPLOY_AIM_S} s`,
      met: total <= DEPLOY_AIM_S,
    },
    {
      name: `${service}: not ready`,
      value: absence,
      unit: 's',
      ...(service === 'executor' && { aim: `<= ${ABSENCE_AIM_S} s`, met: absence <= ABSENCE_AIM_S }),
    },
  ];
}

async function statusOf(manager: string, id: string): Promise<ServiceDeploy | undefined> {
  try {
    const response = await fetch(`${manager}/deploys/service/${id}/status`);
    return response.ok ? ((await response.json()) as ServiceDeploy) : undefined;
  } catch {
    return undefined;
  }
}

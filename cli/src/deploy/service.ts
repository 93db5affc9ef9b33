/**
 * A deploy of a service as a terminal shows it. The manager may be what is replaced: while it is away,
 * nothing is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagerClient } from '@platform/api-client';
import { DEPLOYABLE_SERVICES, type DeployableService, type ServiceDeploy } from '@platform/contracts';
import { OperatorFault } from '@platform/stack';
import { connect, reached } from '../manager/client';
import { printLine } from '../operator-action';

export interface ServiceDeployFlags {
  readonly release?: string;
  readonly url?: string;
}

const POLL_MS = 250;
/** Longer than a manager takes to drain, not to get ready and to come back. */
const AWAY_MS = 180_000;

const fault = (reason: string) => new OperatorFault(reason);

export async function deployService(name: string, flags: ServiceDeployFlags): Promise<number> {
  const client = connect(flags.url);
  const service = parseService(name);
  const body = { service, target_image_tag: flags.release ?? (await newestRelease(client)) };
  const { data, error } = await reached(client.POST('/deploys/service', { body }), fault);
  if (data === undefined) throw fault(`${error.code}: ${error.message}`);
  printLine(`${service}: ${data.from_image_tag} → ${data.target_image_tag} (deploy ${data.deploy_id})`);
  return watch(client, data.deploy_id);
}

/** Prints every change. The deploy goes on when watching stops. */
async function watch(client: ManagerClient, deployId: string): Promise<number> {
  let shown = '';
  let seenMs = performance.now();
  for (;;) {
    const deploy = await statusOf(client, deployId);
    const nowMs = performance.now();
    if (deploy !== undefined) seenMs = nowMs;
    if (nowMs - seenMs > AWAY_MS) throw fault('the manager does not come back: see ./platform status');
    const line = deploy === undefined ? 'the manager is away' : lineOf(deploy);
    if (line !== shown) printLine(line);
    shown = line;
    if (deploy?.status === 'completed') return 0;
    if (deploy !== undefined && deploy.finished_at !== null) return 1;
    await sleep(POLL_MS);
  }
}

/** Undefined while the manager does not answer, or not yet as it should. */
async function statusOf(client: ManagerClient, deployId: string): Promise<ServiceDeploy | undefined> {
  try {
    const params = { path: { deploy_id: deployId } };
    const { data } = await reached(client.GET('/deploys/service/{deploy_id}/status', { params }), fault);
    return data;
  } catch (error) {
    if (error instanceof OperatorFault) return undefined;
    throw error;
  }
}

function lineOf({ status, error, waiting_for: waitingFor }: ServiceDeploy): string {
  const note = error ?? waitingFor;
  return note === null ? status : `${status.padEnd(10)} ${note}`;
}

async function newestRelease(client: ManagerClient): Promise<string> {
  const { data, error } = await reached(client.GET('/releases'), fault);
  if (data === undefined) throw fault(`${error.code}: ${error.message}`);
  const [newest] = data.items;
  if (newest === undefined) throw fault('no release has been built yet: ./platform release build TAG');
  return newest.tag;
}

function parseService(name: string): DeployableService {
  const service = DEPLOYABLE_SERVICES.find((one) => one === name);
  if (service === undefined) throw fault(`a service is one of ${DEPLOYABLE_SERVICES.join(', ')}`);
  return service;
}

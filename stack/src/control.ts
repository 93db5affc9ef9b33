/**
 * The control socket: how the manager asks for a service to be replaced, itself included, and the command
 * line for the launcher. It lies in a directory that only its owner can enter and only its owner may open it;
 * both are looked at before the first request is served.
 */
import { chmodSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  DEPLOYABLE_SERVICES,
  type DeployableService,
  OWN_BUILD_TAG,
  releaseTagFault,
  type SupervisedService,
  socketFault,
} from '@platform/contracts';
import { isUuid } from '@platform/core';
import { OperatorFault } from './fault';
import type { Home } from './home';

const MAX_BODY_BYTES = 4096;

export interface Controlled {
  list(): readonly SupervisedService[];
  /** Throws OperatorFault where the release cannot run as the service. */
  check(service: DeployableService, tag: string): void;
  /**
   * Begins and returns; throws OperatorFault where it cannot. Unless it may drain, it waits for that once the
   * new process is loaded, to be asked for again by the same deploy.
   */
  replace(service: DeployableService, tag: string, deployId: string, mayDrain: boolean): void;
}

/** Of the launcher that answers. */
export interface LauncherState {
  readonly pid: number;
  readonly is_handing_over: boolean;
  /** Why the last one failed. */
  readonly error: string | null;
}

export interface HandingOver {
  state(): LauncherState;
  /** Begins and returns; throws OperatorFault where it cannot. */
  begin(): void;
}

export function controlSocket(home: Home): string {
  return join(home.run, 'control.sock');
}

/** Resolves once requests are served; the function closes the socket. */
export async function serveControl(
  home: Home,
  controlled: Controlled,
  handOver?: HandingOver,
): Promise<() => void> {
  const path = controlSocket(home);
  // Left by a killed launcher; this one holds the lock.
  rmSync(path, { force: true });
  const server = createServer((request, response) => {
    answer(controlled, handOver, request).then(
      ([status, body]) => send(response, status, body),
      (error: Error) =>
        send(response, error instanceof OperatorFault ? 409 : 500, { message: error.message }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    // Also later: a connection that could not be accepted costs the one that asked, not the launcher.
    server.on('error', reject);
    server.listen(path, resolve);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
    rmSync(path, { force: true });
  };
  chmodSync(path, 0o600);
  const found = statSync(path);
  const fault = socketFault(
    { uid: found.uid, mode: found.mode, isSocket: found.isSocket() },
    process.getuid!(),
  );
  const isOpen = (statSync(home.run).mode & 0o077) !== 0;
  if (fault !== null || isOpen) {
    close();
    throw new OperatorFault(`${path} is not safe: ${fault ?? `others may enter ${home.run}`}.`);
  }
  return close;
}

const ROUTE = /^\/services\/([a-z]+)\/(replacement|releases\/([^/]+))$/;

async function answer(
  controlled: Controlled,
  handOver: HandingOver | undefined,
  request: IncomingMessage,
): Promise<[number, unknown]> {
  const { method, url = '' } = request;
  if (url === '/launcher') {
    if (handOver === undefined) {
      throw new OperatorFault('The launcher runs in a terminal: only one in the background can hand over.');
    }
    if (method === 'POST') handOver.begin();
    return [method === 'POST' ? 202 : 200, handOver.state()];
  }
  if (method === 'GET' && url === '/services') return [200, controlled.list()];
  const [, service, what, tag = ''] = ROUTE.exec(url) ?? [];
  if (!isDeployable(service)) return [404, { message: 'there is no such service' }];
  if (method === 'GET' && what !== 'replacement') {
    controlled.check(service, requireTag(decodeURIComponent(tag)));
    return [200, {}];
  }
  if (method !== 'POST' || what !== 'replacement') return [404, { message: 'there is nothing like that' }];
  const { deploy_id: deployId, release, may_drain: mayDrain } = await readBody(request);
  if (typeof deployId !== 'string' || !isUuid(deployId))
    return [400, { message: 'deploy_id must be a UUID' }];
  controlled.replace(service, requireTag(release), deployId, mayDrain !== false);
  return [202, {}];
}

function isDeployable(service: string | undefined): service is DeployableService {
  return (DEPLOYABLE_SERVICES as readonly (string | undefined)[]).includes(service);
}

function requireTag(tag: unknown): string {
  const fault = typeof tag === 'string' && tag !== OWN_BUILD_TAG ? releaseTagFault(tag) : null;
  if (typeof tag !== 'string' || fault !== null) throw new OperatorFault(fault ?? 'release must be a tag');
  return tag;
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_BODY_BYTES) throw new OperatorFault('the body is too long');
  }
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {
    // Not JSON: refused below.
  }
  throw new OperatorFault('the body must be a JSON object');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

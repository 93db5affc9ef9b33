import { bundlePath } from '../build';
import type { ProcessSpec } from '../process/spec';
import type { TokenHolder } from '../secrets';
import type { StackContext } from './context';
import { readyUrl } from './ready-url';
import { serviceEnvironment } from './service-environment';

/** A small young generation: an idle service then stays some 20 MiB smaller. */
const NODE_OPTIONS = ['--enable-source-maps', '--max-semi-space-size=4'];

/** A drain may take 30 s; the rest is for leaving. */
const DRAIN_MS = 35_000;

export function serviceProcess(service: TokenHolder, context: StackContext): ProcessSpec {
  return {
    name: service,
    command: process.execPath,
    args: [...NODE_OPTIONS, bundlePath(service)],
    env: serviceEnvironment(service, context),
    ports: [context.ports[service]],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: DRAIN_MS,
    readyUrl: readyUrl(service, context),
  };
}

import { NODE_OPTIONS } from '@platform/contracts';
import { bundlePath } from '../build';
import type { ProcessSpec } from '../process/spec';
import type { TokenHolder } from '../secrets';
import type { StackContext } from './context';
import { readyUrl } from './ready-url';
import { serviceEnvironment } from './service-environment';

/** A drain may take 30 s; the rest is for leaving. */
const DRAIN_MS = 35_000;

export function serviceProcess(service: TokenHolder, context: StackContext): ProcessSpec {
  return {
    name: service,
    command: process.execPath,
    args: [...NODE_OPTIONS[service], bundlePath(service)],
    env: serviceEnvironment(service, context),
    ports: [context.ports[service]],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: DRAIN_MS,
    readyUrl: readyUrl(service, context),
  };
}

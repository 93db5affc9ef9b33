import { NODE_OPTIONS } from '@platform/service-kit/node-options';
import type { ProcessSpec } from '../process/spec';
import type { TokenHolder } from '../secrets';
import type { StackContext } from './context';
import { readyUrl } from './ready-url';
import { serviceEnvironment } from './service-environment';

/** A drain may take 30 s; the rest is for leaving. */
const DRAIN_MS = 35_000;

/** `program` is the service's bundle in that release. */
export function serviceProcess(
  service: TokenHolder,
  context: StackContext,
  release: string,
  program: string,
): ProcessSpec {
  return {
    name: service,
    command: process.execPath,
    args: [...NODE_OPTIONS[service], program],
    env: { ...serviceEnvironment(service, context), PLATFORM_RELEASE: release },
    ports: [context.ports[service]],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: DRAIN_MS,
    readyUrl: readyUrl(service, context),
  };
}

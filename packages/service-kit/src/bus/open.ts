import { readFileSync } from 'node:fs';
import { bootDegradedCode, type ServiceName, startupFailedCode } from '@platform/contracts';
import type { Health } from '../health/health';
import type { ServiceSettings } from '../lifecycle/definition';
import type { Lifecycle } from '../lifecycle/lifecycle';
import { StartupError } from '../lifecycle/startup-error';
import type { ErrorLog } from '../log/error-log';
import { Bus } from './bus';

const STARTUP_TIMEOUT_MS = 5_000;

export interface BusContext {
  readonly service: ServiceName;
  readonly settings: ServiceSettings;
  readonly errors: ErrorLog;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
}

/**
 * Without the bus a service starts all the same, not ready, and goes on trying. Wrong credentials on disk are
 * a fault.
 */
export async function openBus({ service, settings, errors, health, lifecycle }: BusContext): Promise<Bus> {
  const bus = new Bus({
    servers: settings.busServers,
    user: service,
    creds: readCreds(service, settings.busCredsFile),
    onDown: (error) => errors.report('SHARED_BUS_UNAVAILABLE', { err: error }),
    guard: (part, work) => errors.guard(part, work),
  });
  health.addReadiness('bus', () => (bus.isReady() ? null : 'NATS is away or its stream is missing'));
  lifecycle.onShutdown('bus', () => bus.close());
  bus.start();
  if (!(await bus.whenReady(STARTUP_TIMEOUT_MS))) {
    errors.report(bootDegradedCode(service), { message: 'started without NATS', step: 'bus' });
  }
  return bus;
}

function readCreds(service: ServiceName, file: string | undefined): Uint8Array | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartupError(startupFailedCode(service), 'the NATS creds file cannot be read', [], {
      cause: error,
    });
  }
}

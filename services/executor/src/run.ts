/** The composition root of the executor. */
import { metricsByService, routesByService } from '@platform/contracts';
import { dumpConfig, renderOpenapi, type ServiceHandle, startService } from '@platform/service-kit';
import type { ExecutorConfig } from './config';
import { VERSION } from './version';

export async function run(config: ExecutorConfig): Promise<ServiceHandle> {
  return startService({
    service: 'executor',
    version: VERSION,
    settings: {
      bind: config.PLATFORM_EXECUTOR_BIND_ADDR,
      logLevel: config.PLATFORM_EXECUTOR_LOG_LEVEL,
      databaseUrl: config.PLATFORM_EXECUTOR_DATABASE_URL,
      busServers: config.PLATFORM_BUS_NATS_URL,
      busCredsFile: config.PLATFORM_BUS_NATS_CREDS,
      tokens: {
        operator: config.PLATFORM_EXECUTOR_OPERATOR_TOKEN,
        breakGlass: config.PLATFORM_EXECUTOR_BREAK_GLASS_TOKEN,
      },
    },
    configDump: dumpConfig('executor', config),
    routes: routesByService.executor,
    metrics: metricsByService.executor,
    compose: () => ({}),
  });
}

export function openapi(): Promise<string> {
  return renderOpenapi('executor', VERSION, routesByService.executor);
}

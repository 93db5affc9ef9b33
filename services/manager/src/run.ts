/** The composition root of the manager. */
import { metricsByService, routesByService } from '@platform/contracts';
import { dumpConfig, renderOpenapi, type ServiceHandle, startService } from '@platform/service-kit';
import type { ManagerConfig } from './config';
import { countRequests } from './http/request-metrics';
import { VERSION } from './version';

export async function run(config: ManagerConfig): Promise<ServiceHandle> {
  return startService({
    service: 'manager',
    version: VERSION,
    settings: {
      bind: config.PLATFORM_MANAGER__BIND_ADDR,
      logLevel: config.PLATFORM_MANAGER_LOG_LEVEL,
      databaseUrl: config.PLATFORM_MANAGER__DATABASE_URL,
      busServers: config.PLATFORM_BUS_NATS_URL,
      busCredsFile: config.PLATFORM_BUS_NATS_CREDS,
      tokens: { operator: config.PLATFORM_MANAGER_OPERATOR_TOKEN },
    },
    configDump: dumpConfig('manager', config),
    routes: routesByService.manager,
    metrics: metricsByService.manager,
    compose: ({ app, metrics }) => {
      countRequests(app, metrics);
      return {};
    },
  });
}

export function openapi(): Promise<string> {
  return renderOpenapi('manager', VERSION, routesByService.manager);
}

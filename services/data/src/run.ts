/** The composition root of the data service. */
import { metricsByService, routesByService } from '@platform/contracts';
import { dumpConfig, renderOpenapi, type ServiceHandle, startService } from '@platform/service-kit';
import type { DataConfig } from './config';
import { VERSION } from './version';

export async function run(config: DataConfig): Promise<ServiceHandle> {
  return startService({
    service: 'data',
    version: VERSION,
    settings: {
      bind: config.PLATFORM_DATA_BIND_ADDR,
      logLevel: config.PLATFORM_DATA_LOG_LEVEL,
      databaseUrl: config.DATABASE_URL,
      busServers: config.PLATFORM_BUS_NATS_URL,
      busCredsFile: config.PLATFORM_BUS_NATS_CREDS,
      tokens: { operator: config.PLATFORM_DATA_OPERATOR_TOKEN },
    },
    configDump: dumpConfig('data', config),
    routes: routesByService.data,
    metrics: metricsByService.data,
    compose: ({ database, health }) => {
      health.addFatal('DATA_DB_PROBE_FAILED', () =>
        database.watch.isFresh() ? null : 'PostgreSQL does not answer',
      );
      return {};
    },
  });
}

export function openapi(): Promise<string> {
  return renderOpenapi('data', VERSION, routesByService.data);
}

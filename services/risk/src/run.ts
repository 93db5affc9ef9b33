/** The composition root of the risk service. */
import { metricsByService, routesByService } from '@platform/contracts';
import {
  dumpConfig,
  HaltLatch,
  renderOpenapi,
  type ServiceHandle,
  startService,
} from '@platform/service-kit';
import type { RiskConfig } from './config';
import { VERSION } from './version';

export async function run(config: RiskConfig): Promise<ServiceHandle> {
  return startService({
    service: 'risk',
    version: VERSION,
    settings: {
      bind: config.PLATFORM_RISK_BIND_ADDR,
      logLevel: config.PLATFORM_RISK_LOG_LEVEL,
      databaseUrl: config.PLATFORM_RISK_DATABASE_URL,
      busServers: config.PLATFORM_BUS_NATS_URL,
      busCredsFile: config.PLATFORM_BUS_NATS_CREDS,
      tokens: { operator: config.PLATFORM_RISK_OPERATOR_TOKEN },
    },
    configDump: dumpConfig('risk', config),
    routes: routesByService.risk,
    metrics: metricsByService.risk,
    compose: ({ database, health, lifecycle, metrics }) => {
      const latch = new HaltLatch(database, (halted) => metrics.haltLatch.set(halted ? 1 : 0));
      lifecycle.onShutdown('halt latch', () => latch.close());
      latch.start();
      health.addDetail('halted', () => latch.isHalted());
      return {};
    },
  });
}

export function openapi(): Promise<string> {
  return renderOpenapi('risk', VERSION, routesByService.risk);
}

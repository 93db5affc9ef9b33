/** The composition root of the manager. */
import { metricsByService, routesByService } from '@platform/contracts';
import {
  dumpConfig,
  renderOpenapi,
  type ServiceHandle,
  type ServiceKit,
  startService,
} from '@platform/service-kit';
import type { ManagerConfig } from './config';
import { botHandlers } from './http/bot-handlers';
import { Cursors } from './http/cursors';
import { normaliseRequests } from './http/request';
import { countRequests } from './http/request-metrics';
import { BotConfigStore } from './store/bot-configs';
import { VERSION } from './version';

type Kit = ServiceKit<typeof metricsByService.manager>;

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
    compose: (kit) => compose(config, kit),
  });
}

function compose(config: ManagerConfig, { app, database, metrics }: Kit) {
  countRequests(app, metrics);
  normaliseRequests(app);
  const cursors = new Cursors(config.PLATFORM_MANAGER_OPERATOR_TOKEN);
  const bots = new BotConfigStore(database.kysely);
  return botHandlers({ bots, database, cursors, wake: () => undefined });
}

export function openapi(): Promise<string> {
  return renderOpenapi('manager', VERSION, routesByService.manager);
}

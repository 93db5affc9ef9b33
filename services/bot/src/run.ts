/** The composition root of the bot. */
import {
  botMetrics,
  botRoutes,
  commonRoutes,
  MANUAL_STRATEGY,
  manualBotRoutes,
  routesByService,
} from '@platform/contracts';
import {
  dumpConfig,
  renderOpenapi,
  type ServiceHandle,
  type ServiceKit,
  startService,
} from '@platform/service-kit';
import { composeBot } from './compose';
import type { BotConfig } from './config';
import { VERSION } from './version';

export async function run(config: BotConfig): Promise<ServiceHandle> {
  return startService({
    service: 'bot',
    version: VERSION,
    settings: {
      bind: config.PLATFORM_BOT_BIND_ADDR,
      logLevel: config.PLATFORM_BOT_LOG_LEVEL,
      databaseUrl: config.PLATFORM_BOT_DATABASE_URL,
      busServers: config.PLATFORM_BUS_NATS_URL,
      busCredsFile: config.PLATFORM_BUS_NATS_CREDS,
      tokens: { operator: undefined },
    },
    configDump: dumpConfig('bot', config),
    routes: mountedRoutes(config),
    metrics: botMetrics,
    compose: (kit: ServiceKit<typeof botMetrics>) => composeBot(config, kit),
  });
}

const everyRoute = { ...commonRoutes, ...botRoutes, ...manualBotRoutes };

/** Unless the strategy is manual, its route does not exist; the handler without a route is never asked for. */
function mountedRoutes(config: BotConfig): typeof everyRoute {
  if (config.PLATFORM_BOT_STRATEGY === MANUAL_STRATEGY) return everyRoute;
  return { ...commonRoutes, ...botRoutes } as typeof everyRoute;
}

export function openapi(): Promise<string> {
  return renderOpenapi('bot', VERSION, routesByService.bot);
}

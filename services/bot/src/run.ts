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
  clientConfig,
  dumpConfig,
  renderOpenapi,
  type ServiceHandle,
  type ServiceKit,
  startService,
} from '@platform/service-kit';
import pg from 'pg';
import { composeBot } from './compose';
import type { BotConfig } from './config';
import { readConfiguredBot } from './store/bot-records';
import { VERSION } from './version';

export async function run(config: BotConfig): Promise<ServiceHandle> {
  const strategy = config.PLATFORM_BOT_STRATEGY ?? (await storedStrategy(config));
  return startService({
    service: 'bot',
    version: VERSION,
    settings: {
      bind: config.PLATFORM_BOT_BIND_ADDR,
      logLevel: config.PLATFORM_BOT_LOG_LEVEL,
      databaseUrl: config.PLATFORM_BOT_DATABASE_URL,
      busServers: config.PLATFORM_BUS_NATS_URL,
      busCredsFile: config.PLATFORM_BUS_NATS_CREDS,
      release: config.PLATFORM_RELEASE,
      tokens: { operator: config.PLATFORM_BOT_OPERATOR_TOKEN },
    },
    configDump: dumpConfig('bot', config),
    routes: mountedRoutes(strategy),
    metrics: botMetrics,
    compose: (kit: ServiceKit<typeof botMetrics>) => composeBot(config, kit, strategy),
  });
}

const everyRoute = { ...commonRoutes, ...botRoutes, ...manualBotRoutes };

/**
 * Unless the strategy is manual, its route does not exist; the handler without a route is never asked for.
 */
function mountedRoutes(strategy: string | undefined): typeof everyRoute {
  if (strategy === MANUAL_STRATEGY) return everyRoute;
  return { ...commonRoutes, ...botRoutes } as typeof everyRoute;
}

/**
 * Routes are decided before the service has its database. One that does not answer here is reported when the
 * service opens it.
 */
async function storedStrategy(config: BotConfig): Promise<string | undefined> {
  const client = new pg.Client(clientConfig(config.PLATFORM_BOT_DATABASE_URL, 'bot'));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await readConfiguredBot(client, config.PLATFORM_BOT_ID))?.strategy;
  } catch {
    return undefined;
  } finally {
    void client.end().catch(() => undefined);
  }
}

export function openapi(): Promise<string> {
  return renderOpenapi('bot', VERSION, routesByService.bot);
}

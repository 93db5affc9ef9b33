/** The composition root of the bot. */
import { botMetrics, botRoutes, commonRoutes, manualBotRoutes, routesByService } from '@platform/contracts';
import { dumpConfig, renderOpenapi, type ServiceHandle, startService } from '@platform/service-kit';
import { type BotConfig, MANUAL_STRATEGY } from './config';
import { strategyHandlers } from './http/handlers';
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
    routes: {
      ...commonRoutes,
      ...botRoutes,
      ...(config.PLATFORM_BOT_STRATEGY === MANUAL_STRATEGY ? manualBotRoutes : {}),
    },
    metrics: botMetrics,
    compose: ({ metrics }) => {
      // Composition begins only after the role probe: whoever gets here has passed it.
      metrics.roleProbePassed.set(1);
      return strategyHandlers;
    },
  });
}

export function openapi(): Promise<string> {
  return renderOpenapi('bot', VERSION, routesByService.bot);
}

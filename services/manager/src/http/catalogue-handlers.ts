/**
 * What the console needs to know before anything runs: strategies with their forms and the defaults of a bot.
 */
import type { managerRoutes } from '@platform/contracts';
import type { Handlers } from '@platform/service-kit';
import { overlays, strategies } from '@platform/strategies';
import type { StrategyDesk } from '../app/strategy-desk';
import { BOT_DEFAULTS } from '../domain/bot-settings';
import { type DefaultNeeds, NO_NEEDS } from '../domain/strategy-questions';
import { paramsAsked } from './request';

export function catalogueHandlers(desk: StrategyDesk) {
  // A strategy stays what it is, and every page of the console asks for the list: none is asked twice.
  const needs = new Map<string, Promise<DefaultNeeds>>();
  const needsOf = (name: string): Promise<DefaultNeeds> => {
    const asked = needs.get(name) ?? desk.ask(name, 'defaultNeeds', name).catch(() => NO_NEEDS);
    needs.set(name, asked);
    return asked;
  };
  return {
    strategies: async () => ({
      items: await Promise.all(
        strategies.map(async (strategy) => ({
          name: strategy.name,
          title: strategy.title,
          summary: strategy.summary,
          status: strategy.status,
          validatedTimeframes: [...strategy.validatedTimeframes],
          timeframes: [...strategy.timeframes],
          schema: { ...strategy.schema },
          ...(await needsOf(strategy.name)),
        })),
      ),
    }),
    warmupNeed: async ({ query }) => {
      const { warmupBars } = await paramsAsked(desk, query);
      return { warmupBars };
    },
    overlays: () => ({
      items: overlays.map(({ name, title, summary, schema, datasets }) => ({
        name,
        title,
        summary,
        schema: { ...schema },
        datasets: [...datasets],
      })),
    }),
    botDefaults: () => ({
      imageTag: BOT_DEFAULTS.image_tag,
      autoDeploy: BOT_DEFAULTS.auto_deploy,
      network: BOT_DEFAULTS.network,
      allocation: { ...BOT_DEFAULTS.allocation },
      sizing: { ...BOT_DEFAULTS.sizing },
      leverage: BOT_DEFAULTS.leverage,
      warmupMode: BOT_DEFAULTS.warmup_mode,
      candleSource: BOT_DEFAULTS.candle_source,
      overlays: [...BOT_DEFAULTS.overlays],
    }),
  } satisfies Handlers<typeof managerRoutes>;
}

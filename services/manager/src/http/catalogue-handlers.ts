/**
 * What the console needs to know before anything runs: strategies with their forms and the defaults of a bot.
 */
import type { managerRoutes } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { Handlers } from '@platform/service-kit';
import { overlays, type StrategyDefinition, strategies } from '@platform/strategies';
import { BOT_DEFAULTS } from '../domain/bot-settings';
import { strategyAsked } from './request';

export function catalogueHandlers() {
  return {
    strategies: () => ({
      items: strategies.map((strategy) => ({
        name: strategy.name,
        title: strategy.title,
        summary: strategy.summary,
        status: strategy.status,
        validatedTimeframes: [...strategy.validatedTimeframes],
        timeframes: [...strategy.timeframes],
        schema: { ...strategy.schema },
        ...defaultNeeds(strategy),
      })),
    }),
    warmupNeed: ({ query }) => {
      const { strategy, params } = strategyAsked(query);
      return { warmupBars: strategy.warmupBars(params, query.timeframe as Timeframe) };
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

/** What a strategy needs before its first decision, with its default parameters. */
function defaultNeeds(strategy: StrategyDefinition) {
  const defaults = strategy.parse({});
  const [timeframe] = strategy.timeframes;
  if (!defaults.ok || timeframe === undefined) return { warmupBars: {}, datasets: [] };
  const warmups = strategy.timeframes.map(
    (each) => [each, strategy.warmupBars(defaults.value, each)] as const,
  );
  const kinds = strategy.datasets(defaults.value, timeframe).map(({ kind }) => kind);
  return { warmupBars: Object.fromEntries(warmups), datasets: [...new Set<string>(kinds)] };
}

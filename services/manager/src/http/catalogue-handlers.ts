/** What the console needs to know before anything runs: strategies with their forms, the defaults of a bot, deploys of services. */
import type { managerRoutes, RouteSpec } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import { failure, type Handlers, type RequestOf } from '@platform/service-kit';
import { overlays, type StrategyDefinition, strategies } from '@platform/strategies';
import { BOT_DEFAULTS, invalidImageTag, isImageTag } from '../domain/bot-settings';
import { notFound, strategyAsked, toFailure } from './request';

export function catalogueHandlers() {
  /** Deploys of services come with a later version; a bad tag is told apart already. */
  const notYet = ({
    body,
    raw,
  }: Pick<RequestOf<RouteSpec>, 'raw'> & { body: { target_image_tag?: unknown } | null }) => {
    if (!isImageTag(body?.target_image_tag)) throw toFailure(invalidImageTag('target_image_tag'));
    throw failure('SHARED_NOT_IMPLEMENTED', `${raw.method} ${raw.routeOptions.url} is not implemented yet`);
  };
  return {
    strategies: () => ({
      items: strategies.map((strategy) => ({
        ...{ name: strategy.name, title: strategy.title, summary: strategy.summary, status: strategy.status },
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
        ...{ name, title, summary },
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
    startServiceDeploy: notYet,
    serviceDeployHistory: () => ({ items: [], next_cursor: null }),
    serviceDeployStatus: () => {
      throw notFound('deploy', 'deploy_id');
    },
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

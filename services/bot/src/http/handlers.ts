import type { botRoutes } from '@platform/contracts';
import { failure, type Handlers } from '@platform/service-kit';
import { findStrategy, strategies } from '@platform/strategies';

/** The strategy registry as it is compiled into this bot. */
export const strategyHandlers: Handlers<typeof botRoutes> = {
  strategies: () => ({ strategies: strategies.map((strategy) => strategy.name) }),
  strategySchema: ({ params }) => {
    const strategy = findStrategy(params.name);
    if (strategy === undefined) {
      throw failure('BOT_STRATEGY_NOT_FOUND', `there is no strategy called ${params.name}`, 'name');
    }
    return strategy.schema;
  },
};

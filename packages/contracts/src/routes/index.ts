/** Every HTTP endpoint, by service. */
import { botRoutes, manualBotRoutes } from './bot';
import { commonRoutes } from './common';
import { dataRoutes } from './data';
import { executorRoutes } from './executor';
import { managerRoutes } from './manager';
import { riskRoutes } from './risk';

export const routesByService = {
  data: { ...commonRoutes, ...dataRoutes },
  risk: { ...commonRoutes, ...riskRoutes },
  manager: { ...commonRoutes, ...managerRoutes },
  bot: { ...commonRoutes, ...botRoutes, ...manualBotRoutes },
  executor: { ...commonRoutes, ...executorRoutes },
} as const;

export * from './define';
export { bffRoutes, controlPlaneRoutes, deployRoutes, readRoutes } from './manager';
export { ROUTE_TAGS } from './tags';
export { botRoutes, commonRoutes, dataRoutes, executorRoutes, managerRoutes, manualBotRoutes, riskRoutes };

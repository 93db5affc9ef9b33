/** The manager's routes: each file is answered by the handlers of the same name. */
import { acceptCommandRoutes } from './accept';
import { alertReadRoutes } from './alert';
import { botCommandRoutes, botControlRoutes } from './bot';
import { busTokenCommandRoutes } from './bus-token';
import { catalogueReadRoutes } from './catalogue';
import { consoleReadRoutes } from './console';
import { dataCommandRoutes, dataReadRoutes } from './data';
import { botDeployControlRoutes, botDeployRoutes } from './deploy';
import { experimentCommandRoutes, experimentReadRoutes } from './experiment';
import { liveCommandRoutes } from './live';
import { logReadRoutes } from './log';
import { metricsReadRoutes } from './metrics';
import { projectionReadRoutes } from './projection';
import { pushReadRoutes } from './push';
import { researchReadRoutes } from './research';
import { riskCommandRoutes } from './risk';
import { runCommandRoutes, runReadRoutes } from './run';
import { serviceDeployRoutes } from './service-deploy';
import { stackReadRoutes } from './stack';

/** Bot lifecycle, in snake_case. */
export const controlPlaneRoutes = { ...botControlRoutes, ...botDeployControlRoutes } as const;
export const deployRoutes = { ...botDeployRoutes, ...serviceDeployRoutes } as const;

/** What the console does, and what it reads, in camelCase. */
export const bffRoutes = {
  ...runCommandRoutes,
  ...riskCommandRoutes,
  ...acceptCommandRoutes,
  ...botCommandRoutes,
  ...busTokenCommandRoutes,
  ...liveCommandRoutes,
  ...dataCommandRoutes,
  ...experimentCommandRoutes,
} as const;
export const readRoutes = {
  ...alertReadRoutes,
  ...pushReadRoutes,
  ...metricsReadRoutes,
  ...runReadRoutes,
  ...consoleReadRoutes,
  ...stackReadRoutes,
  ...dataReadRoutes,
  ...experimentReadRoutes,
  ...logReadRoutes,
  ...projectionReadRoutes,
  ...catalogueReadRoutes,
  ...researchReadRoutes,
} as const;

export const managerRoutes = { ...controlPlaneRoutes, ...deployRoutes, ...bffRoutes, ...readRoutes } as const;

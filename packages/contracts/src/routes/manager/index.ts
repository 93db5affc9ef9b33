/** The manager's routes, by who they are for. */
import { alertRoutes } from './alerts';
import { bffRoutes as commandRoutes } from './bff';
import { consoleRoutes } from './console';
import { controlPlaneRoutes } from './control-plane';
import { dataCommandRoutes } from './data-commands';
import { deployRoutes } from './deploys';
import { experimentCommandRoutes, experimentReadRoutes } from './experiments';
import { logRoutes } from './logs';
import { readRoutes as projectionRoutes } from './reads';
import { researchRoutes } from './research';

/** What the console does, and what it reads. */
export const bffRoutes = { ...commandRoutes, ...dataCommandRoutes, ...experimentCommandRoutes } as const;
export const readRoutes = {
  ...alertRoutes,
  ...logRoutes,
  ...projectionRoutes,
  ...consoleRoutes,
  ...experimentReadRoutes,
  ...researchRoutes,
} as const;

export const managerRoutes = { ...controlPlaneRoutes, ...deployRoutes, ...bffRoutes, ...readRoutes } as const;
export { controlPlaneRoutes, deployRoutes };

/** The manager's routes, by who they are for. */
import { bffRoutes } from './bff';
import { controlPlaneRoutes } from './control-plane';
import { deployRoutes } from './deploys';
import { readRoutes } from './reads';

export const managerRoutes = { ...controlPlaneRoutes, ...deployRoutes, ...bffRoutes, ...readRoutes } as const;
export { bffRoutes, controlPlaneRoutes, deployRoutes, readRoutes };

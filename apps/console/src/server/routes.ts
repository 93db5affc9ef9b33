/**
 * Which of the manager's routes a browser may reach, taken from the contract: what is not in its tables does
 * not pass.
 */
import { commonRoutes, managerRoutes, type RouteSpec } from '@platform/contracts';

/** The live feed has its own way in, and browsers get no credentials for the bus. */
const CLOSED_TO_BROWSERS: readonly string[] = ['/ws', '/bff/bus-token', '/metrics'];

const ROUTES = [...Object.values(managerRoutes), ...Object.values(commonRoutes)]
  .filter((route: RouteSpec) => !CLOSED_TO_BROWSERS.includes(route.path))
  .map((route: RouteSpec) => ({ route, pattern: patternOf(route.path) }));

export function findRoute(method: string, path: string): RouteSpec | undefined {
  return ROUTES.find(({ route, pattern }) => route.method === method && pattern.test(path))?.route;
}

/**
 * A parameter is one segment of unreserved characters, so that no encoded slash or dot-dot can climb
 * elsewhere.
 */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:[a-z_]+/g, '[A-Za-z0-9_~-][A-Za-z0-9._~-]*')}$`);
}

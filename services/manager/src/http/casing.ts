/**
 * The edge to the browser: whatever a handler of the console's routes answers leaves in camelCase, also what
 * producers wrote as they liked (metadata of events, details of overlays, the configuration of a service).
 * The error body is the same for everybody.
 */
import { bffRoutes, type RouteSpec, readRoutes } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { camelFields } from '../domain/camel-case';

const BROWSER_ROUTES = new Set<RouteSpec>(Object.values({ ...bffRoutes, ...readRoutes }));

/** The two names that the contract spells literally, beside their camelCase form. */
const LITERAL: ReadonlySet<string> = new Set(['run_id', 'next_cursor']);

export function answerInCamelCase(app: ServiceHandle['app']): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { route } = request.routeOptions.config as { route?: RouteSpec };
    const isForBrowser = route !== undefined && BROWSER_ROUTES.has(route) && reply.statusCode < 400;
    return isForBrowser ? camelFields(payload, LITERAL) : payload;
  });
}

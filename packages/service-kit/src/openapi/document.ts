/**
 * The OpenAPI 3.1 description of a service, from its route table alone: the same bytes for the same contract.
 */
import { ROUTE_TAGS, type RouteSpec, type ServiceName } from '@platform/contracts';
import type { RouteTable } from '../http/mount';
import { Components } from './components';
import { operation, SECURITY, SECURITY_SCHEMES } from './operation';

export function openapiDocument(service: ServiceName, version: string, routes: RouteTable) {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operation(service, name, route, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `Trading platform: ${service} service`,
      version,
      description: 'Every answer carries X-Trace-Id and X-Platform-Version; every error has the same body.',
    },
    servers: [{ url: '/' }],
    tags: tags(Object.values(routes)),
    paths,
    components: { securitySchemes: securitySchemes(Object.values(routes)), ...components.list() },
  };
}

function tags(routes: readonly RouteSpec[]) {
  const used = [...new Set(routes.map(({ tag }) => tag))].sort();
  return used.map((name) => ({ name, description: ROUTE_TAGS[name] }));
}

function securitySchemes(routes: readonly RouteSpec[]) {
  const used = new Set<string>(routes.flatMap(({ auth }) => SECURITY[auth]));
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => used.has(name)));
}

export async function renderOpenapi(
  service: ServiceName,
  version: string,
  routes: RouteTable,
): Promise<string> {
  return `${JSON.stringify(openapiDocument(service, version, routes), null, 2)}\n`;
}

/** OpenAPI 3.1 derived from the contract: at /docs with a page to try it, at /docs/json, and as a file by `openapi export`. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import {
  ErrorBody,
  errorRegistry,
  type RouteAuth,
  type RouteSpec,
  type ServiceName,
} from '@platform/contracts';
import type { FastifySchema } from 'fastify';
import type { App } from './app';

const SECURITY: Readonly<Record<Exclude<RouteAuth, 'none'>, string>> = {
  operator: 'operatorToken',
  session: 'operatorToken',
  bearer: 'operatorBearer',
  'break-glass': 'breakGlassBearer',
};

const ERROR_SCHEMA_ID = 'ErrorBody';

export async function registerOpenapi(app: App, service: ServiceName, version: string): Promise<void> {
  app.addSchema({ ...ErrorBody, $id: ERROR_SCHEMA_ID });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Trading platform: ${service} service`, version },
      components: {
        securitySchemes: {
          operatorToken: { type: 'apiKey', in: 'header', name: 'X-Operator-Token' },
          operatorBearer: { type: 'http', scheme: 'bearer' },
          breakGlassBearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
  });
  await app.register(swaggerUi, { routePrefix: '/docs', logo: { type: 'image/svg+xml', content: '' } });
}

/** Success schemas as the contract gives them; error answers grouped by status, each naming its codes. */
export function routeSchema(name: string, route: RouteSpec): FastifySchema {
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.tag],
    ...(route.auth === 'none' ? {} : { security: [{ [SECURITY[route.auth]]: [] }] }),
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && { body: route.body }),
    response: { ...errorResponses(route), ...route.responses },
  };
}

function errorResponses(route: RouteSpec): Record<string, unknown> {
  const codesByStatus = new Map<number, Set<string>>();
  for (const code of [route.invalid, ...route.errors]) {
    const status = errorRegistry[code].status ?? 500;
    codesByStatus.set(status, (codesByStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [
      status,
      { description: [...codes].join(', '), $ref: `${ERROR_SCHEMA_ID}#` },
    ]),
  );
}

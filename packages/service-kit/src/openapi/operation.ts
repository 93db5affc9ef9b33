/** One route of the contract as an OpenAPI operation. */
import { STATUS_CODES } from 'node:http';
import type { RouteAuth, RouteSpec, ServiceName } from '@platform/contracts';
import { IsNull, IsString, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Components, JsonSchema } from './components';
import { errorCodesByStatus } from './error-responses';

export const SECURITY_SCHEMES = {
  operatorToken: { type: 'apiKey', in: 'header', name: 'X-Operator-Token' },
  operatorBearer: { type: 'http', scheme: 'bearer' },
  breakGlassBearer: { type: 'http', scheme: 'bearer' },
} as const;

type SecurityScheme = keyof typeof SECURITY_SCHEMES;

/** Any one of them will do. */
export const SECURITY: Readonly<Record<RouteAuth, readonly SecurityScheme[]>> = {
  none: [],
  operator: ['operatorToken'],
  session: ['operatorToken', 'operatorBearer'],
  bearer: ['operatorBearer'],
  'break-glass': ['breakGlassBearer'],
};

export function operation(service: ServiceName, name: string, route: RouteSpec, components: Components) {
  const { summary, description, tag, auth, body } = route;
  const parameters = [
    ...parametersIn('path', route.params, components),
    ...parametersIn('query', route.query, components),
  ];
  return {
    operationId: name,
    summary,
    ...(description && { description }),
    tags: [tag],
    security: SECURITY[auth].map((scheme) => ({ [scheme]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      // A body that may be null may as well be absent.
      requestBody: { required: !Value.Check(body, null), content: content(body, components) },
    }),
    responses: { ...errorResponses(service, route, components), ...successes(route, components) },
  };
}

function parametersIn(place: 'path' | 'query', schema: TSchema | undefined, components: Components) {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = components.refer(property);
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

function successes(route: RouteSpec, components: Components) {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => [
      status,
      {
        description: STATUS_CODES[status] ?? status,
        ...(!IsNull(schema) && { content: content(schema, components) }),
      },
    ]),
  );
}

/** A status that the contract gives a body of its own is left to it. */
function errorResponses(service: ServiceName, route: RouteSpec, components: Components) {
  return Object.fromEntries(
    [...errorCodesByStatus(service, route)]
      .filter(([status]) => !(status in route.responses))
      .map(([status, codes]) => [status, components.referError(status, codes)]),
  );
}

/** A bare string is text, everything else is JSON. */
function content(schema: TSchema, components: Components): Record<string, { schema: JsonSchema }> {
  return { [IsString(schema) ? 'text/plain' : 'application/json']: { schema: components.refer(schema) } };
}

/** A service's OpenAPI description as the tests read it: one entry per operation, references resolved. */

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export type Guard = 'operatorToken' | 'operatorBearer' | 'breakGlassBearer';

export interface Operation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schema of the body, where the operation takes one. */
  readonly body: JsonSchema | undefined;
  readonly isBodyRequired: boolean;
  /** Where the token may stand; empty where none is asked for. */
  readonly guards: readonly Guard[];
  /** What may be answered, by status; undefined for a body that is not JSON. */
  readonly answers: ReadonlyMap<number, JsonSchema | undefined>;
}

interface RawOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, Content>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export function describedOperations(openapi: string): readonly Operation[] {
  const raw = JSON.parse(openapi) as Document;
  const { paths } = resolve(raw.paths, raw.components) as { paths: Document['paths'] };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => toOperation(path, method, each)),
  );
}

function resolve(paths: unknown, components: Document['components']): unknown {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { $ref?: unknown };
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String($ref)) ?? [];
    if (kind !== '') return visit(components[kind]?.[name]);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member)]));
  };
  return { paths: visit(paths) };
}

function toOperation(path: string, method: string, raw: RawOperation): Operation {
  return {
    operationId: raw.operationId,
    method: method.toUpperCase() as Operation['method'],
    path,
    parameters: raw.parameters ?? [],
    body: jsonOf(raw.requestBody),
    isBodyRequired: raw.requestBody?.required === true,
    guards: raw.security.flatMap((each) => Object.keys(each)) as Guard[],
    answers: new Map(
      Object.entries(raw.responses).map(([status, response]) => [Number(status), jsonOf(response)]),
    ),
  };
}

const jsonOf = (holder: Content | undefined) => holder?.content?.['application/json']?.schema;

/** The OpenAPI description as a judge: an answer whose status, code or shape it does not declare is a fault. */
import { routesByService } from '@platform/contracts';
import { expect } from 'vitest';
import { openapi } from '../src/run';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Declared>>;
}
interface Declared {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}
type JsonSchema = { readonly allOf?: readonly [unknown, { properties: { code: { enum: readonly string[] } } }] };

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const document = JSON.parse(await openapi()) as { paths: Record<string, Record<string, Operation>> };
const operations = new Map(
  Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => [operation.operationId, operation] as const),
  ),
);

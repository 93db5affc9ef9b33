/**
 * What the operations of a description share. An object that the contract exports by name becomes a component
 * of that name, wherever it stands, so that a generated client knows it by the same name; error answers are
 * shared by status and codes.
 */
import { ErrorBody, type ErrorCode, errorRegistry, namedSchemas } from '@platform/contracts';
import type { TSchema } from 'typebox';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Type.Optional copies a schema, so schemas are recognised by their text and not by their identity. */
const nameOf: ReadonlyMap<string, string> = new Map(
  [...namedSchemas].map(([name, schema]) => [JSON.stringify(schema), name]),
);

/** What TypeBox writes for a record with any text as key. */
const ANY_KEY = '^.*$';

export class Components {
  private readonly schemas = new Map<string, JsonSchema>();
  private readonly responses = new Map<string, object>();

  /** The schema, or a reference to the component it is. */
  refer(schema: TSchema): JsonSchema {
    const name = nameOf.get(JSON.stringify(schema));
    return name === undefined ? this.members(schema) : this.component(name, schema);
  }

  /** The answer that carries one of these codes. */
  referError(status: number, oneOf: ReadonlySet<ErrorCode>): JsonSchema {
    const codes = [...oneOf].sort();
    const name = [status, ...codes].join('.');
    if (!this.responses.has(name)) this.responses.set(name, this.errorResponse(codes));
    return { $ref: `#/components/responses/${name}` };
  }

  /** All components referred to so far, by name. */
  list() {
    return { responses: byName(this.responses), schemas: byName(this.schemas) };
  }

  private errorResponse(codes: readonly ErrorCode[]) {
    const code = { type: 'string', enum: codes };
    const schema = {
      allOf: [this.refer(ErrorBody), { type: 'object', required: ['code'], properties: { code } }],
    };
    return {
      description: codes.map((each) => `${each}: ${errorRegistry[each].cause}`).join('\n'),
      content: { 'application/json': { schema } },
    };
  }

  private component(name: string, schema: TSchema): JsonSchema {
    if (!this.schemas.has(name)) this.schemas.set(name, this.members(schema));
    return { $ref: `#/components/schemas/${name}` };
  }

  private members(schema: TSchema): JsonSchema {
    const { patternProperties, ...members } = schema as Record<string, unknown>;
    const values = (patternProperties as Record<string, TSchema> | undefined)?.[ANY_KEY];
    return {
      ...mapValues(members, (value) => this.anything(value)),
      ...(values && { additionalProperties: this.refer(values) }),
    };
  }

  private anything(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.anything(item));
    return typeof value === 'object' && value !== null ? this.refer(value as TSchema) : value;
  }
}

function byName<V>(members: ReadonlyMap<string, V>): Record<string, V> {
  return Object.fromEntries([...members].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mapValues<V>(
  record: Readonly<Record<string, unknown>>,
  map: (value: unknown) => V,
): Record<string, V> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

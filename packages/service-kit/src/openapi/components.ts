/**
 * Schemas as OpenAPI wants them: an object that the contract exports by name becomes a component of that name, wherever it
 * stands, so that a generated client knows it by the same name.
 */
import { namedSchemas } from '@platform/contracts';
import type { TSchema } from 'typebox';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Type.Optional copies a schema, so schemas are recognised by their text and not by their identity. */
const nameOf: ReadonlyMap<string, string> = new Map(
  [...namedSchemas].map(([name, schema]) => [JSON.stringify(schema), name]),
);

/** What TypeBox writes for a record with any text as key. */
const ANY_KEY = '^.*$';

export class Components {
  readonly #schemas = new Map<string, JsonSchema>();

  /** The schema, or a reference to the component it is. */
  refer(schema: TSchema): JsonSchema {
    const name = nameOf.get(JSON.stringify(schema));
    return name === undefined ? this.#members(schema) : this.#component(name, schema);
  }

  /** All components referred to so far, by name. */
  list(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #component(name: string, schema: TSchema): JsonSchema {
    if (!this.#schemas.has(name)) this.#schemas.set(name, this.#members(schema));
    return { $ref: `#/components/schemas/${name}` };
  }

  #members(schema: TSchema): JsonSchema {
    const { patternProperties, ...members } = schema as Record<string, unknown>;
    const values = (patternProperties as Record<string, TSchema> | undefined)?.[ANY_KEY];
    return {
      ...mapValues(members, (value) => this.#anything(value)),
      ...(values && { additionalProperties: this.refer(values) }),
    };
  }

  #anything(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#anything(item));
    return typeof value === 'object' && value !== null ? this.refer(value as TSchema) : value;
  }
}

function mapValues<V>(
  record: Readonly<Record<string, unknown>>,
  map: (value: unknown) => V,
): Record<string, V> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/**
 * Parameters: one schema per strategy or overlay is the form in the console, the validation here and the type
 * in the code. Unknown fields and values out of range are refused, all faults at once, each naming its field
 * and what would be accepted.
 */
import { err, ok, type Result } from '@platform/core';
import Type, { IsObject, type TObject, type TProperties, type TSchema } from 'typebox';
import { Check, Clone, Default } from 'typebox/value';
import type { ParamFault } from './types';

type NumericField = {
  title: string;
  description: string;
  default: number;
  minimum: number;
  maximum: number;
  multipleOf?: number;
  /** The value that switches off what the parameter stands for: an ablation tries the strategy without it. */
  'x-component'?: number;
};

/** Numeric fields always state what the console's form needs. */
export const integer = (field: NumericField) => Type.Integer(field);
export const decimal = (field: NumericField) => Type.Number(field);

const commonProperties = {
  allow_short: Type.Boolean({
    title: 'Allow short',
    description: 'When off, a short target becomes flat.',
    default: true,
  }),
  size_hint: Type.Object(
    {
      kind: Type.Enum(['vol_target', 'fixed'], {
        title: 'Sizing',
        description: 'vol_target: size for an annual volatility. fixed: a fraction of equity.',
        default: 'vol_target',
      }),
      value: Type.Number({
        title: 'Value',
        description: 'Annual volatility target, or fraction of equity.',
        default: 0.4,
        minimum: 0.01,
        maximum: 5,
      }),
    },
    {
      title: 'Size hint',
      description: 'How large a position the strategy asks for.',
      default: {},
      additionalProperties: false,
    },
  ),
};

/** The schema of a strategy: its own fields first, then those every strategy has. */
export function strategyParams<P extends TProperties>(properties: P) {
  return Type.Object({ ...properties, ...commonProperties }, { additionalProperties: false });
}

/**
 * Fills defaults, then reports every fault of the schema; `rules` compare fields with each other and run only
 * on sound fields.
 */
export function parseParams<P>(
  schema: TObject,
  input: unknown,
  rules: (params: P) => readonly ParamFault[] = () => [],
): Result<P, readonly ParamFault[]> {
  const filled: unknown = Default(schema, Clone(input ?? {}));
  const faults = schemaFaults(schema, filled);
  if (faults.length > 0) return err(faults);
  const params = filled as P; // what the schema has just proved
  const ruleFaults = rules(params);
  return ruleFaults.length > 0 ? err(ruleFaults) : ok(params);
}

/**
 * Why a field may not have a value, whatever the others have; undefined where it may. Fields that hold fields
 * take no value.
 */
export function valueFault({ properties }: TObject, name: string, value: unknown): string | undefined {
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (field === undefined) return 'unknown field';
  if (IsObject(field)) return 'must be an object';
  return Check(field, value) ? undefined : expectation(field);
}

/** Field by field, because the library's own list of errors ends after a few. */
function schemaFaults(schema: TObject, value: unknown, path = ''): ParamFault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ field: path.slice(0, -1), message: 'must be an object' }];
  }
  const fields = value as Record<string, unknown>;
  const unknown = Object.keys(fields)
    .filter((name) => !Object.hasOwn(schema.properties, name))
    .map((name) => ({ field: path + name, message: 'unknown field' }));
  const faulty = Object.entries(schema.properties).flatMap(([name, field]) => {
    if (IsObject(field)) return schemaFaults(field, fields[name], `${path}${name}/`);
    return Check(field, fields[name]) ? [] : [{ field: path + name, message: expectation(field) }];
  });
  return [...unknown, ...faulty];
}

/** What a field accepts, in words: "must be an integer from 2 to 120". */
function expectation(field: TSchema): string {
  const { type, minimum, maximum, multipleOf, enum: choices, pattern } = field as Record<string, unknown>;
  if (Array.isArray(choices)) return `must be one of ${choices.join(', ')}`;
  const article = type === 'integer' ? 'an' : 'a';
  const range = minimum === undefined ? '' : ` from ${minimum} to ${maximum}`;
  const step = multipleOf === undefined ? '' : `, a multiple of ${multipleOf}`;
  const shape = pattern === undefined ? '' : ` matching ${pattern}`;
  return `must be ${article} ${type}${range}${step}${shape}`;
}

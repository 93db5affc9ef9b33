/**
 * The strategies' parameter schemas as form fields. They are objects of numbers with ranges, whole numbers,
 * words to choose from, switches, and objects of these, whose fields are named by their path; checking them
 * here only spares a round trip, the manager decides.
 */
import { words } from './words';

interface PropertySchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly PropertySchema[];
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
}

export interface ParamField {
  /** `size_hint/value` for a field of an object. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'number' | 'integer' | 'choice' | 'switch' | 'text';
  readonly description: string;
  readonly initial: string;
  readonly choices: readonly string[];
  readonly range: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly excludesMinimum: boolean;
  readonly excludesMaximum: boolean;
  /** May be left empty: the strategy finds its own value. */
  readonly isOptional: boolean;
}

export function paramFields(schema: Readonly<Record<string, unknown>>): ParamField[] {
  return fieldsOf(schema as PropertySchema, '', '');
}

function fieldsOf(schema: PropertySchema, path: string, owner: string): ParamField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const label = `${owner}${property.title ?? words(key)}`;
    if (property.properties !== undefined) return fieldsOf(property, `${path}${key}/`, `${label}: `);
    const isRequired = schema.required?.includes(key) ?? true;
    return [fieldOf(`${path}${key}`, label, property, !isRequired && property.default === undefined)];
  });
}

function fieldOf(name: string, label: string, property: PropertySchema, isOptional: boolean): ParamField {
  const choices = choicesOf(property);
  return {
    name,
    label,
    isOptional,
    choices,
    kind: kindOf(property, choices),
    description: property.description ?? '',
    initial: property.default === undefined ? '' : String(property.default),
    range: rangeOf(property),
    minimum: property.minimum ?? property.exclusiveMinimum ?? Number.NEGATIVE_INFINITY,
    maximum: property.maximum ?? property.exclusiveMaximum ?? Number.POSITIVE_INFINITY,
    excludesMinimum: property.exclusiveMinimum !== undefined,
    excludesMaximum: property.exclusiveMaximum !== undefined,
  };
}

function choicesOf(property: PropertySchema): string[] {
  const options = property.enum ?? property.anyOf?.map((option) => option.const) ?? [];
  return options.filter((option) => option !== undefined).map(String);
}

function kindOf(property: PropertySchema, choices: readonly string[]): ParamField['kind'] {
  if (choices.length > 0) return 'choice';
  if (property.type === 'boolean') return 'switch';
  if (property.type === 'integer') return 'integer';
  return property.type === 'number' ? 'number' : 'text';
}

function rangeOf(property: PropertySchema): string {
  const from = property.minimum ?? property.exclusiveMinimum;
  const to = property.maximum ?? property.exclusiveMaximum;
  if (from === undefined && to === undefined) return '';
  if (to === undefined) return property.minimum === undefined ? `above ${from}` : `at least ${from}`;
  if (from === undefined) return property.maximum === undefined ? `below ${to}` : `at most ${to}`;
  return `${from} to ${to}`;
}

/** Why the text is no value of this field; null when it is one. */
export function faultOf(field: ParamField, text: string): string | null {
  if (field.kind === 'switch' || field.kind === 'text') return null;
  if (field.isOptional && text.trim() === '') return null;
  if (field.kind === 'choice') return field.choices.includes(text) ? null : 'Choose one';
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return 'A number is needed';
  if (field.kind === 'integer' && !Number.isInteger(value)) return 'A whole number is needed';
  const isTooLow = field.excludesMinimum ? value <= field.minimum : value < field.minimum;
  const isTooHigh = field.excludesMaximum ? value >= field.maximum : value > field.maximum;
  return isTooLow || isTooHigh ? `Must be ${field.range}` : null;
}

/** Faults of the fields below `path`, by what follows it. */
export function under(path: string, faults: Readonly<Record<string, string>>): Record<string, string> {
  const prefix = `${path}/`;
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, fault]) =>
      field.startsWith(prefix) ? [[field.slice(prefix.length), fault]] : [],
    ),
  );
}

export function initialTexts(fields: readonly ParamField[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field.name, field.initial]));
}

/** The parameters as the manager wants them; call it only when no field is at fault. */
export function paramsOf(
  fields: readonly ParamField[],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const field of fields) {
    const text = texts[field.name] ?? field.initial;
    if (text.trim() === '' && (field.isOptional || field.kind === 'text')) continue;
    put(params, field.name, valueFrom(field, text));
  }
  return params;
}

/** Given parameters as texts, for a form that begins with them instead of the defaults. */
export function textsOf(
  fields: readonly ParamField[],
  params: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const given = fields.flatMap(({ name }) => {
    const value = name
      .split('/')
      .reduce<unknown>((owner, key) => (owner as Record<string, unknown> | undefined)?.[key], params);
    return value === undefined || value === null ? [] : [[name, String(value)] as const];
  });
  return { ...initialTexts(fields), ...Object.fromEntries(given) };
}

/**
 * Texts that differ from their defaults, as the object that `textsOf` reads: half-typed numbers and emptied
 * fields stay as they are.
 */
export function textsObject(
  fields: readonly ParamField[],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const { name, initial } of fields) {
    const text = texts[name] ?? initial;
    if (text !== initial) put(changed, name, text);
  }
  return changed;
}

/** Sets a value by its path. */
function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('/');
  const last = keys.pop()!;
  let owner = target;
  for (const key of keys) {
    owner[key] ??= {};
    owner = owner[key] as Record<string, unknown>;
  }
  owner[last] = value;
}

function valueFrom(field: ParamField, text: string): unknown {
  if (field.kind === 'switch') return text === 'true';
  return field.kind === 'number' || field.kind === 'integer' ? Number(text) : text;
}

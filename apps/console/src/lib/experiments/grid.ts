/**
 * Ranges of parameters as the form has them, and what they make: the grid as the manager reads it, and how
 * many trials that are.
 */
import { MOST_TRIALS, TRIAL_BARS_PER_SECOND } from '@platform/contracts';
import type { ParamField } from '../param-schema';

/** First, last and step of a number; of anything else the values to try. Texts, as they were typed. */
export type Ranges = Readonly<Record<string, readonly string[]>>;

export function rangesFrom(text: string): Ranges {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    const sound = Object.entries(value).filter(
      ([, texts]) => Array.isArray(texts) && texts.every((each) => typeof each === 'string'),
    );
    return Object.fromEntries(sound) as Ranges;
  } catch {
    return {};
  }
}

/** Only parameters of their own can be varied, not fields of an object. */
export function variable(fields: readonly ParamField[]): readonly ParamField[] {
  return fields.filter(({ name, kind }) => !name.includes('/') && kind !== 'text');
}

export function isNumber({ kind }: ParamField): boolean {
  return kind === 'number' || kind === 'integer';
}

/** What a parameter begins with once it is varied: around its default, within its bounds. */
export function usualRange(field: ParamField): readonly string[] {
  if (!isNumber(field)) return field.kind === 'switch' ? ['true', 'false'] : [...field.choices];
  const middle = Number(field.initial === '' ? 10 : field.initial);
  const step = field.kind === 'integer' ? Math.max(1, Math.round(middle / 4)) : middle / 4 || 0.25;
  const first = Math.max(
    Number.isFinite(field.minimum) ? field.minimum : middle - 2 * step,
    middle - 2 * step,
  );
  const last = Math.min(
    Number.isFinite(field.maximum) ? field.maximum : middle + 4 * step,
    middle + 4 * step,
  );
  return [first, last, step].map((value) => String(Number(value.toPrecision(6))));
}

export function axisFault(field: ParamField, texts: readonly string[]): string | null {
  if (!isNumber(field)) return texts.length === 0 ? 'Choose a value at least.' : null;
  const [first, last, step] = texts.map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  if (![first, last, step].every(Number.isFinite)) return 'First, last and step are numbers.';
  if (!(step! > 0)) return 'The step is above 0.';
  if (first! > last!) return 'The first value is above the last.';
  if (first! < field.minimum || last! > field.maximum) return `Allowed: ${field.range}.`;
  if (field.kind === 'integer' && ![first, step].every(Number.isInteger)) return 'Whole numbers only.';
  return null;
}

/** Values of an axis; as the manager counts them. */
export function axisCount(field: ParamField, texts: readonly string[]): number {
  if (!isNumber(field)) return texts.length;
  const [first, last, step] = texts.map(Number);
  return Math.floor((last! - first!) / step! + 1e-9) + 1;
}

export function gridText(fields: readonly ParamField[], ranges: Ranges): string {
  return varied(fields, ranges)
    .map((field) => `${field.name}=${ranges[field.name]!.join(isNumber(field) ? ':' : '|')}`)
    .join(',');
}

export function varied(fields: readonly ParamField[], ranges: Ranges): readonly ParamField[] {
  return variable(fields).filter(({ name }) => ranges[name] !== undefined);
}

export function combinationsOf(fields: readonly ParamField[], ranges: Ranges): number {
  return varied(fields, ranges).reduce((count, field) => count * axisCount(field, ranges[field.name]!), 1);
}

/** Seconds on one thread, roughly. */
export function expectedSeconds(trials: number, bars: number): number {
  return (trials * bars) / TRIAL_BARS_PER_SECOND;
}

export const NEEDS_LIMIT = MOST_TRIALS;

/**
 * Producers write snake_case, the console reads camelCase. Values are left alone, only names change; and what
 * lies inside `params` or a `schema` belongs to a strategy or an overlay, whose names they are.
 */

const FOREIGN: ReadonlySet<string> = new Set(['params', 'schema']);

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** No payload of ours is this deep; what lies deeper was made to break its reader, and is left out. */
const MAX_DEPTH = 32;

export function camelFields(value: unknown, literal: ReadonlySet<string> = new Set(), depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((each) => camelFields(each, literal, depth + 1));
  const fields = Object.entries(value).map(([name, inner]) => [
    literal.has(name) ? name : camelCase(name),
    FOREIGN.has(name) ? inner : camelFields(inner, literal, depth + 1),
  ]);
  return Object.fromEntries(fields);
}

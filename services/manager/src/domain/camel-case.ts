/** The edge to the browser: producers write snake_case, the console reads camelCase. Values are left alone, only names change. */

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** No payload of ours is this deep; what lies deeper was made to break whoever walks it, and is left out. */
const MAX_DEPTH = 32;

export function camelFields(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((inner) => camelFields(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [camelCase(name), camelFields(inner, depth + 1)]),
  );
}

/** The edge to the browser: producers write snake_case, the console reads camelCase. Values are left alone, only names change. */

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function camelFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelFields);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [camelCase(name), camelFields(inner)]),
  );
}

/**
 * What callers may write differently: field names in camelCase are read as snake_case. What lies inside
 * `params` belongs to a strategy or an overlay and is left alone.
 */

const FOREIGN = 'params';

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A name given in both spellings stays as it is, so that validation refuses the one it does not know. */
export function snakeFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => {
    const renamed = snakeCase(name);
    const key = renamed !== name && Object.hasOwn(value, renamed) ? name : renamed;
    return [key, key === FOREIGN ? inner : snakeFields(inner)] as const;
  });
  return Object.fromEntries(fields);
}

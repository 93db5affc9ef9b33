/**
 * The cheap bounds of a request: how deep and how large the structure of its body is, and that its text can be stored. Everything
 * after this (renaming, defaults, validation, the list of faults) may recurse and may look at each value several times.
 */
import { BODY_SHAPE } from '@platform/contracts';

/** PostgreSQL takes neither. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** What is wrong with the structure as a whole, or null. Ends as soon as a bound is passed. */
export function shapeFault(body: unknown): string | null {
  let level: readonly unknown[] = [body];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > BODY_SHAPE.depth) return `is nested deeper than ${BODY_SHAPE.depth} levels`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const name in value) {
        values += 1;
        if (values > BODY_SHAPE.values) return `holds more than ${BODY_SHAPE.values} values`;
        next.push((value as Record<string, unknown>)[name]);
      }
    }
    level = next;
  }
  return null;
}

/** The path of the first text that cannot be stored, or null. For what is within the bounds. */
export function unstorableText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(name)) return path;
    const found = unstorableText(inner, path === '' ? name : `${path}/${name}`);
    if (found !== null) return found;
  }
  return null;
}

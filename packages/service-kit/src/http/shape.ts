/**
 * The cheap bounds of a body: how deep and how large its structure is. Everything after this (renaming, defaults, validation, the list
 * of faults) may recurse and may look at each value several times.
 */
import { BODY_SHAPE } from '@platform/contracts';

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

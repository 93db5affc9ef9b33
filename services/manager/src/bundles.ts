import { existsSync } from 'node:fs';

/**
 * A program that is built together with this one: beside the bundle that runs or, from source, where the last
 * build put it.
 */
export function bundle(name: string): URL {
  const beside = new URL(`./${name}.mjs`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../../dist/services/${name}.mjs`, import.meta.url);
}

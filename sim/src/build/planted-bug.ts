import type { Patch } from './patch';

export interface PlantedBug {
  readonly name: string;
  readonly story: string;
  /** The invariants that it violates: another one being violated is no proof that the bug was seen. */
  readonly breaks: readonly string[];
  readonly patches: readonly Patch[];
  readonly databaseSetup?: readonly string[];
}

export const EXECUTOR = 'services/executor/src';
export const KIT = 'packages/service-kit/src';

export function patch(file: string, find: string, replace: string): Patch {
  return { file, find, replace };
}

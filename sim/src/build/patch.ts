/**
 * A change of one source file that exists only in a bundle made for the fault simulation. The sources
 * themselves know nothing of it, so no switch can reach production; a patch whose text is no longer found
 * exactly once fails the build.
 */
export interface Patch {
  /** From the repository's root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export class PatchDoesNotApply extends Error {}

export function applyPatches(source: string, patches: readonly Patch[]): string {
  return patches.reduce((text, { file, find, replace }) => {
    const parts = text.split(find);
    if (parts.length !== 2) {
      throw new PatchDoesNotApply(`${file} has ${parts.length - 1} places that read:\n${find}`);
    }
    return parts.join(replace);
  }, source);
}

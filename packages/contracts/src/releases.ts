/** What a release folder says about itself. */
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { IsoTime } from './schemas/primitives';
import { IMAGE_TAG_PATTERN } from './vocabulary/bots';
import { OWN_BUILD_TAG } from './vocabulary/deploys';

export const RELEASE_MANIFEST = 'release.json';

export const ReleaseManifest = Type.Object({
  tag: Type.String(),
  /** The platform's version that was built. */
  version: Type.String(),
  built_at: IsoTime,
  files: Type.Record(Type.String(), Type.String(), { description: 'SHA-256 by file.' }),
  strategies: Type.Record(Type.String(), Type.String(), {
    description: 'SHA-256 of the sources that decide, by strategy.',
  }),
  dependencies: Type.String({ description: 'SHA-256 of the lock file of the npm packages.' }),
});
export type ReleaseManifest = Static<typeof ReleaseManifest>;

/** Undefined where the text is no manifest: cut short, altered, or of something else. */
export function parseReleaseManifest(text: string): ReleaseManifest | undefined {
  try {
    const manifest: unknown = JSON.parse(text);
    return Check(ReleaseManifest, manifest) && !Number.isNaN(Date.parse(manifest.built_at))
      ? manifest
      : undefined;
  } catch {
    return undefined;
  }
}

/** Why a release cannot have this tag, as a sentence; null when it can. */
export function releaseTagFault(tag: string): string | null {
  if (!new RegExp(IMAGE_TAG_PATTERN).test(tag) || tag.endsWith('\n')) {
    return `the tag of a release matches ${IMAGE_TAG_PATTERN}`;
  }
  return tag === OWN_BUILD_TAG ? `${OWN_BUILD_TAG} is the platform's own build` : null;
}

/** What a release folder says about itself. */
import { IMAGE_TAG_PATTERN } from './vocabulary/bots';
import { OWN_BUILD_TAG } from './vocabulary/deploys';

export const RELEASE_MANIFEST = 'release.json';

export interface ReleaseManifest {
  readonly tag: string;
  /** The platform's version that was built. */
  readonly version: string;
  /** ISO 8601. */
  readonly built_at: string;
  /** SHA-256 of each file, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 of the sources that decide, by strategy. */
  readonly strategies: Readonly<Record<string, string>>;
  /** SHA-256 of the lock file of the npm packages it was built with. */
  readonly dependencies: string;
}

/** Why a release cannot have this tag, as a sentence; null when it can. */
export function releaseTagFault(tag: string): string | null {
  if (!new RegExp(IMAGE_TAG_PATTERN).test(tag) || tag.endsWith('\n')) {
    return `the tag of a release matches ${IMAGE_TAG_PATTERN}`;
  }
  return tag === OWN_BUILD_TAG ? `${OWN_BUILD_TAG} is the platform's own build` : null;
}

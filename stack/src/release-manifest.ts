/**
 * What a build says about itself: a digest of each file, and for each strategy one of the sources that
 * decide.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RELEASE_MANIFEST, type ReleaseManifest } from '@platform/contracts';
import { REPOSITORY } from './repository';

export interface BuiltFile {
  readonly name: string;
  readonly contents: Uint8Array;
}

export interface Built {
  readonly files: readonly BuiltFile[];
  /** The digest of what decides, by strategy. */
  readonly strategies: Readonly<Record<string, string>>;
}

/**
 * With the time of the `former` build where nothing else has changed since: then there is nothing to write.
 */
export function manifestFile(
  tag: string,
  { files, strategies }: Built,
  { former, builtAt = new Date().toISOString() }: { readonly former?: string; readonly builtAt?: string },
): BuiltFile {
  const contents = {
    tag,
    version: versionOf('bot'),
    files: Object.fromEntries(files.map(({ name, contents }) => [name, sha256(contents)])),
    strategies,
    dependencies: lockFileDigest(),
  };
  const sameSince = former === undefined ? undefined : builtAtIfSame(former, contents);
  const manifest: ReleaseManifest = { ...contents, built_at: sameSince ?? builtAt };
  return { name: RELEASE_MANIFEST, contents: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };
}

/** Of the npm packages that are installed, which a release shares. */
export function lockFileDigest(): string {
  return sha256(readFileSync(join(REPOSITORY, 'package-lock.json')));
}

function builtAtIfSame(former: string, contents: Omit<ReleaseManifest, 'built_at'>): string | undefined {
  try {
    const { built_at: builtAt, ...rest } = JSON.parse(former) as ReleaseManifest;
    return isDeepStrictEqual(rest, contents) ? builtAt : undefined;
  } catch {
    return undefined;
  }
}

function versionOf(service: string): string {
  const text = readFileSync(join(REPOSITORY, 'services', service, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

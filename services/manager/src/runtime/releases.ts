/**
 * Releases as folders: the bundles of one build and a manifest with a digest per file. Nothing of a release
 * is started whose file is not what the manifest says. The platform's own build is a release too; it has no
 * folder and may have no manifest.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  OWN_BUILD_TAG,
  parseReleaseManifest,
  RELEASE_MANIFEST,
  type ReleaseManifest,
  releaseTagFault,
} from '@platform/contracts';
import type { Program, ReleaseShelf } from '../app/ports';
import { ReleaseFault } from '../domain/release-fault';

export class Releases implements ReleaseShelf {
  constructor(
    /** Holds one folder per release; undefined where the manager has no state directory. */
    private readonly directory: string | undefined,
    /** The bot of the platform's own build. */
    private readonly ownProgram: string,
  ) {}

  /** The bot of a release, checked against its manifest. */
  async program(tag: string): Promise<Program> {
    if (tag === OWN_BUILD_TAG) return this.readOwnProgram();
    const manifest = await this.manifest(tag);
    if (manifest === undefined) throw new ReleaseFault(`there is no release ${tag}`);
    const file = join(this.folder(tag), 'bot.mjs');
    const digest = await digestOf(file);
    if (digest === undefined || digest !== manifest.files['bot.mjs']) {
      throw new ReleaseFault(
        `the bot of release ${tag} is not what its manifest says: build the release again`,
      );
    }
    return { file, digest, strategies: manifest.strategies };
  }

  /** Undefined where there is no such release. */
  async manifest(tag: string): Promise<ReleaseManifest | undefined> {
    if (this.directory === undefined || releaseTagFault(tag) !== null) return undefined;
    const manifest = await readManifest(this.folder(tag));
    return manifest?.tag === tag ? manifest : undefined;
  }

  /** Newest first. */
  async list(): Promise<readonly ReleaseManifest[]> {
    if (this.directory === undefined) return [];
    const tags = await readdir(this.directory).catch(() => []);
    const manifests = await Promise.all(tags.map((tag) => this.manifest(tag)));
    return manifests
      .filter((manifest) => manifest !== undefined)
      .sort((a, b) => (a.built_at < b.built_at ? 1 : -1));
  }

  /** At once: what is left when it is cut short is no release, and its tag may be built again. */
  async remove(tag: string): Promise<void> {
    // A tag has no leading dot.
    const leaving = this.folder(`.${tag}.removed-${process.pid}`);
    await rename(this.folder(tag), leaving);
    await rm(leaving, { recursive: true, force: true });
  }

  private async readOwnProgram(): Promise<Program> {
    const file = this.ownProgram;
    const digest = await digestOf(file);
    if (digest === undefined) throw new ReleaseFault(`the bot of the platform itself is missing: ${file}`);
    const manifest = await readManifest(dirname(file));
    const isOfThisFile = manifest?.files['bot.mjs'] === digest;
    return { file, digest, strategies: isOfThisFile ? manifest.strategies : {} };
  }

  private folder(tag: string): string {
    return join(this.directory ?? '', tag);
  }
}

async function readManifest(folder: string): Promise<ReleaseManifest | undefined> {
  const text = await readFile(join(folder, RELEASE_MANIFEST), 'utf8').catch(() => '');
  return parseReleaseManifest(text);
}

async function digestOf(file: string): Promise<string | undefined> {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  } catch {
    return undefined;
  }
}

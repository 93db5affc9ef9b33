/** What a build of the console is made from, as one digest: the same digest means the same build. */
import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY } from '../repository';

const SOURCES = [
  'apps/console',
  'packages/core/src',
  'packages/contracts/src',
  'packages/engine/src/report',
  'packages/api-client',
];
const SINGLE_FILES = ['package-lock.json', 'tsconfig.base.json'];
const NO_SOURCES: ReadonlySet<string> = new Set(['.next', 'node_modules', 'dist', 'e2e']);

export function consoleDigest(): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of SINGLE_FILES) addFile(hash, join(REPOSITORY, file));
  for (const directory of SOURCES) addDirectory(hash, join(REPOSITORY, directory));
  return hash.digest('hex').slice(0, 16);
}

function addDirectory(hash: Hash, directory: string): void {
  const entries = readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && !NO_SOURCES.has(entry.name)) addDirectory(hash, path);
    if (entry.isFile() && !isLeftOut(entry.name)) addFile(hash, path);
  }
}

/** Tests, and what tools write beside the sources. */
function isLeftOut(name: string): boolean {
  return /\.test\.tsx?$|\.tsbuildinfo$|^next-env\.d\.ts$/.test(name);
}

function addFile(hash: Hash, path: string): void {
  hash.update(relative(REPOSITORY, path)).update('\0').update(readFileSync(path)).update('\0');
}

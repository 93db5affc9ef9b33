/**
 * A throw-away copy of the repository in which a violation can be planted. node_modules is linked entry by
 * entry, so that workspace packages resolve to the copy and not to the original.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

export interface Sandbox {
  readonly root: string;
  /** Writes `text` to `path` (appending when the file exists) and returns a function that takes it back. */
  plant(path: string, text: string): () => void;
  remove(): void;
}

export function createSandbox(): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'platform-gates-'));
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
  }).toString();
  for (const file of tracked.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    cpSync(join(ROOT, file), join(root, file), { recursive: true });
  }
  execFileSync('git', ['init', '-q'], { cwd: root });
  linkModules(root);
  return {
    root,
    plant: (path, text) => plant(join(root, path), text),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function linkModules(root: string): void {
  mkdirSync(join(root, 'node_modules/@platform'), { recursive: true });
  for (const entry of readdirSync(join(ROOT, 'node_modules'))) {
    if (entry !== '@platform')
      symlinkSync(join(ROOT, 'node_modules', entry), join(root, 'node_modules', entry));
  }
  for (const pattern of ['packages', 'services', '.']) {
    for (const folder of readdirSync(join(root, pattern))) {
      const manifest = join(root, pattern, folder, 'package.json');
      if (folder === 'node_modules' || !existsSync(manifest)) continue;
      const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string };
      symlinkSync(dirname(manifest), join(root, 'node_modules', name));
    }
  }
}

function plant(path: string, text: string): () => void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, (before ?? '') + text);
  return () => {
    if (before === undefined) rmSync(path);
    else writeFileSync(path, before);
  };
}

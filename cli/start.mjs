/**
 * Starts a command of src/light.ts from its bundle. The bundle is made again when a file it was made from, or
 * the folder of the user's own strategies, has changed since; looking takes a few milliseconds, the
 * TypeScript loader would take most of a second.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));
const invokedFrom = process.env.PLATFORM_INVOKED_FROM ?? process.cwd();
const folder = resolve(invokedFrom, process.env.PLATFORM_STRATEGIES_DIR || join(repository, 'strategies'));

function ownNames() {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, `${name}.ts`)))
    .sort();
}

function freshBundle() {
  try {
    const {
      entry,
      folder: bundledFolder,
      own,
      inputs,
    } = JSON.parse(readFileSync(join(repository, 'dist', 'cli.json'), 'utf8'));
    const isSame = ([path, mtimeMs, size]) => {
      const found = statSync(path);
      return found.mtimeMs === mtimeMs && found.size === size;
    };
    const isFresh = folder === bundledFolder && String(ownNames()) === String(own) && inputs.every(isSame);
    return isFresh && existsSync(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

const SOURCE = fileURLToPath(new URL('./src/light.ts', import.meta.url));
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS'];

/** In a checkout that somebody else owns the commands run from source, with the built-in strategies alone. */
async function build() {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  try {
    const { buildLightCommands, endBundler } = await import('@platform/stack/build');
    const entry = await buildLightCommands();
    await endBundler();
    await unregister();
    return entry;
  } catch (error) {
    if (!UNWRITABLE.includes(error?.code)) throw error;
    if (ownNames().length === 0) return SOURCE;
    const message = `the strategies in ${folder} are built into ${join(repository, 'dist')}, which is not yours to write: use a checkout of your own`;
    throw Object.assign(new Error(message), { name: 'OperatorFault' });
  }
}

try {
  const entry = freshBundle() ?? (await build());
  await import(pathToFileURL(entry).href);
} catch (error) {
  if (error?.name !== 'OperatorFault') throw error;
  process.stderr.write(`platform: ${error.message}\n`);
  process.exitCode = 2;
}

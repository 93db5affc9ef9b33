/** Releases are built here, from the sources, and kept by the manager, which knows who needs them. */
import { homeFromEnvironment, lockFileDigest, makeRelease, OperatorFault } from '@platform/stack';
import { connect, reached } from '../manager/client';
import { printLine } from '../operator-action';

interface Flags {
  readonly url?: string;
}

const fault = (reason: string) => new OperatorFault(reason);

export async function buildRelease(tag: string): Promise<number> {
  const { files } = await makeRelease(homeFromEnvironment(process.env), tag);
  printLine(`release ${tag} is built; its bot is ${files['bot.mjs']}`);
  return 0;
}

export async function listReleases({ url }: Flags): Promise<number> {
  const { data, error } = await reached(connect(url).GET('/releases'), fault);
  if (data === undefined) throw fault(`${error.code}: ${error.message}`);
  if (data.items.length === 0) printLine('no release has been built yet: ./platform release build TAG');
  for (const release of data.items) {
    const { tag, built_at: builtAt, is_sound: isSound, needed_because: neededBecause } = release;
    const note = isSound ? (neededBecause ?? 'may be removed') : 'is not what its manifest says';
    const packages = isLockedAlike(release) ? '' : '; the lock file of its npm packages is another one now';
    printLine(`${tag.padEnd(24)} ${builtAt}  ${note}${packages}`);
  }
  return 0;
}

export async function showRelease(tag: string, { url }: Flags): Promise<number> {
  const { data, error } = await reached(
    connect(url).GET('/releases/{tag}', { params: { path: { tag } } }),
    fault,
  );
  if (data === undefined) throw fault(`${error.code}: ${error.message}`);
  printLine(JSON.stringify({ ...data, is_locked_alike: isLockedAlike(data) }, null, 2));
  return 0;
}

/** It runs with the npm packages that are installed, which may be others by now. */
function isLockedAlike({ dependencies }: { readonly dependencies: string }): boolean {
  return dependencies === lockFileDigest();
}

export async function removeRelease(tag: string, { url }: Flags): Promise<number> {
  const request = connect(url).DELETE('/releases/{tag}', { params: { path: { tag } } });
  const { data, error } = await reached(request, fault);
  if (data === undefined) throw fault(`${error.code}: ${error.message}`);
  printLine(`release ${data.tag} is removed`);
  return 0;
}

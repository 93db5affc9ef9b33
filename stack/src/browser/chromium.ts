/**
 * Finds Chromium: on the machine, else in the tools directory of the checkout, where Debian's package and
 * whatever it misses here are unpacked without being installed. No root is needed; where there is no Debian
 * archive, the answer is a sentence.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorFault } from '../fault';
import { REPOSITORY } from '../repository';

const run = promisify(execFile);

export interface Chromium {
  readonly program: string;
  /** For a program that was only unpacked: where its libraries and fonts are. */
  readonly environment: Readonly<Record<string, string>>;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const TOOLS = join(REPOSITORY, '.platform', 'tools');
const UNPACKED = join(TOOLS, 'chromium');
/** The package lists are read without taking the system's lock, which only root may take. */
const UNPRIVILEGED = ['-o', 'Debug::NoLocking=1', '--no-install-recommends', '--download-only', '-y'];

export async function chromium(report: (line: string) => void): Promise<Chromium> {
  const found = findChromium();
  if (found !== undefined) return found;
  report('fetching Chromium from the Debian archive, some 100 MB');
  try {
    await fetchFromDebian();
  } catch (error) {
    throw missing((error as Error).message.split('\n')[0]!);
  }
  const fetched = findChromium();
  if (fetched === undefined) throw missing('the packaged one does not run here');
  return fetched;
}

/** A Chromium that is here and answers. */
export function findChromium(): Chromium | undefined {
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '');
  const installed = directories.flatMap((directory) =>
    NAMES.map((name) => ({ program: join(directory, name), environment: {} })),
  );
  return [...installed, unpacked()].find(
    ({ program, environment }) =>
      existsSync(program) &&
      spawnSync(program, ['--version', '--no-sandbox'], { env: { ...process.env, ...environment } })
        .status === 0,
  );
}

function unpacked(): Chromium {
  const libraries = join(UNPACKED, 'usr', 'lib');
  const triplets = existsSync(libraries)
    ? readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'))
    : [];
  const paths = triplets.flatMap((name) => [join(libraries, name), join(libraries, name, 'pulseaudio')]);
  return {
    program: join(libraries, 'chromium', 'chromium'),
    environment: {
      LD_LIBRARY_PATH: paths.join(':'),
      FONTCONFIG_PATH: join(UNPACKED, 'etc', 'fonts'),
      // Its configuration names /usr/share/fonts, which may be empty here, and the fonts of this directory.
      XDG_DATA_HOME: join(UNPACKED, 'usr', 'share'),
    },
  };
}

async function fetchFromDebian(): Promise<void> {
  const scratch = `${UNPACKED}.partial`;
  rmSync(scratch, { recursive: true, force: true });
  for (const directory of ['lists/partial', 'archives/partial', 'root']) {
    mkdirSync(join(scratch, directory), { recursive: true });
  }
  const places = ['-o', `Dir::State::lists=${scratch}/lists`, '-o', `Dir::Cache=${scratch}`];
  await run('apt-get', [...places, 'update']);
  await run('apt-get', [...places, ...UNPRIVILEGED, 'install', 'chromium']);
  const archives = join(scratch, 'archives');
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
    await run('dpkg-deb', ['-x', join(archives, file), join(scratch, 'root')]);
  }
  rmSync(UNPACKED, { recursive: true, force: true });
  renameSync(join(scratch, 'root'), UNPACKED);
  rmSync(scratch, { recursive: true, force: true });
}

function missing(why: string): OperatorFault {
  return new OperatorFault(
    `Chromium is missing and could not be taken from the Debian archive (${why}): install chromium so that it is on PATH.`,
  );
}

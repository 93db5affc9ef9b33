/**
 * Finds nats-server: on the machine, else in the tools directory of the checkout, else from Debian's package,
 * which is unpacked there without being installed. Package lists are refreshed privately, so no root is needed.
 */
import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorFault } from '../fault';
import { REPOSITORY } from '../repository';

const run = promisify(execFile);

export interface NatsServerBinary {
  readonly program: string;
  /** 2 for 2.10.7, with minor 10. */
  readonly major: number;
  readonly minor: number;
}

const TOOLS = join(REPOSITORY, '.platform', 'tools');
// Debian puts servers into sbin, which an ordinary user's PATH leaves out.
const SYSTEM_DIRECTORIES = ['/usr/local/sbin', '/usr/sbin', '/usr/local/bin', '/usr/bin'];

export async function natsServerBinary(
  fallbackDirectory: string,
  progress: (line: string) => void,
): Promise<NatsServerBinary> {
  const found = findNatsServer(fallbackDirectory);
  if (found !== undefined) return found;
  progress('fetching nats-server from the Debian archive');
  return await fetchFromDebian(isWritable(TOOLS) ? TOOLS : fallbackDirectory);
}

/** A usable nats-server that is already here. */
export function findNatsServer(fallbackDirectory: string): NatsServerBinary | undefined {
  const directories = [
    ...(process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== ''),
    ...SYSTEM_DIRECTORIES,
    TOOLS,
    fallbackDirectory,
  ];
  for (const directory of directories) {
    const binary = inspect(join(directory, 'nats-server'));
    if (binary !== undefined && meetsFloor(binary)) return binary;
  }
  return undefined;
}

function inspect(program: string): NatsServerBinary | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const version = /v(\d+)\.(\d+)\./.exec(status === 0 ? stdout : '');
  return version === null ? undefined : { program, major: Number(version[1]), minor: Number(version[2]) };
}

/** One filter per durable consumer and names in the create subject came with 2.9. */
function meetsFloor({ major, minor }: NatsServerBinary): boolean {
  return major > 2 || (major === 2 && minor >= 9);
}

async function fetchFromDebian(tools: string): Promise<NatsServerBinary> {
  const scratch = mkdtempSync(join(tools, 'fetch-'));
  try {
    await downloadPackage(scratch);
    await run('sh', ['-c', 'dpkg-deb -x nats-server_*.deb unpacked'], { cwd: scratch });
    renameSync(join(scratch, 'unpacked/usr/sbin/nats-server'), join(tools, 'nats-server'));
    const binary = inspect(join(tools, 'nats-server'));
    if (binary === undefined || !meetsFloor(binary)) throw new Error('the packaged one is too old');
    return binary;
  } catch (error) {
    throw new OperatorFault(
      `nats-server is missing and could not be taken from the Debian archive (${reason(error)}): install nats-server 2.9 or newer (https://nats.io/download) so that it is on PATH.`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
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

function isWritable(directory: string): boolean {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function reason(error: unknown): string {
  const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT') return 'there is no apt-get';
  return (stderr ?? '').split('\n').find((line) => line.startsWith('E:')) ?? message;
}

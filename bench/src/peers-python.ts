/**
 * Virtual environments and scripts of the peers. Installing happens once: a stamp names what an environment
 * holds.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const SCRIPTS = fileURLToPath(new URL('../peers', import.meta.url));
const INSTALL_TIMEOUT_MS = 15 * 60_000;
const RUN_TIMEOUT_MS = 10 * 60_000;

export interface Peer {
  readonly name: string;
  readonly script: string;
  /** Exact versions. */
  readonly packages: readonly string[];
}

export interface PeerAnswer {
  readonly bars: number;
  readonly seconds: number;
  readonly flips: number;
  /** Of those that tell it. */
  readonly peakMib?: number;
}

/** The environment's Python, or null when the peer cannot be installed here. */
export async function preparePeer(peer: Peer, home: string): Promise<string | null> {
  const environment = join(home, peer.name);
  const python = join(environment, 'bin', 'python');
  const stamp = join(environment, 'installed');
  const wanted = peer.packages.join('\n');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return python;
  try {
    await execute('python3', ['-m', 'venv', '--clear', environment]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...peer.packages];
    await execute(python, pip, { timeout: INSTALL_TIMEOUT_MS });
  } catch (fault) {
    process.stderr.write(`${peer.name}: ${lastLine(fault)}\n`);
    return null;
  }
  writeFileSync(stamp, wanted);
  return python;
}

/** The script's one line of JSON, or null when it fails on this machine. */
export async function runPeer(
  python: string,
  peer: Peer,
  columns: string,
  barCount: number,
): Promise<PeerAnswer | null> {
  const script = join(SCRIPTS, peer.script);
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  try {
    const { stdout } = await execute(python, [script, columns, String(barCount)], {
      timeout: RUN_TIMEOUT_MS,
      env,
    });
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as PeerAnswer;
  } catch (fault) {
    process.stderr.write(`${peer.name}: ${lastLine(fault)}\n`);
    return null;
  }
}

function lastLine(fault: unknown): string {
  const { stderr, message } = fault as { stderr?: string; message: string };
  return (stderr?.trim() || message).split('\n').at(-1)!;
}

/**
 * What a killed launcher leaves behind: a server that still runs on our data directory, or only its lock
 * file. PostgreSQL itself refuses to start when the pid in the file belongs to any live process of the same
 * user, which after a reboot may be an unrelated one; so the file is settled here.
 */
import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { identify } from '../process/identity';
import { stopProcess } from '../process/stop';

export async function settleLockFile(data: string): Promise<void> {
  const lockFile = join(data, 'postmaster.pid');
  const pid = readPid(lockFile);
  if (pid === undefined) return;
  const identity = identify(pid);
  if (identity !== undefined && workingDirectory(pid) === data) {
    await stopProcess(identity, { signal: 'SIGINT', timeoutMs: 20_000 });
  }
  rmSync(lockFile, { force: true });
}

function readPid(lockFile: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(lockFile, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

/** PostgreSQL's working directory is its data directory. */
function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

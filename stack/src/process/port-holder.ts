/** Who listens on a port, found in /proc: the socket's inode, then the process that holds it. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** "name (pid 123)" when the kernel lets us see who listens; undefined otherwise. */
export function listeningProcess(port: number): string | undefined {
  try {
    const inodes = listeningInodes(port);
    const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
    const holder = pids.find((pid) => holdsSocket(pid, inodes));
    return holder === undefined ? undefined : `${commandOf(holder)} (pid ${holder})`;
  } catch {
    // No /proc, or the process has just ended: the port is all that can be said.
    return undefined;
  }
}

function commandOf(pid: string): string {
  return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
}

function listeningInodes(port: number): Set<string> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const LISTEN = '0A';
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => {
    const lines = readFileSync(table, 'utf8').split('\n').slice(1);
    return lines
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[1]?.endsWith(suffix) && fields[3] === LISTEN)
      .map((fields) => fields[9]!);
  });
  return new Set(inodes);
}

function holdsSocket(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      return inode !== undefined && inodes.has(inode);
    });
  } catch {
    return false;
  }
}

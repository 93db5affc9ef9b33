/** Where a process listens, found in /proc: its sockets, and which of them wait for connections. */
import { readdir, readFile, readlink } from 'node:fs/promises';

const LISTEN = '0A';

/** host:port of the first IPv4 socket that the process listens on; null before it listens. */
export async function listeningAddress(pid: number): Promise<string | null> {
  try {
    const table = await readFile(`/proc/${pid}/net/tcp`, 'utf8');
    const held = await heldSockets(pid);
    for (const line of table.split('\n').slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === LISTEN && inode !== undefined && held.has(inode)) return readable(local!);
    }
  } catch {
    // It has just ended.
  }
  return null;
}

async function heldSockets(pid: number): Promise<Set<string>> {
  const descriptors = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')),
  );
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** The kernel writes 127.0.0.1:8084 as 0100007F:1F94. */
function readable(local: string): string {
  const [host = '', port = ''] = local.split(':');
  const bytes = host.match(/../g)!.map((byte) => Number.parseInt(byte, 16));
  return `${bytes.reverse().join('.')}:${Number.parseInt(port, 16)}`;
}

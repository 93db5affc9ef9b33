/** Every port of the stack: a default plus one offset, so that two stacks differ in a single number. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { DEFAULT_PORT } from '@platform/contracts';
import { OperatorFault } from './fault';

const DEFAULTS = {
  data: DEFAULT_PORT.data,
  risk: DEFAULT_PORT.risk,
  manager: DEFAULT_PORT.manager,
  executor: DEFAULT_PORT.executor,
  console: 3000,
  postgres: 15432,
  nats: 14222,
  natsWebsocket: 14223,
  natsMonitor: 18222,
} as const;

export type PortName = keyof typeof DEFAULTS;
export type Ports = Readonly<Record<PortName, number>>;

export function portsFromEnvironment(environment: NodeJS.ProcessEnv): Ports {
  const text = environment['PLATFORM_PORT_OFFSET'] || '0';
  const offset = Number(text);
  const highest = 65_535 - Math.max(...Object.values(DEFAULTS));
  if (!Number.isInteger(offset) || offset < 0 || offset > highest) {
    throw new OperatorFault(`PLATFORM_PORT_OFFSET is ${text}: give a whole number from 0 to ${highest}.`);
  }
  const shifted = Object.entries(DEFAULTS).map(([name, port]) => [name, port + offset]);
  return Object.fromEntries(shifted) as Ports;
}

export async function requireFree(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    if (await isFree(port)) continue;
    const holder = listeningProcess(port);
    throw new OperatorFault(
      `Port ${port} is in use${holder === undefined ? '' : ` by ${holder}`}: stop that, or set PLATFORM_PORT_OFFSET to move every port of the platform.`,
    );
  }
}

export async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A port the kernel calls free at this moment. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** "name (pid 123)" when the kernel lets us see who listens; undefined otherwise. */
export function listeningProcess(port: number): string | undefined {
  const inodes = listeningInodes(port);
  if (inodes.size === 0) return undefined;
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    if (holdsSocket(pid, inodes)) return `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (pid ${pid})`;
  }
  return undefined;
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

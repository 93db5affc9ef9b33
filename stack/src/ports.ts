/** Every port of the stack: a default plus one offset, so that two stacks differ in a single number. */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { DEFAULT_PORT } from '@platform/contracts';
import { OperatorFault } from './fault';
import { listeningProcess } from './process/port-holder';

const DEFAULTS = {
  data: DEFAULT_PORT.data,
  risk: DEFAULT_PORT.risk,
  manager: DEFAULT_PORT.manager,
  executor: DEFAULT_PORT.executor,
  console: 3000,
  venue: 8090,
  identity: 8091,
  postgres: 15432,
  nats: 14222,
  natsWebsocket: 14223,
  natsMonitor: 18222,
  prometheus: 18090,
  alertmanager: 18093,
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

/**
 * Below the range from which the kernel takes ports for outgoing connections: no process is given one of
 * these by chance.
 */
const FREE_RANGE = { first: 20_000, count: 12_000 };

/**
 * A port for a server of this process, which no other process is given while this one lives, also when the
 * server is down.
 */
export async function freePort(): Promise<number> {
  const { first, count } = FREE_RANGE;
  const start = Math.floor(Math.random() * count);
  for (let k = 0; k < count; k++) {
    const port = first + ((start + k) % count);
    if (await take(port)) return port;
  }
  throw new OperatorFault(`No port from ${first} to ${first + count - 1} is free: end what holds them.`);
}

async function take(port: number): Promise<boolean> {
  return (await claim(port)) && (await isFree(port));
}

/**
 * By holding its namesake of UDP, which the system gives to one process at a time and takes back when that
 * ends.
 */
async function claim(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = createSocket('udp4').unref();
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

/**
 * An offset at which every port is as `freePort` gives them; below the kernel's own range, so that none is
 * taken by chance.
 */
export async function freePortOffset(): Promise<number> {
  for (;;) {
    const offset = 1000 + Math.floor(Math.random() * 13_000);
    const ports = Object.values(portsFromEnvironment({ PLATFORM_PORT_OFFSET: String(offset) }));
    if ((await Promise.all(ports.map(take))).every(Boolean)) return offset;
  }
}

/** A private nats-server with the same users and permissions as the real one; a test may kill and wipe it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BusUser } from '@platform/contracts';
import {
  answers,
  type BusSeeds,
  deriveIdentities,
  freePort,
  generateBusSeeds,
  natsServerBinary,
  writeBusFiles,
} from '@platform/stack';
import { ServerProcess, startOrClean } from './server-process';
import { temporaryDirectory } from './temporary-directory';

export interface NatsServer {
  readonly port: number;
  readonly url: string;
  readonly websocketUrl: string;
  readonly seeds: BusSeeds;
  /** Path of the user's creds file. */
  credsFor(user: BusUser): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Kills the server and loses the whole JetStream store; start() brings it back empty. */
  wipe(): Promise<void>;
  restart(): Promise<void>;
  dispose(): Promise<void>;
}

/** `storeBytes`: its disk is full when JetStream has stored that much. */
export async function startTestNats({
  storeBytes,
}: {
  readonly storeBytes?: number;
} = {}): Promise<NatsServer> {
  const temporary = temporaryDirectory('nats');
  const ports = { client: await freePort(), websocket: await freePort(), monitor: await freePort() };
  const seeds = generateBusSeeds();
  const binary = await natsServerBinary(temporary.path, () => {});
  const identities = await deriveIdentities(seeds);
  const files = writeBusFiles({ directory: temporary.path, ports, identities, server: binary });
  if (storeBytes !== undefined) {
    const text = readFileSync(files.configuration, 'utf8');
    writeFileSync(
      files.configuration,
      text.replace('jetstream {', `jetstream {\n  max_file_store: ${storeBytes}`),
    );
  }
  const server = new ServerProcess({
    name: 'nats-server',
    command: binary.program,
    args: ['--config', files.configuration],
    stopSignal: 'SIGTERM',
    isReady: async () => await answers(`http://127.0.0.1:${ports.monitor}/healthz`),
  });
  await startOrClean(server, temporary);
  return {
    port: ports.client,
    url: `nats://127.0.0.1:${ports.client}`,
    websocketUrl: `ws://127.0.0.1:${ports.websocket}`,
    seeds,
    credsFor: (user) => files.creds[user],
    start: async () => await server.start(),
    stop: async () => await server.stop(),
    kill: async () => await server.kill(),
    wipe: async () => {
      await server.kill();
      rmSync(join(temporary.path, 'jetstream'), { recursive: true, force: true });
    },
    restart: async () => {
      await server.stop();
      await server.start();
    },
    dispose: async () => {
      await server.kill();
      temporary.remove();
    },
  };
}

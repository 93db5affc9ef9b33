/** Writes what nats-server reads: its configuration and one creds file per user. Only loopback is bound. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUS_USERS, type BusUser } from '@platform/contracts';
import type { NatsServerBinary } from './binary';
import type { BusIdentities } from './identities';

export interface BusPorts {
  readonly client: number;
  readonly websocket: number;
  readonly monitor: number;
}

export interface BusFiles {
  readonly configuration: string;
  readonly creds: Readonly<Record<BusUser, string>>;
}

export function busFiles(directory: string): BusFiles {
  const creds = BUS_USERS.map((user) => [user, join(directory, 'creds', `${user}.creds`)]);
  return {
    configuration: join(directory, 'nats-server.conf'),
    creds: Object.fromEntries(creds) as Record<BusUser, string>,
  };
}

export interface BusOptions {
  readonly directory: string;
  readonly ports: BusPorts;
  readonly identities: BusIdentities;
  readonly server: NatsServerBinary;
}

export function writeBusFiles(options: BusOptions): BusFiles {
  const { directory, identities } = options;
  const files = busFiles(directory);
  mkdirSync(join(directory, 'creds'), { recursive: true, mode: 0o700 });
  for (const user of BUS_USERS) {
    writeFileSync(files.creds[user], identities.creds[user], { mode: 0o600 });
  }
  writeFileSync(files.configuration, configuration(options), { mode: 0o600 });
  return files;
}

function configuration({ directory, ports, identities, server }: BusOptions): string {
  return `server_name: platform
listen: "127.0.0.1:${ports.client}"
http: "127.0.0.1:${ports.monitor}"
jetstream {
  store_dir: ${JSON.stringify(join(directory, 'jetstream'))}
  ${syncOnEveryWrite(server)}
}
websocket {
  listen: "127.0.0.1:${ports.websocket}"
  no_tls: true
}
operator: ${identities.operatorJwt}
system_account: ${identities.systemAccount.id}
resolver: MEMORY
resolver_preload: {
  ${identities.systemAccount.id}: ${identities.systemAccount.jwt}
  ${identities.account.id}: ${identities.account.jwt}
}
`;
}

/**
 * A message that JetStream acknowledged should survive a power cut. nats-server before 2.10 cannot be asked
 * to sync each write; the platform bears it, because PostgreSQL, not the bus, is the durable home of what
 * matters.
 */
function syncOnEveryWrite({ major, minor }: NatsServerBinary): string {
  return major > 2 || minor >= 10 ? 'sync_interval: always' : '';
}

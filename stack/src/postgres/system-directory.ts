import { chmodSync, mkdirSync } from 'node:fs';

/** Where root keeps what the postgres account must reach; open to all whatever the umask is. */
export function systemDirectory(): string {
  const directory = '/var/lib/platform';
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
  return directory;
}

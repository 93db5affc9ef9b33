/** Builds the worker with the user's own strategies in it, as the manager is built, and becomes it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildServices, busFiles, homeFromEnvironment, shellEnvironment, workerPath } from '@platform/stack';

export async function runWorker(flags: {
  readonly bus?: string;
  readonly creds?: string;
  readonly threads?: string;
}): Promise<void> {
  await buildServices(['manager']);
  const bus = flags.bus ?? shellEnvironment(process.env)['PLATFORM_BUS_NATS_URL']!;
  const creds =
    flags.creds ??
    (flags.bus === undefined ? busFiles(homeFromEnvironment(process.env).nats).creds.worker : undefined);
  const args = ['--bus', bus, ...(creds === undefined ? [] : ['--creds', creds])];
  const threads = flags.threads === undefined ? [] : ['--threads', flags.threads];
  const child = spawn(process.execPath, ['--enable-source-maps', workerPath(), ...args, ...threads], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'close')) as [number | null];
  process.exitCode = code ?? 1;
}

/** A running stack that is watched, with one receiver of its own. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePortOffset, REPOSITORY, type StackStatus } from '@platform/stack';

const run = promisify(execFile);

export interface WatchedStack {
  readonly home: string;
  readonly url: (process: string) => string;
  readonly pid: (process: string) => number;
  /** Milliseconds since the epoch at which the receiver was first told of this alert after that time; undefined before. */
  toldAt(alert: string, afterMs: number): number | undefined;
  stop(): Promise<void>;
}

export async function startWatchedStack(home: string): Promise<WatchedStack> {
  const messages: { readonly atMs: number; readonly text: string }[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      messages.push({ atMs: Date.now(), text: Buffer.concat(chunks).toString() });
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  mkdirSync(home, { recursive: true, mode: 0o711 });
  writeFileSync(join(home, 'hook'), `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
  const receivers = [{ name: 'bench', kind: 'webhook', url_file: 'hook' }];
  writeFileSync(join(home, 'alerts.json'), JSON.stringify({ receivers }));
  const env = {
    ...process.env,
    ...{ PLATFORM_HOME: home, PLATFORM_PORT_OFFSET: String(await freePortOffset()) },
    ...{ SKIP_CONSOLE: '1', DEMO_STEPS: 'none' },
  };
  const platform = async (...args: string[]) =>
    (await run(join(REPOSITORY, 'platform'), args, { env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  await platform('up', '--detach');
  const status = JSON.parse(await platform('status', '--json')) as StackStatus;
  const find = (name: string) => {
    const found = status.processes.find((process) => process.name === name);
    if (found?.pid == null) throw new Error(`${name} does not run: ./platform doctor says what is missing`);
    return found;
  };
  return {
    home,
    url: (name) => `http://127.0.0.1:${find(name).port}`,
    pid: (name) => find(name).pid!,
    toldAt: (alert, afterMs) =>
      messages.find(({ atMs, text }) => atMs > afterMs && isAbout(text, alert))?.atMs,
    stop: async () => {
      await platform('down');
      receiver.close();
    },
  };
}

interface Message {
  readonly alerts: readonly { readonly status: string; readonly labels: Readonly<Record<string, string>> }[];
}

function isAbout(text: string, alert: string): boolean {
  const { alerts } = JSON.parse(text) as Message;
  return alerts.some(({ status, labels }) => status === 'firing' && labels['alertname'] === alert);
}

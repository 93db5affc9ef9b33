/** A running stack that is watched, with two receivers of its own, one of which may be made to refuse. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { shellEnvironment } from '@platform/stack';
import type { BenchResult } from './benchmark';
import { Platform } from './scratch';

/** Seconds from a broken thing to its message, for critical alerts. */
const DELAY_AIM_S = 20;

export interface WatchedStack {
  readonly home: string;
  /** What `./platform env` says. */
  readonly variables: Readonly<Record<string, string>>;
  pid(process: string): Promise<number>;
  /** From now on the second receiver answers 500, or takes messages again. */
  refuse(isRefusing: boolean): void;
  /** Milliseconds since the epoch of the first such message to the first receiver after that time; undefined before. */
  notifiedAt(expected: ExpectedAlert, afterMs: number): number | undefined;
  stop(): Promise<void>;
}

export interface ExpectedAlert {
  readonly alert: string;
  readonly status?: 'firing' | 'resolved';
  readonly labels?: Readonly<Record<string, string>>;
}

interface Message {
  readonly alerts: readonly { readonly status: string; readonly labels: Readonly<Record<string, string>> }[];
}

export async function startWatchedStack(
  home: string,
  env: Readonly<Record<string, string>> = { DEMO_STEPS: 'none' },
): Promise<WatchedStack> {
  const messages: { readonly atMs: number; readonly message: Message }[] = [];
  let isRefusing = false;
  const receiver = await receive((text) => {
    messages.push({ atMs: Date.now(), message: JSON.parse(text) as Message });
    return 200;
  });
  const second = await receive(() => (isRefusing ? 500 : 200));
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const receivers = Object.entries({ receiver, second }).map(([name, server]) => {
    writeFileSync(join(home, name), `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { name, kind: 'webhook', url_file: name };
  });
  writeFileSync(join(home, 'alerts.json'), JSON.stringify({ receivers }));
  const platform = await Platform.in(home, { env: { SKIP_CONSOLE: '1', ...env } });
  await platform.run('up', '--detach');
  return {
    home,
    variables: shellEnvironment(platform.env),
    pid: async (name) => {
      const found = (await platform.status()).processes.find((process) => process.name === name);
      if (found?.pid == null) throw new Error(`${name} does not run: ./platform doctor says what is missing`);
      return found.pid;
    },
    refuse: (isToRefuse) => {
      isRefusing = isToRefuse;
    },
    notifiedAt: (expected, afterMs) =>
      messages.find(({ atMs, message }) => atMs > afterMs && isAbout(message, expected))?.atMs,
    stop: async () => {
      await platform.run('down');
      receiver.close();
      second.close();
    },
  };
}

export function delayResult(name: string, value: number): BenchResult {
  return { name, value, unit: 's', aim: `<= ${DELAY_AIM_S} s`, met: value <= DELAY_AIM_S };
}

async function receive(take: (text: string) => number): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.statusCode = take(Buffer.concat(chunks).toString());
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function isAbout({ alerts }: Message, { alert, status = 'firing', labels = {} }: ExpectedAlert): boolean {
  const wanted = Object.entries({ alertname: alert, ...labels });
  return alerts.some(
    (each) => each.status === status && wanted.every(([name, value]) => each.labels[name] === value),
  );
}

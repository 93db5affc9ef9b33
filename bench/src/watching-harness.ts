/**
 * A running stack that is watched, with a dead man's switch and two receivers of its own, one of which may be
 * made to refuse.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { shellEnvironment } from '@platform/stack';
import type { BenchResult } from './benchmark';
import { Platform } from './scratch';

/** What the bot of the demonstration trades. */
export const DEMO_SYMBOL = 'XRPUSDT';

/** Seconds from a broken thing to its message, for critical alerts. */
const DELAY_AIM_S = 20;

export interface WatchedStack {
  readonly home: string;
  /** What `./platform env` says. */
  readonly variables: Readonly<Record<string, string>>;
  /** Of the simulated exchange. */
  readonly exchangeUrl: string;
  pid(process: string): Promise<number>;
  /** Every process runs and is ready. */
  isWell(): Promise<boolean>;
  /** From now on the second receiver answers 500, or takes messages again. */
  refuse(isRefusing: boolean): void;
  /**
   * Milliseconds since the epoch of the first such message to the first receiver after that time; undefined
   * before.
   */
  notifiedAt(expected: ExpectedAlert, afterMs: number): number | undefined;
  /**
   * Whether such an alert was the subject of a message and not yet of one that it is over: until then none
   * comes if it fires again.
   */
  isStanding(expected: ExpectedAlert): boolean;
  /** By Prometheus itself, whether it can tell anybody or not. */
  judgesAsFiring(expected: ExpectedAlert): Promise<boolean>;
  /** Milliseconds since the epoch of each call of the dead man's switch. */
  readonly switchCalls: readonly number[];
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface ExpectedAlert {
  readonly alert: string;
  readonly status?: 'firing' | 'resolved';
  readonly labels?: Readonly<Record<string, string>>;
}

type Labels = Readonly<Record<string, string>>;

interface Message {
  readonly alerts: readonly {
    readonly status: string;
    readonly fingerprint: string;
    readonly labels: Labels;
  }[];
}

interface JudgedAlerts {
  readonly data: { readonly alerts: readonly { readonly state: string; readonly labels: Labels }[] };
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
  const switchCalls: number[] = [];
  const deadMansSwitch = await receive(() => {
    switchCalls.push(Date.now());
    return 204;
  });
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const addressOf = (name: string, server: Server) => {
    writeFileSync(join(home, name), `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      mode: 0o600,
    });
    return { url_file: name };
  };
  const receivers = Object.entries({ receiver, second }).map(([name, server]) => ({
    name,
    kind: 'webhook',
    ...addressOf(name, server),
  }));
  const dead_mans_switch = addressOf('switch', deadMansSwitch);
  writeFileSync(join(home, 'alerts.json'), JSON.stringify({ receivers, dead_mans_switch }));
  const platform = await Platform.in(home, { env: { SKIP_CONSOLE: '1', ...env } });
  // It is detached, so it would outlive a run that is interrupted. What it stands on goes after it.
  const takeAlong = () => void spawnSync(platform.program, ['down'], { env: platform.env });
  process.prependOnceListener('exit', takeAlong);
  await platform.run('up', '--detach');
  const { ports } = await platform.status();
  return {
    home,
    variables: shellEnvironment(platform.env),
    exchangeUrl: `http://127.0.0.1:${ports!.venue}`,
    isWell: async () => (await platform.status()).allReady,
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
    isStanding: (expected) => {
      const last = new Map(
        messages.flatMap(({ message }) => message.alerts.map((each) => [each.fingerprint, each] as const)),
      );
      return isAbout({ alerts: [...last.values()] }, { ...expected, status: 'firing' });
    },
    judgesAsFiring: async (expected) => {
      const answer = await fetch(`http://127.0.0.1:${ports!.prometheus}/api/v1/alerts`);
      const { data } = (await answer.json()) as JudgedAlerts;
      const firing = data.alerts.filter(({ state }) => state === 'firing');
      return firing.some(({ labels }) => isMeant(labels, expected));
    },
    switchCalls,
    restart: async () => {
      await platform.run('down');
      await platform.run('up', '--detach');
    },
    stop: async () => {
      await platform.run('down');
      process.off('exit', takeAlong);
      for (const server of [receiver, second, deadMansSwitch]) server.close();
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

function isAbout({ alerts }: Message, expected: ExpectedAlert): boolean {
  const { status = 'firing' } = expected;
  return alerts.some((each) => each.status === status && isMeant(each.labels, expected));
}

function isMeant(given: Labels, { alert, labels = {} }: ExpectedAlert): boolean {
  return Object.entries({ alertname: alert, ...labels }).every(([name, value]) => given[name] === value);
}

/**
 * The manager in a process of its own on the benchmark's servers, what it is compared with, and how both are
 * asked.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { spawnService, TEST_PASSWORD } from '@platform/testkit';
import type { DataBench } from './data-environment';

export const TOKEN = 'operator-token-of-the-benchmark-with-256-bits-of-it';

export function roleUrl(bench: DataBench, role: string): string {
  const url = new URL(bench.adminUrl);
  url.username = role;
  url.password = TEST_PASSWORD;
  return url.href;
}

export function startManager(bench: DataBench, more: Readonly<Record<string, string>> = {}) {
  return spawnService('manager', {
    PLATFORM_MANAGER__DATABASE_URL: roleUrl(bench, 'platform_manager'),
    PLATFORM_MANAGER__BIND_ADDR: '127.0.0.1:0',
    PLATFORM_MANAGER_LOG_LEVEL: 'info',
    PLATFORM_MANAGER_OPERATOR_TOKEN: TOKEN,
    PLATFORM_BUS_NATS_URL: bench.nats.url,
    PLATFORM_BUS_NATS_CREDS: bench.nats.credsFor('manager'),
    ...more,
  });
}

/** The bare server: pages over Fastify and pg, and a loop over sockets. */
export async function startBare(bench: DataBench): Promise<{ url: string; close(): Promise<void> }> {
  const program = fileURLToPath(new URL('./manager-bare-process.ts', import.meta.url));
  const child = fork(program, [roleUrl(bench, 'platform_manager')], { execArgv: ['--import', 'tsx'] });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    url,
    close: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** The body as JSON; throws for anything but a success. */
export function ask<T>(url: string, body?: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-operator-token': TOKEN,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = request(url, { method: body === undefined ? 'GET' : 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) < 300) resolve(JSON.parse(text) as T);
        else reject(new Error(`${url} answered ${answer.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

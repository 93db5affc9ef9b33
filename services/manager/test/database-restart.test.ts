import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BotConfig } from '@platform/contracts';
import { eventually, type PostgresServer, prepareTemplate, startPostgres } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { call, ManagerFixture, TOKEN } from './fixture';

let postgres: PostgresServer;
let fixture: ManagerFixture;
let directory: string;
const botIds: string[] = [];

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  await prepareTemplate(postgres);
  fixture = await ManagerFixture.open({ port: postgres.port });
  directory = await mkdtemp(join(tmpdir(), 'manager-'));
  await copyFile(new URL('./fake-bot.mjs', import.meta.url), join(directory, 'bot.mjs'));
});
afterAll(async () => {
  for (const id of botIds) for (const pid of await pidsOf(id)) kill(pid);
  await fixture?.close();
  await postgres?.dispose();
  await rm(directory, { recursive: true, force: true });
});

const pidsOf = async (id: string) => {
  const text = await readFile(join(directory, `${id}.starts`), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [Number(line.split(' ')[0])]));
};

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

it('a PostgreSQL that crashes and comes back costs no bot and no client, and the manager goes on by itself', async () => {
  const manager = await fixture.start({
    PLATFORM_MANAGER__STATE_DIR: join(directory, 'state'),
    PLATFORM_MANAGER__BOT_DATABASE_URL: fixture.database.urlFor('platform_bot'),
    PLATFORM_MANAGER__BOT_PROGRAM: join(directory, 'bot.mjs'),
    PLATFORM_MANAGER__DATA_SERVICE_URL: 'http://127.0.0.1:9',
    PLATFORM_MANAGER_RECONCILE_INTERVAL_MS: '1000',
  });
  const startBot = async (bot_name: string) => {
    const bot = { bot_name, strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1d' };
    const { body, status } = await call<BotConfig>(manager, 'POST', '/bots', bot);
    expect(status).toBe(201);
    botIds.push(body.id);
    await call(manager, 'POST', `/bots/${body.id}/start`);
    await eventually(async () => expect(await pidsOf(body.id)).toHaveLength(1));
    return body.id;
  };
  const first = await startBot('first');
  const headers = { 'x-operator-token': TOKEN };
  const viewer = new WebSocket(`${manager.url.replace('http', 'ws')}/ws`, { headers });
  let heard = '';
  viewer.on('message', (data) => {
    heard += String(data);
  });
  await once(viewer, 'open');
  viewer.send(JSON.stringify({ action: 'subscribe', channels: ['risk_halt_changed', 'bot_events'] }));
  await eventually(() => expect(heard).toContain('subscribed'));

  await postgres.kill();
  expect((await call(manager, 'GET', '/healthz')).status).toBe(200);
  expect(await call(manager, 'GET', '/bots')).toMatchObject({
    status: 500,
    body: { code: 'MANAGER_DB_TRANSIENT' },
  });
  await eventually(async () => expect((await call(manager, 'GET', '/readyz')).status).toBe(503));
  await postgres.start();

  await eventually(async () => expect((await call(manager, 'GET', '/readyz')).status).toBe(200));
  const second = await startBot('second');
  expect(await pidsOf(first)).toHaveLength(1);
  await eventually(() => expect(heard).toContain(second));
  expect(heard).toContain('"channel":"risk_halt_changed","type":"snapshot"');
  expect(viewer.readyState).toBe(WebSocket.OPEN);
  viewer.terminate();
});

import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BotConfig } from '@platform/contracts';
import { newId } from '@platform/service-kit';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

const BOT = { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1d' };

let fixture: ManagerFixture;
let directory: string;
let environment: Record<string, string>;
const spawned: SpawnedService[] = [];

beforeEach(async () => {
  fixture = await ManagerFixture.open();
  directory = await mkdtemp(join(tmpdir(), 'manager-'));
  await copyFile(new URL('./fake-bot.mjs', import.meta.url), join(directory, 'bot.mjs'));
  environment = {
    PLATFORM_MANAGER__STATE_DIR: join(directory, 'state'),
    PLATFORM_MANAGER__BOT_DATABASE_URL: fixture.database.urlFor('platform_bot'),
    PLATFORM_MANAGER__BOT_PROGRAM: join(directory, 'bot.mjs'),
    PLATFORM_MANAGER__DATA_SERVICE_URL: 'http://127.0.0.1:9',
    PLATFORM_MANAGER_RECONCILE_INTERVAL_MS: '1000',
    PLATFORM_MANAGER_MAX_RECONCILE_FAILURES: '3',
  };
});
afterEach(async () => {
  await Promise.all(spawned.splice(0).map((manager) => manager.end('SIGKILL')));
  await fixture.close();
  for (const { id } of await knownBots()) for (const pid of await living(id)) process.kill(pid, 'SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

const botIds: string[] = [];
const knownBots = async () => botIds.splice(0).map((id) => ({ id }));

async function spawnManager(): Promise<SpawnedService> {
  const level = { PLATFORM_MANAGER_LOG_LEVEL: 'info' };
  const manager = await spawnService('manager', { ...fixture.environment(), ...environment, ...level });
  spawned.push(manager);
  return manager;
}

async function createBot(
  manager: { url: string },
  options: { start: boolean; crash?: boolean },
): Promise<string> {
  const { body } = await call<BotConfig>(manager, 'POST', '/bots', {
    ...BOT,
    bot_name: `bot ${botIds.length}`,
  });
  botIds.push(body.id);
  if (options.crash === true) await writeFile(join(directory, `${body.id}.crash`), '');
  if (options.start) await call(manager, 'POST', `/bots/${body.id}/start`);
  return body.id;
}

async function starts(id: string): Promise<string[]> {
  const text = await readFile(join(directory, `${id}.starts`), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

async function living(id: string): Promise<number[]> {
  const pids = (await starts(id)).map((line) => Number(line.split(' ')[0]));
  const alive = await Promise.all(
    pids.map(async (pid) => (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).includes(id)),
  );
  return pids.filter((_, index) => alive[index]);
}

const statusOf = async (manager: { url: string }, id: string) =>
  (await call<BotConfig>(manager, 'GET', `/bots/${id}`)).body.status;

async function passes({ url }: { url: string }): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^platform_manager_reconcile_duration_seconds_count (\d+)$/m.exec(metrics)?.[1]);
}

async function reaches(manager: { url: string }, id: string, status: string): Promise<void> {
  await eventually(async () => expect(await statusOf(manager, id)).toBe(status));
}

it('one manager reconciles at a time: a second one stands by, and takes over when the first is gone', async () => {
  const first = await spawnManager();
  await eventually(async () => expect(await passes(first)).toBeGreaterThan(0));
  const second = await fixture.start({
    ...environment,
    PLATFORM_MANAGER__STATE_DIR: join(directory, 'second'),
  });
  const id = await createBot(second, { start: true });
  await eventually(async () => expect(await starts(id)).toHaveLength(1));
  const standby = /^platform_manager_reconcile_ticks_total\{outcome="standby"\} [1-9]/m;
  await eventually(async () => expect(await (await fetch(`${second.url}/metrics`)).text()).toMatch(standby));
  const records = () => readdir(join(directory, 'second', 'bots')).catch(() => []);
  expect(await records()).toEqual([]);
  expect(await starts(id)).toHaveLength(1);
  await first.end('SIGKILL');
  await eventually(async () => expect(await records()).toContain(`${id}.json`));
});

it('the reconciler starts, shows, restarts and stops a bot, and gives it no secret of the manager', async () => {
  const manager = await fixture.start(environment);
  const id = await createBot(manager, { start: true });
  await reaches(manager, id, 'warming');
  await eventually(async () => expect(await starts(id)).toEqual([expect.stringMatching(/^\d+ dsn $/)]));
  const metadata = JSON.stringify({ status: 'ready' });
  await fixture.rows(
    `INSERT INTO trading.bot_events (bot_id, event_type, metadata) VALUES ($1, 'warmup_completed', $2)`,
    [id, metadata],
  );
  await reaches(manager, id, 'live');
  await eventually(async () => {
    const discovery = JSON.parse(await readFile(join(directory, 'state', 'file_sd', 'bots.json'), 'utf8'));
    expect(discovery).toMatchObject([{ targets: [expect.stringMatching(/^127/)], labels: { bot_id: id } }]);
  });

  await call(manager, 'PATCH', `/bots/${id}`, { leverage: 2 });
  await eventually(async () => expect(await starts(id)).toHaveLength(2));
  await reaches(manager, id, 'warming');
  expect(await living(id)).toHaveLength(1);
  const failures = `SELECT FROM trading.bot_events WHERE bot_id = $1 AND event_type = 'reconcile_error'`;
  expect(await fixture.rows(failures, [id])).toEqual([]);

  await call(manager, 'POST', `/bots/${id}/stop`);
  await reaches(manager, id, 'stopped');
  expect(await living(id)).toEqual([]);
  expect((await call(manager, 'DELETE', `/bots/${id}`)).status).toBe(200);
});

it('the reconciler restarts a crashed bot after its backoff, and quarantines one that keeps crashing', async () => {
  // No pass comes by itself while this lasts.
  const manager = await fixture.start({ ...environment, PLATFORM_MANAGER_RECONCILE_INTERVAL_MS: '600000' });
  const healthy = await createBot(manager, { start: true });
  const broken = await createBot(manager, { start: true, crash: true });
  await reaches(manager, broken, 'quarantined');
  expect(await starts(broken)).toHaveLength(3);
  expect(await living(healthy)).toHaveLength(1);
  const events = await fixture.rows<{ event_type: string }>(
    `SELECT event_type FROM trading.bot_events WHERE bot_id = $1 AND event_type <> 'container_started' ORDER BY id`,
    [broken],
  );
  expect(events.map(({ event_type }) => event_type)).toEqual([
    ...Array(3).fill('reconcile_error'),
    'BOT_QUARANTINED',
  ]);

  await rm(join(directory, `${broken}.crash`));
  const confirm = `YES-${Math.floor(Date.now() / 1000)}`;
  expect(
    (await call(manager, 'POST', `/bff/bots/${broken}/clear-quarantine?confirm=${confirm}`)).status,
  ).toBe(200);
  await reaches(manager, broken, 'warming');
  const { text } = { text: await (await fetch(`${manager.url}/metrics`)).text() };
  expect(text).toMatch(/platform_manager_bot_quarantines_total 1/);
  expect(text).toContain(`platform_manager_bot_state{bot_id="${broken}",state="warming"} 1`);
});

it('the reconciler retries a start that fails without a process with backoff, and quarantines the bot', async () => {
  const manager = await fixture.start(environment);
  const broken = await createBot(manager, { start: false });
  const records = join(directory, 'state', 'bots');
  await mkdir(records, { recursive: true });
  // The record of a start can be neither written nor read.
  await symlink(join(directory, 'nowhere'), join(records, `${broken}.json`));
  await call(manager, 'POST', `/bots/${broken}/start`);
  await reaches(manager, broken, 'quarantined');
  const events = await fixture.rows<{ event_type: string }>(
    'SELECT event_type FROM trading.bot_events WHERE bot_id = $1 ORDER BY id',
    [broken],
  );
  const failedStart = ['container_started', 'reconcile_error'];
  expect(events.map(({ event_type }) => event_type)).toEqual([
    ...failedStart,
    ...failedStart,
    ...failedStart,
    'BOT_QUARANTINED',
  ]);
});

it('the reconciler shows no bot that was deleted, and none at all while it stands by', async () => {
  const manager = await fixture.start(environment);
  const [deleted, kept] = [
    await createBot(manager, { start: false }),
    await createBot(manager, { start: false }),
  ];
  await fixture.rows(`UPDATE trading.bot_configs SET quarantined_at = now(), status = 'quarantined'`);
  const metrics = async () => await (await fetch(`${manager.url}/metrics`)).text();
  const quarantined = (id: string) => `platform_manager_bot_state{bot_id="${id}",state="quarantined"} 1`;
  await eventually(async () => expect(await metrics()).toContain(quarantined(deleted)));
  expect((await call(manager, 'DELETE', `/bots/${deleted}`)).status).toBe(200);
  await eventually(async () => expect(await metrics()).not.toContain(deleted));
  expect(await metrics()).toContain(quarantined(kept));

  const rival = new pg.Client({ connectionString: fixture.database.adminUrl });
  await rival.connect();
  const taken = rival.query(`SELECT pg_advisory_lock(hashtextextended('manager.reconciler', 0))`);
  const locks = `pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE locktype = 'advisory' AND datname = current_database()`;
  await eventually(async () =>
    expect(await fixture.rows(`SELECT FROM ${locks} AND NOT granted`)).toHaveLength(1),
  );
  await fixture.rows(`SELECT pg_terminate_backend(pid) FROM ${locks} AND granted`);
  await taken;
  await eventually(async () => expect(await metrics()).not.toContain(kept));
  await rival.end();
});

it('the reconciler takes an operator’s pause through risk for its own, to be undone by a resume', async () => {
  const manager = await fixture.start(environment);
  const id = await createBot(manager, { start: true });
  await reaches(manager, id, 'warming');
  const desired = async () => (await call<BotConfig>(manager, 'GET', `/bots/${id}`)).body.desired_state;
  const pauseThroughRisk = (breaker: string | null) =>
    fixture.rows(
      `WITH act AS (INSERT INTO risk.risk_audit_log (halt_trace_id, action, scope, reason, actor, breaker)
           VALUES ($1, 'pause', 'bot:' || $2::text, 'a reason', 'operator:bob', $3::risk.breaker))
         INSERT INTO trading.bot_commands (kind, scope, bot_id, reason, issued_by, trace_id)
         VALUES ('pause', 'bot:' || $2::text, $2::uuid, 'a reason', 'operator:bob', $1)`,
      [newId(), id, breaker],
    );
  await pauseThroughRisk(null);
  await eventually(async () => expect(await desired()).toBe('paused'));
  const audit = await call<{ items: unknown[] }>(manager, 'GET', `/bots/${id}/audit?page_size=1`);
  expect(audit.body.items).toMatchObject([{ action: 'pause', actor: 'operator:bob' }]);
  expect((await call(manager, 'POST', `/bots/${id}/resume`)).status).toBe(200);
  // What a breaker paused stays wanted: the risk engine resumes it.
  await pauseThroughRisk('vpin');
  const before = await passes(manager);
  await eventually(async () => expect(await passes(manager)).toBeGreaterThan(before + 1));
  expect(await desired()).toBe('running');
});

it('the reconciler adopts bots after a restart, and removes those that are not configured', async () => {
  const first = await spawnManager();
  const kept = await createBot(first, { start: true });
  const stray = await createBot(first, { start: true });
  for (const id of [kept, stray]) await eventually(async () => expect(await living(id)).toHaveLength(1));
  await first.end('SIGTERM');
  expect(await living(kept)).toHaveLength(1);
  await fixture.rows(
    `UPDATE trading.bot_configs SET desired_state = 'stopped', deleted_at = now() WHERE id = $1`,
    [stray],
  );
  await spawnManager();
  await eventually(async () => expect(await living(stray)).toEqual([]));
  expect(await starts(kept)).toHaveLength(1);
  expect(await living(kept)).toHaveLength(1);
});

it('the reconciler, killed at any moment of its work, never doubles a bot and never loses one', async () => {
  const first = await spawnManager();
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push(await createBot(first, { start: false }));
  await first.end('SIGKILL');
  await fixture.rows(`UPDATE trading.bot_configs SET desired_state = 'running'`);
  for (const delayMs of [0, 5, 15, 40, 90]) {
    const manager = await spawnManager();
    await sleep(delayMs);
    await manager.end('SIGKILL');
  }
  const last = await spawnManager();
  const oneOfEach = async () => {
    for (const id of ids) expect(await living(id), id).toHaveLength(1);
  };
  await eventually(oneOfEach);
  for (const id of ids) await reaches(last, id, 'warming');
  await oneOfEach();
});

it('the reconciler raises an interval below the floor, and says so', async () => {
  const manager = await fixture.start({ ...environment, PLATFORM_MANAGER_RECONCILE_INTERVAL_MS: '5' });
  const metrics = await (await fetch(`${manager.url}/metrics`)).text();
  expect(metrics).toMatch(/platform_errors_total\{code="MANAGER_BOOT_DEGRADED"\} 1/);
});

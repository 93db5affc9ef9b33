/**
 * Workers, the manager, NATS and PostgreSQL are killed in the middle of an experiment: nothing is lost and
 * nothing is doubled.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ExperimentDetail } from '@platform/contracts';
import { workerPath } from '@platform/stack';
import {
  eventually,
  type PostgresServer,
  prepareTemplate,
  type SpawnedService,
  spawnService,
  startPostgres,
} from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';
import { FIRST_BAR_MS, storeBars } from './market';

const HOUR_MS = 3_600_000;
const BARS = 2_400;
const TRIALS = 4 * 2376;
const request = {
  kind: 'sweep',
  strategy: 'supertrend',
  symbols: ['BTCUSDT'],
  timeframe: '1h',
  from_ts: FIRST_BAR_MS,
  to_ts: FIRST_BAR_MS + BARS * HOUR_MS,
  grid: 'atr_period=2:5:1,multiplier=0.5:10:0.004',
};

let postgres: PostgresServer;
let fixture: ManagerFixture;
let manager: SpawnedService;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  await prepareTemplate(postgres);
  fixture = await ManagerFixture.open({ port: postgres.port });
  await storeBars(fixture.owner, 'BTCUSDT', '1h', BARS);
  manager = await startManager();
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await manager?.end('SIGKILL');
  await fixture?.close();
  await postgres?.dispose();
});

/** Loud enough to say where it listens. */
const startManager = () =>
  spawnService('manager', { ...fixture.environment(), PLATFORM_MANAGER_LOG_LEVEL: 'info' });

function startWorker(program = workerPath()): { child: ChildProcess; output(): string } {
  const args = ['--bus', fixture.nats.url, '--creds', fixture.nats.credsFor('worker'), '--threads', '1'];
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  workers.push(child);
  let output = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return { child, output: () => output };
}

async function begin(): Promise<string> {
  const { body } = await call<ExperimentDetail>(manager, 'POST', '/experiments', request);
  expect(body.status).toBe('running');
  return body.id;
}

const detail = async (id: string) =>
  (await call<ExperimentDetail>(manager, 'GET', `/experiments/${id}`)).body;

/** Further than it was. */
async function moved(id: string, from: number): Promise<number> {
  return await eventually(async () => {
    const { doneCount, status } = await detail(id);
    expect(status === 'completed' || doneCount > from).toBe(true);
    return doneCount;
  });
}

async function completed(id: string): Promise<ExperimentDetail> {
  return await eventually(async () => {
    const found = await detail(id);
    expect(found).toMatchObject({ status: 'completed', doneCount: TRIALS, trialCount: TRIALS });
    return found;
  });
}

/** A new connection each time: servers are killed here. */
async function chunksOf(id: string): Promise<{ chunk: number; digest: string }[]> {
  const client = new pg.Client({ connectionString: fixture.database.adminUrl });
  await client.connect();
  const { rows } = await client.query<{ chunk: number; digest: string }>(
    'SELECT chunk, md5(rows) AS digest FROM trading.experiment_chunks WHERE experiment_id = $1 ORDER BY chunk',
    [id],
  );
  await client.end();
  return rows;
}

it('every kill leaves the same rows and the same verdict as none', async () => {
  const quiet = await completed(await begin());
  const worker = startWorker();
  await eventually(() => expect(worker.output()).toContain('joined'));
  const id = await begin();
  await eventually(() => expect(worker.output()).toContain('did chunk'));

  worker.child.kill('SIGKILL');
  let done = await moved(id, 0);

  await manager.end('SIGKILL');
  manager = await startManager();
  startWorker();
  done = await moved(id, done);

  await fixture.nats.kill();
  await fixture.nats.start();
  done = await moved(id, done);

  await postgres.kill();
  await postgres.start();
  done = await moved(id, done);

  await fixture.nats.wipe();
  await fixture.nats.start();

  const disturbed = await completed(id);
  expect(disturbed.resultDigest).toBe(quiet.resultDigest);
  expect(await chunksOf(id)).toEqual(await chunksOf(quiet.id));
});

it('a worker of other code is refused before it takes anything', async () => {
  const built = dirname(workerPath());
  // Below the bundles: what they import is looked for upwards.
  const place = mkdtempSync(join(built, 'other-'));
  try {
    copyFileSync(workerPath(), join(place, 'manager-worker.mjs'));
    const trials = readFileSync(join(built, 'manager-trials.mjs'), 'utf8');
    writeFileSync(join(place, 'manager-trials.mjs'), `const other = 1;\n${trials}`);
    const { child, output } = startWorker(join(place, 'manager-worker.mjs'));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(2);
    expect(output()).toContain('refused');
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

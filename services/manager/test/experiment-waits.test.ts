/** What holds an experiment up for a while, what ends it, and how its progress is followed meanwhile. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type {
  ExperimentDetail,
  WebsocketBatch,
  WebsocketMessage,
  WebsocketNotice,
} from '@platform/contracts';
import { Bus } from '@platform/service-kit';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { call, ManagerFixture, TOKEN } from './fixture';
import { FIRST_BAR_MS, storeBars } from './market';

const HOUR_MS = 3_600_000;
const BARS = 2_400;
const PIECE_BYTES = 512 * 1024;
const STORE_BYTES = 16 * 1024 * 1024;
const ROOM_BYTES = 3 * 1024 * 1024;
const EXPERIMENT_THREAD = `application_name = 'manager-experiment' AND datname = current_database()`;

let fixture: ManagerFixture;
/** Holds locks; a transaction would see the others' activity as it was at its beginning. */
let holder: pg.Client;
let manager: SpawnedService;

beforeAll(async () => {
  fixture = await ManagerFixture.open({ bus: { storeBytes: STORE_BYTES } });
  await storeBars(fixture.owner, 'BTCUSDT', '1h', BARS);
  holder = new pg.Client({ connectionString: fixture.database.adminUrl });
  await holder.connect();
  manager = await spawnService('manager', { ...fixture.environment(), PLATFORM_MANAGER_LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await manager?.end('SIGKILL');
  await holder?.end();
  await fixture?.close();
});

const small = {
  kind: 'sweep',
  strategy: 'supertrend',
  symbols: ['BTCUSDT'],
  timeframe: '1h',
  from_ts: FIRST_BAR_MS,
  to_ts: FIRST_BAR_MS + BARS * HOUR_MS,
  grid: 'atr_period=2:5:1,multiplier=1:4:1',
};
/** Not over before somebody can do something to it. */
const large = { ...small, grid: 'atr_period=2:5:1,multiplier=0.5:10:0.001' };

async function start(request: object): Promise<string> {
  const { body } = await call<ExperimentDetail>(manager, 'POST', '/experiments', request);
  expect(body).toMatchObject({ status: 'running' });
  return body.id;
}

const detail = async (id: string) =>
  (await call<ExperimentDetail>(manager, 'GET', `/experiments/${id}`)).body;

async function over(id: string): Promise<ExperimentDetail> {
  return await eventually(async () => {
    const found = await detail(id);
    expect(found.status).not.toBe('running');
    return found;
  });
}

const act = (id: string, action: 'cancel' | 'resume') =>
  call(manager, 'POST', `/experiments/${id}/${action}`);

/** Breaks the connection of the experiment thread while its statement waits for the ledger. */
async function breakConnection(): Promise<void> {
  await eventually(async () => {
    const ended = await fixture.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${EXPERIMENT_THREAD} AND wait_event_type = 'Lock'`,
    );
    expect(ended).not.toEqual([]);
  });
}

const lockLedger = async () => {
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE trading.tried_sets');
};

it('a connection that breaks while an experiment is prepared, and again while it is judged, fails nothing', async () => {
  await lockLedger();
  const id = await start(large);
  await breakConnection();
  await eventually(async () => expect((await detail(id)).waitsFor).toMatch(/terminat|timeout/));
  await holder.query('COMMIT');
  await eventually(async () => expect((await detail(id)).doneCount).toBeGreaterThan(0));
  await lockLedger();
  await breakConnection();
  await holder.query('COMMIT');
  expect(await over(id)).toMatchObject({ status: 'completed', error: null, failedCount: 0, waitsFor: null });
});

it('a queue without room takes no chunk: the experiment waits and says so, and loses nothing', async () => {
  const bus = new Bus({
    servers: [fixture.nats.url],
    user: 'manager',
    creds: readFileSync(fixture.nats.credsFor('manager')),
    onDown: () => undefined,
    guard: (_, work) => work,
  });
  bus.start();
  expect(await bus.whenReady(60_000)).toBe(true);
  const ballast = '01923456-789a-7000-8000-0000000000ba';
  let piece = 0;
  const put = (bytes: number) => bus.trials.putInput(ballast, piece++, new Uint8Array(bytes));
  // Nearly full before it begins, so that it is not over before there is no room at all.
  for (let left = STORE_BYTES - ROOM_BYTES; left > 0; left -= PIECE_BYTES) await put(PIECE_BYTES);
  const id = await start({ ...large, grid: 'atr_period=2:5:1,multiplier=0.5:10:0.0004' });
  await eventually(async () => expect((await detail(id)).doneCount).toBeGreaterThan(0));
  // What little the queue itself gives free meanwhile is filled up too.
  const fill = async () => {
    for (let bytes = PIECE_BYTES; bytes >= 1; bytes = Math.floor(bytes / 4)) {
      const isTaken = () =>
        put(bytes).then(
          () => true,
          () => false,
        );
      while (await isTaken());
    }
  };
  const waiting = await eventually(async () => {
    await fill();
    const found = await detail(id);
    expect(found.waitsFor).toMatch(/resource/);
    return found;
  });
  expect(waiting).toMatchObject({ status: 'running', error: null });
  expect(manager.output()).toContain(`experiment ${id} waits`);
  await bus.trials.withdraw(ballast);
  await bus.close();
  const { trialCount } = waiting;
  expect(await over(id)).toMatchObject({ status: 'completed', doneCount: trialCount, failedCount: 0 });
});

it('bars that changed since it began end an experiment, and it says so', async () => {
  const id = await start(large);
  await act(id, 'cancel');
  await fixture.rows(`UPDATE market.klines SET close = close * 1.001 WHERE symbol = 'BTCUSDT'`);
  await act(id, 'resume');
  expect(await over(id)).toMatchObject({
    status: 'failed',
    error: 'the stored bars changed since it began: start it again',
  });
});

it('code that changed since it began ends an experiment, and it says so', async () => {
  const id = await start(large);
  await act(id, 'cancel');
  await fixture.rows('ALTER TABLE trading.experiments DISABLE TRIGGER experiments_guard');
  await fixture.rows(`UPDATE trading.experiments SET code_digest = $2 WHERE id = $1`, [id, 'c0de'.repeat(8)]);
  await fixture.rows('ALTER TABLE trading.experiments ENABLE TRIGGER experiments_guard');
  await act(id, 'resume');
  expect(await over(id)).toMatchObject({
    status: 'failed',
    error: 'the code changed since it began: start it again',
  });
});

it('the channel experiment_progress follows an experiment to its end', async () => {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const socket = new WebSocket(`${manager.url.replace('http', 'ws')}/ws`, { headers });
  const heard: WebsocketMessage[] = [];
  let isSubscribed = false;
  socket.on('message', (data) => {
    const said = JSON.parse(String(data)) as WebsocketBatch | WebsocketNotice;
    if ('notice' in said) isSubscribed = true;
    else heard.push(...said.messages);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ action: 'subscribe', channels: ['experiment_progress'] }));
  await eventually(() => isSubscribed);
  const id = await start(large);
  const { trialCount } = await over(id);
  const payloads = await eventually(() => {
    const found = heard.map(
      ({ payload }) => payload as { experimentId: string; status: string; doneCount: number },
    );
    expect(found.at(-1)).toEqual({
      experimentId: id,
      status: 'completed',
      doneCount: trialCount,
      trialCount,
    });
    return found;
  });
  socket.terminate();
  const done = payloads.map(({ doneCount }) => doneCount);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  expect(
    payloads.some(({ status, doneCount }) => status === 'running' && doneCount > 0 && doneCount < trialCount),
  ).toBe(true);
});

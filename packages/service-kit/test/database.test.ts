import { DB_CHANNELS } from '@platform/contracts';
import {
  createTestDatabase,
  eventually,
  HOSTILE_NOTIFICATIONS,
  type TestDatabase,
  tcpProxy,
} from '@platform/testkit';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../src/config/secret';
import { ConsumerCursor } from '../src/db/consumer-cursor';
import { databaseHalt, HaltLatch } from '../src/db/halt-latch';
import { DatabasePool } from '../src/db/pool';
import { openLockSession } from '../src/db/session';
import { DatabaseWatch } from '../src/db/watch';
import { Tasks } from '../src/lifecycle/tasks';
import { systemTime } from '../src/lifecycle/time';
import { ErrorLog, uncounted } from '../src/log/error-log';
import { createLogger } from '../src/log/logger';

const ROLE = 'platform_risk';
let database: TestDatabase;
let admin: pg.Client;
let pool: DatabasePool;
let watch: DatabaseWatch;
let junk: string[];
const log = createLogger({ service: 'risk', version: 'test', level: 'silent' });
const errors = new ErrorLog('risk', log, uncounted());
const tasks = new Tasks({ service: 'risk', time: systemTime, errors, onRun: () => undefined });

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});
beforeEach(() => {
  junk = [];
  const databaseUrl = new Secret(database.urlFor(ROLE));
  pool = new DatabasePool({ databaseUrl, applicationName: 'test', onError: () => undefined });
  watch = new DatabaseWatch({
    databaseUrl,
    applicationName: 'test-watch',
    onFault: () => undefined,
    onUnreachable: () => pool.destroySockets(),
    onJunk: (channel) => junk.push(channel),
    guard: (part, work) => errors.guard(part, work),
    tasks,
  });
});
afterEach(async () => {
  await watch.close();
  await pool.close();
});

it('a session that holds a lock is ended by the server when it falls silent', async () => {
  const client = await openLockSession(pool.pool, 3_000);
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  await eventually(async () => {
    const { rowCount } = await admin.query('SELECT FROM pg_stat_activity WHERE pid = $1', [rows[0].pid]);
    return rowCount === 0;
  });
  client.release(true);
});

it('a lock session that cannot be opened leaves no connection behind', async () => {
  await expect(openLockSession(pool.pool, -1)).rejects.toThrow('idle_session_timeout');
  expect(pool.pool.totalCount).toBe(0);
});

it('the pool gives numeric and bigint as exact strings and limits every statement', async () => {
  const { rows } = await pool.pool.query(
    `SELECT 0.1000000000000000055::numeric AS price, 9007199254740993::bigint AS id,
              current_setting('statement_timeout') AS statement_timeout`,
  );
  expect(rows).toEqual([{ price: '0.1000000000000000055', id: '9007199254740993', statement_timeout: '8s' }]);
});

it('the pool fails what is in flight at once when its sockets are destroyed, and works again', async () => {
  const sleeping = pool.pool.query('SELECT pg_sleep(7)');
  const failed = expect(sleeping).rejects.toThrow('Connection terminated');
  await eventually(async () => {
    const { rows } = await admin.query(`SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(7)'`);
    return rows.length === 1;
  });
  pool.destroySockets();
  await failed;
  expect((await pool.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

it('the pool cuts a connection that fell silent, and those idle beside it, instead of reusing it', async () => {
  const url = new URL(database.urlFor(ROLE));
  const proxy = await tcpProxy({ port: Number(url.port), host: url.hostname });
  url.port = String(proxy.port);
  url.hostname = '127.0.0.1';
  const far = new DatabasePool({
    databaseUrl: new Secret(url.href),
    applicationName: 'test-far',
    onError: () => undefined,
  });
  const query = () => sql`SELECT pg_sleep(0.1)`.execute(far.kysely);
  try {
    await Promise.all([query(), query()]);
    expect(far.pool.idleCount).toBe(2);
    proxy.blackhole(true);
    await expect(query()).rejects.toThrow('Query read timeout');
    proxy.blackhole(false);
    await eventually(() => far.pool.totalCount === 0);
    await query();
  } finally {
    await far.close();
    await proxy.close();
  }
});

describe('the watch', () => {
  const notify = (channel: string, payload: string) =>
    admin.query('SELECT pg_notify($1, $2)', [channel, payload]);

  it('the watch listens again after its connection was cut, and says that something may have been missed', async () => {
    const payloads: unknown[] = [];
    let gaps = 0;
    watch.subscribe({
      channel: DB_CHANNELS.botCommands,
      onNotification: (payload) => payloads.push(payload),
      onGap: () => {
        gaps += 1;
      },
    });
    watch.start();
    await eventually(() => gaps === 1);
    const watching = () => tasks.status().find(({ name }) => name === 'database watch')!;
    await eventually(() => watching().last_run_at !== null);
    expect(watching()).toMatchObject({ last_fault: null, period_ms: 2_000 });
    await notify(DB_CHANNELS.botCommands, '{"id":1}');
    await eventually(() => payloads.length === 1);

    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test-watch'`,
    );
    await eventually(() => gaps === 2);
    await notify(DB_CHANNELS.botCommands, '{"id":2}');
    await eventually(() => payloads.length === 2);
    expect(payloads).toEqual([{ id: 1 }, { id: 2 }]);
    expect(watch.isFresh()).toBe(true);
    expect(watching()).toMatchObject({ state: expect.not.stringMatching('dead'), last_fault: 'Error' });
  });

  it('the watch reports a payload that does not fit its channel, and has everything read again', async () => {
    const heard: unknown[] = [];
    let gaps = 0;
    watch.subscribe({
      channel: DB_CHANNELS.historyChanged,
      onNotification: (payload) => heard.push(payload),
      onGap: () => {
        gaps += 1;
      },
    });
    watch.start();
    await eventually(() => gaps === 1);
    for (const payload of HOSTILE_NOTIFICATIONS) await notify(DB_CHANNELS.historyChanged, payload);
    await notify(DB_CHANNELS.historyChanged, '{"market":"spot","symbol":"ETHUSDT"}');
    await eventually(() => heard.length === 2);
    expect(heard).toEqual([
      { market: 'perp', symbol: 'NOSUCHPAIR' },
      { market: 'spot', symbol: 'ETHUSDT' },
    ]);
    expect(junk).toEqual(Array(HOSTILE_NOTIFICATIONS.length - 1).fill(DB_CHANNELS.historyChanged));
    await eventually(() => gaps >= 2);
    // A flood of junk is no flood of work.
    expect(gaps).toBeLessThan(HOSTILE_NOTIFICATIONS.length);
  });

  it('the watch goes on for everybody when one of its listeners throws, at a notification or at a gap', async () => {
    const heard: unknown[] = [];
    const broken = () => {
      throw new Error('a defect of one listener');
    };
    watch.subscribe({ channel: DB_CHANNELS.botCommands, onNotification: broken, onGap: broken });
    watch.subscribe({
      channel: DB_CHANNELS.botCommands,
      onNotification: (payload) => heard.push(payload),
      onGap: () => heard.push('gap'),
    });
    watch.start();
    await eventually(() => heard.length === 1);
    await notify(DB_CHANNELS.botCommands, '{"id":1}');
    await eventually(() => heard.length === 2);
    expect(heard).toEqual(['gap', { id: 1 }]);
    expect(watch.isFresh()).toBe(true);
  });
});

describe('the halt latch', () => {
  let latch: HaltLatch;
  beforeEach(() => {
    latch = new HaltLatch({ source: databaseHalt({ kysely: pool.kysely, watch }), tasks, time: systemTime });
  });
  afterEach(async () => {
    await latch.close();
  });

  const reads = (halted: boolean) => eventually(() => latch.isHalted() === halted);

  const move = async (halted: boolean) => {
    await admin.query(
      `WITH audit AS (
         INSERT INTO risk.risk_audit_log (halt_trace_id, action, scope, reason, actor)
         VALUES (gen_random_uuid(), $1, 'all', 'test', 'test') RETURNING halt_trace_id)
       UPDATE risk.risk_state SET halted = $2, halt_trace_id = (SELECT halt_trace_id FROM audit)`,
      [halted ? 'halt' : 'resume', halted],
    );
  };

  it('the halt latch counts as engaged until it has been read, then follows the row', async () => {
    expect(latch.isHalted()).toBe(true);
    watch.start();
    latch.start();
    await reads(false);
    await move(true);
    await reads(true);
    await move(false);
    await reads(false);
  });

  it('the halt latch counts as engaged while it may not be read', async () => {
    watch.start();
    latch.start();
    await reads(false);
    await admin.query(`REVOKE SELECT ON risk.risk_state FROM ${ROLE}`);
    await reads(true);
    await admin.query(`GRANT SELECT ON risk.risk_state TO ${ROLE}`);
    await reads(false);
  });

  it('the halt latch counts as engaged while its row is missing', async () => {
    await admin.query('DELETE FROM risk.risk_state');
    watch.start();
    latch.start();
    await eventually(() => watch.isFresh());
    expect(latch.isHalted()).toBe(true);
    await admin.query('INSERT INTO risk.risk_state (halted) VALUES (false)');
    await reads(false);
  });
});

describe('a consumer cursor', () => {
  let data: DatabasePool;
  const cursor = (begin: 'oldest' | 'newest') =>
    new ConsumerCursor({ pool: data.pool, consumer: 'data', source: 'ops.source_commands', begin });

  beforeEach(async () => {
    const databaseUrl = new Secret(database.urlFor('platform_data_writer'));
    data = new DatabasePool({ databaseUrl, applicationName: 'test', onError: () => undefined });
    await admin.query('TRUNCATE ops.consumer_cursors');
    await admin.query(
      `INSERT INTO ops.source_commands (kind, source, issued_by) SELECT 'unquarantine', 'funding', 'test'
       FROM generate_series(1, 3)`,
    );
  });
  afterEach(async () => {
    await data.close();
  });

  const newest = async () =>
    (await admin.query<{ id: string }>('SELECT max(id)::text AS id FROM ops.source_commands')).rows[0]!.id;

  it('a consumer cursor without a position begins with all there is, or with what comes next', async () => {
    expect(await cursor('oldest').position()).toBe('0');
    expect(await cursor('newest').position()).toBe(await newest());
  });

  it('a consumer cursor keeps its position and never goes back', async () => {
    const last = BigInt(await newest());
    await cursor('oldest').advance(String(last));
    await cursor('oldest').advance(String(last - 1n));
    expect(await cursor('oldest').position()).toBe(String(last));
  });

  it('a consumer cursor moves with the transaction that it is given', async () => {
    const client = await data.pool.connect();
    await client.query('BEGIN');
    await cursor('oldest').advance(await newest(), client);
    await client.query('ROLLBACK');
    client.release();
    expect(await cursor('oldest').position()).toBe('0');
  });
});

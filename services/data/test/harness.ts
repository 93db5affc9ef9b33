/** The data service on a simulated venue whose clock stands still until a test moves it. */
import type { BackfillJob, BackfillReport } from '@platform/contracts';
import { MINUTE_MS } from '@platform/core';
import { type RunningSim, type SimOptions, startSim } from '@platform/exchange-sim';
import type { ServiceHandle } from '@platform/service-kit';
import {
  createTestDatabase,
  eventually,
  type NatsServer,
  startTestNats,
  type TestDatabase,
} from '@platform/testkit';
import pg from 'pg';
import { loadDataConfig } from '../src/config';
import { run } from '../src/run';

export const SYMBOL = 'BTCUSDT';
const OPERATOR_TOKEN = 'operator-token-of-the-test-with-256-bits-of-it';

export interface Bench {
  readonly sim: RunningSim;
  readonly database: TestDatabase;
  readonly nats: NatsServer;
  /** As the owner of the schema. */
  readonly sql: pg.Pool;
  environment(): Record<string, string>;
  start(changes?: Record<string, string>): Promise<ServiceHandle>;
  close(): Promise<void>;
}

/** With a port, on a private server that the test may stop. */
export async function openBench(options: Partial<SimOptions> = {}, postgresPort?: number): Promise<Bench> {
  const [database, nats, sim] = await Promise.all([
    createTestDatabase(postgresPort === undefined ? {} : { port: postgresPort }),
    startTestNats(),
    startSim({ symbols: [SYMBOL, 'ETHUSDT'], speed: 0, startMs: minuteOf(Date.now()) + 5_000, ...options }),
  ]);
  const sql = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  sql.on('error', () => undefined);
  const environment = () => ({
    DATABASE_URL: database.urlFor('platform_data_writer'),
    PLATFORM_DATA_BIND_ADDR: '127.0.0.1:0',
    PLATFORM_DATA_LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
    PLATFORM_DATA_OPERATOR_TOKEN: OPERATOR_TOKEN,
    PLATFORM_BUS_NATS_URL: nats.url,
    PLATFORM_BUS_NATS_CREDS: nats.credsFor('data'),
    PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS: SYMBOL,
    PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS: SYMBOL,
    PLATFORM_DATA_EXCHANGE_FUNDING_SYMBOLS: SYMBOL,
    ...exchangeVariables(sim),
  });
  const handles: ServiceHandle[] = [];
  return {
    sim,
    database,
    nats,
    sql,
    environment,
    start: async (changes = {}) => {
      const config = loadDataConfig({ ...environment(), ...changes });
      if (!config.ok) throw new Error(JSON.stringify(config.error));
      const handle = await run(config.value);
      handles.push(handle);
      return handle;
    },
    close: async () => {
      for (const handle of handles) await handle.close();
      await sim.close();
      await sql.end();
      await nats.dispose();
      await database.drop();
    },
  };
}

export function exchangeVariables(sim: RunningSim): Record<string, string> {
  return {
    EXCHANGE_SPOT_REST_URL: sim.url,
    EXCHANGE_SPOT_WS_URL: sim.spotWsUrl,
    EXCHANGE_FUTURES_REST_URL: sim.url,
    EXCHANGE_FUTURES_WS_URL: sim.wsUrl,
    PLATFORM_DATA_FEAR_GREED_URL: sim.url,
    PLATFORM_DATA_STABLECOIN_URL: sim.url,
    PLATFORM_DATA_OPTIONS_URL: sim.url,
    PLATFORM_DATA_MACRO_URL: sim.url,
    PLATFORM_DATA_FRED_API_KEY: sim.options.fredApiKey,
  };
}

export const minuteOf = (timeMs: number) => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;

export interface JobAnswer {
  readonly status: number;
  readonly body: BackfillJob & Record<string, unknown>;
}

/** The data service's jobs, as an operator drives them. */
export function backfills(url: string) {
  const send = async (method: string, path: string, body?: object): Promise<JobAnswer> => {
    const answer = await fetch(`${url}/backfill${path}`, {
      method,
      headers: {
        'x-operator-token': OPERATOR_TOKEN,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as JobAnswer['body'] };
  };
  const job = async (id: string) => (await send('GET', `/jobs/${id}`)).body as BackfillJob;
  const ended = (id: string) =>
    eventually(async () => {
      const state = await job(id);
      if (state.status === 'running') throw new Error(`job ${id} is still running`);
      return state;
    });
  const start = (source: string, body: object = {}) => send('POST', `/${source}`, body);
  return {
    start,
    job,
    ended,
    cancel: (id: string) => send('DELETE', `/jobs/${id}`),
    finished: async (source: string, body: object = {}) => await ended((await start(source, body)).body.id),
    report: async (source: string) =>
      (await send('GET', `/${source}/report`)).body as unknown as BackfillReport,
  };
}

/** One minute closes at the exchange. */
export function closeMinute(sim: RunningSim): void {
  sim.admin.changeClock({ advanceMs: MINUTE_MS });
}

export interface StoredMinutes {
  readonly count: number;
  readonly newestMs: number;
  readonly missing: number;
}

export async function minutesOf(
  sql: pg.Pool,
  market: 'perp' | 'spot',
  symbol = SYMBOL,
): Promise<StoredMinutes> {
  const { rows } = await sql.query<{ count: number; newest: string | null; oldest: string | null }>(
    `SELECT count(*)::int AS count, max(open_time) AS newest, min(open_time) AS oldest FROM market.klines
     WHERE market = $1 AND symbol = $2 AND timeframe = '1m'`,
    [market, symbol],
  );
  const { count, newest, oldest } = rows[0]!;
  const expected = newest === null ? 0 : (Number(newest) - Number(oldest)) / MINUTE_MS + 1;
  return { count, newestMs: Number(newest ?? 0), missing: expected - count };
}

/** The exchange's last closed minute is in the table, and nothing before it is missing. */
export async function caughtUp(
  bench: Pick<Bench, 'sim' | 'sql'>,
  market: 'perp' | 'spot' = 'perp',
): Promise<StoredMinutes> {
  return await eventually(async () => {
    const nowMs = (bench.sim.admin.state() as { nowMs: number }).nowMs;
    const stored = await minutesOf(bench.sql, market);
    if (stored.newestMs !== minuteOf(nowMs) - MINUTE_MS)
      throw new Error(`newest is ${stored.newestMs}, now ${nowMs}`);
    if (stored.missing !== 0) throw new Error(`${stored.missing} minutes are missing`);
    return stored;
  });
}

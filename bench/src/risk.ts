/**
 * The risk service on real PostgreSQL and NATS: from a condition to the committed latch, from the latch to an executor that
 * refuses, and what an evaluation of 500 bots on 200 symbols costs.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, ROLES, setRolePasswords } from '@platform/db';
import { SIM_KEYS, startSim } from '@platform/exchange-sim';
import {
  type SpawnedService,
  spawnService,
  startPostgres,
  startTestNats,
  TEST_PASSWORD,
} from '@platform/testkit';
import pg from 'pg';
import type { Benchmark, BenchResult } from './index';

const BOTS = 500;
const SYMBOLS = 200;
const TRIPS = 20;
const SUPPRESSED_TRIPS = 6;
const EVALUATION_AIM_MS = 50;
const HALT_AIM_MS = 7_000;

export const benchmark: Benchmark = {
  name: 'risk',
  summary: 'condition to latch, latch to refusal with and without NOTIFY, cost of an evaluation',
  run: async (progress) => {
    const bed = await Bed.open();
    try {
      progress('condition → latch → executor');
      const announced = await bed.trips(TRIPS, { announce: true });
      const polled = await bed.trips(TRIPS / 4, { announce: false });
      progress('the same with NOTIFY suppressed');
      await bed.sql('ALTER TABLE risk.risk_state DISABLE TRIGGER risk_state_notify');
      const suppressed = await bed.trips(SUPPRESSED_TRIPS, { announce: true });
      await bed.sql('ALTER TABLE risk.risk_state ENABLE TRIGGER risk_state_notify');
      progress(`evaluating ${BOTS} bots on ${SYMBOLS} symbols`);
      const evaluationMs = await bed.evaluationMs();
      return [
        ...quantiles('condition announced → latch committed', announced.latchMs),
        ...quantiles('condition found at the 1 s interval → latch committed', polled.latchMs),
        ...quantiles('latch committed → executor refuses, NOTIFY', announced.refusalMs),
        ...quantiles(
          'latch committed → executor refuses, NOTIFY suppressed',
          suppressed.refusalMs,
          HALT_AIM_MS,
        ),
        result(`evaluation of ${BOTS} bots, ${SYMBOLS} symbols, mean`, evaluationMs, EVALUATION_AIM_MS),
      ];
    } finally {
      await bed.close();
    }
  },
};

function quantiles(name: string, samples: readonly number[], aimMs?: number): BenchResult[] {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
  return [result(`${name}, p50`, at(0.5), aimMs), result(`${name}, p99`, at(0.99), aimMs)];
}

function result(name: string, valueMs: number, aimMs?: number): BenchResult {
  const value = Math.round(valueMs * 100) / 100;
  return aimMs === undefined
    ? { name, value, unit: 'ms' }
    : { name, value, unit: 'ms', aim: `<= ${aimMs} ms`, met: value <= aimMs };
}

/** A database, a bus, the service that evaluates, and an executor on a simulated venue. */
class Bed {
  private constructor(
    private readonly owner: pg.Client,
    private readonly service: SpawnedService,
    private readonly executor: SpawnedService,
    private readonly dispose: () => Promise<void>,
  ) {}

  static async open(): Promise<Bed> {
    const [postgres, nats] = await Promise.all([startPostgres({ durable: true }), startTestNats()]);
    const adminUrl = postgres.adminUrl('postgres');
    await migrate({ connectionString: adminUrl, log: () => undefined });
    await setRolePasswords(adminUrl, Object.fromEntries(ROLES.map((role) => [role, TEST_PASSWORD])));
    const bus = (service: 'risk' | 'executor') => ({
      PLATFORM_BUS_NATS_URL: nats.url,
      PLATFORM_BUS_NATS_CREDS: nats.credsFor(service),
    });
    const sim = await startSim({ symbols: ['BTCUSDT'] });
    const owner = new pg.Client({ connectionString: adminUrl });
    await owner.connect();
    const service = await spawnService('risk', {
      ...bus('risk'),
      PLATFORM_RISK_DATABASE_URL: `postgresql://platform_risk:${TEST_PASSWORD}@127.0.0.1:${postgres.port}/postgres`,
      PLATFORM_RISK_BIND_ADDR: '127.0.0.1:0',
      PLATFORM_RISK_OPERATOR_TOKEN: TEST_PASSWORD,
    });
    const executor = await spawnService('executor', {
      ...bus('executor'),
      PLATFORM_EXECUTOR_DATABASE_URL: `postgresql://platform_executor:${TEST_PASSWORD}@127.0.0.1:${postgres.port}/postgres`,
      PLATFORM_EXECUTOR_BIND_ADDR: '127.0.0.1:0',
      EXCHANGE_TESTNET_API_KEY: SIM_KEYS.trading.key,
      EXCHANGE_TESTNET_API_SECRET: SIM_KEYS.trading.secret,
      EXCHANGE_TESTNET_REST_URL: sim.url,
      EXCHANGE_TESTNET_WS_URL: sim.wsUrl,
    });
    return new Bed(owner, service, executor, async () => {
      await owner.end();
      await Promise.all([service.end('SIGTERM'), executor.end('SIGTERM')]);
      await Promise.all([sim.close(), postgres.dispose(), nats.dispose()]);
    });
  }

  close(): Promise<void> {
    return this.dispose();
  }

  async sql(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    return this.owner.query(text, values);
  }

  /** Loses a quarter of one bot's equity, waits for latch and executor, and puts everything back. */
  async trips(count: number, { announce }: { announce: boolean }) {
    const botId = randomUUID();
    const runId = await this.#addRun(botId, 0);
    await this.sql(
      `INSERT INTO trading.positions (network, symbol, bot_id) VALUES ('testnet', 'BTCUSDT', $1)`,
      [botId],
    );
    const latchMs: number[] = [];
    const refusalMs: number[] = [];
    for (let round = 0; round < count; round++) {
      await this.#recover(runId, round);
      const startedMs = performance.now();
      await this.#equity(runId, 700);
      if (announce) await this.sql('UPDATE trading.positions SET fees = fees + 1 WHERE bot_id = $1', [botId]);
      await this.#until(async () => (await this.sql('SELECT halted FROM risk.risk_state')).rows[0].halted);
      const latchedMs = performance.now();
      await this.#until(() => this.#executorHalted());
      latchMs.push(latchedMs - startedMs);
      refusalMs.push(performance.now() - latchedMs);
    }
    await this.#recover(runId, count);
    await this.sql(`DELETE FROM trading.equity_points WHERE run_id = $1`, [runId]);
    await this.sql(`DELETE FROM trading.runs WHERE id = $1`, [runId]);
    return { latchMs, refusalMs };
  }

  async evaluationMs(): Promise<number> {
    // What follows holds positions that no venue knows.
    await this.executor.end('SIGTERM');
    await this.#populate();
    // The first evaluations read a day of bars; they are not what a tick costs.
    const populated = await this.#ticks();
    await this.#until(async () => (await this.#ticks()).count >= populated.count + 5);
    const before = await this.#ticks();
    await sleep(15_000);
    const after = await this.#ticks();
    return ((after.sum - before.sum) / (after.count - before.count)) * 1000;
  }

  /** Bots, live runs, positions, a day of minute bars and a month of hours. */
  async #populate(): Promise<void> {
    await this.sql(`
      INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, image_tag,
        desired_state, status, cluster_id)
      SELECT ('01923456-789a-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'bench ' || i, 'supertrend', 'S' || i % ${SYMBOLS} || 'USDT',
        '1h', 'testnet', 'fixed', 1, 'v1', 'running', 'live', 'c' || i % 10 FROM generate_series(1, ${BOTS}) AS i;
      INSERT INTO trading.bot_events (bot_id, event_type, emitted_by) SELECT id, 'container_started', 'platform_bot' FROM trading.bot_configs;
      INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity)
      SELECT gen_random_uuid(), 'live', 'running', id, 'testnet', strategy, symbol, timeframe, 1000 FROM trading.bot_configs;
      INSERT INTO trading.equity_points (run_id, ts, equity, drawdown_pct)
      SELECT id, 1700000000000 + i * 60000, 1000, 0 FROM trading.runs, generate_series(1, 200) AS i;
      INSERT INTO trading.positions (network, symbol, bot_id, qty, entry_price, opened_at)
      SELECT 'testnet', symbol, id, 1, 100, now() FROM trading.bot_configs;
      SELECT market.ensure_kline_partitions((extract(epoch FROM now() - interval '40 days') * 1000)::bigint,
        (extract(epoch FROM now()) * 1000)::bigint);
      INSERT INTO market.klines SELECT 'perp', 'S' || s || 'USDT', '1m', (floor(extract(epoch FROM now()) / 60) - i)::bigint * 60000,
        100, 101, 99, 100 + (i * s) % 7 * 0.1, 10, 1000, 5, 5 FROM generate_series(0, ${SYMBOLS - 1}) AS s, generate_series(1, 1500) AS i;
      INSERT INTO market.klines SELECT 'perp', 'S' || s || 'USDT', '1h', (floor(extract(epoch FROM now()) / 3600) - i)::bigint * 3600000,
        100, 101, 99, 100 + (i * s) % 7 * 0.1, 10, 1000, 5, 5 FROM generate_series(0, ${SYMBOLS - 1}) AS s, generate_series(1, 720) AS i;
      ANALYZE`);
  }

  async #addRun(botId: string, ts: number): Promise<string> {
    const runId = randomUUID();
    await this.sql(
      `INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity)
       VALUES ($1, 'live', 'running', $2, 'testnet', 'supertrend', 'BTCUSDT', '1h', 1000)`,
      [runId, botId],
    );
    await this.sql('INSERT INTO trading.equity_points VALUES ($1, $2, 1000, 0)', [runId, ts]);
    return runId;
  }

  async #equity(runId: string, equity: number): Promise<void> {
    await this.sql(
      'INSERT INTO trading.equity_points SELECT $1, max(ts) + 1, $2, 0 FROM trading.equity_points WHERE run_id = $1',
      [runId, equity],
    );
  }

  /** Equity is back, the latch is cleared everywhere, and the next condition comes at no particular phase of the interval. */
  async #recover(runId: string, round: number): Promise<void> {
    await this.#equity(runId, 1000);
    await this.#until(async () => {
      await fetch(`${this.service.url}/risk/resume`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-operator-token': TEST_PASSWORD },
        body: '{"reason":"bench"}',
      });
      await sleep(300);
      return (
        !(await this.sql('SELECT halted FROM risk.risk_state')).rows[0].halted &&
        !(await this.#executorHalted())
      );
    });
    await sleep((round * 370) % 1000);
  }

  async #executorHalted(): Promise<boolean> {
    return ((await (await fetch(`${this.executor.url}/healthz`)).json()) as { halted: boolean }).halted;
  }

  async #ticks(): Promise<{ sum: number; count: number }> {
    const text = await (await fetch(`${this.service.url}/metrics`)).text();
    const read = (suffix: string) =>
      Number(new RegExp(`^platform_risk_evaluation_duration_seconds_${suffix} (.+)$`, 'm').exec(text)?.[1]);
    return { sum: read('sum'), count: read('count') };
  }

  async #until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await sleep(2);
  }
}

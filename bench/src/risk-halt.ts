/**
 * From a condition to the committed latch, and from there to an executor that refuses. With NOTIFY suppressed only the halt goes
 * unannounced, not the resume before it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_PASSWORD } from '@platform/testkit';
import type { BenchResult } from './benchmark';
import { percentile } from './percentile';
import { milliseconds, type RiskBed, until } from './risk-bed';

const TRIPS = 20;
const POLLED_TRIPS = 6;
const SUPPRESSED_TRIPS = 10;
const HALT_AIM_MS = 7_000;
/** How often the latch and the conditions are read without a notification: trips are spread evenly over that. */
const HALT_POLL_MS = 5_000;
const EVALUATION_MS = 1_000;
/** The executor records this bot's equity too, every minute: what is written here is always newer. */
const FIRST_POINT_MS = Date.UTC(2100, 0, 1);

const BOT_ID = '01923456-789a-7000-8000-0000000000aa';
const RUN_ID = '01923456-789a-7000-8000-0000000000bb';

interface Conditions {
  /** Whether news of the position wakes the evaluation, or its interval does. */
  readonly isAnnounced: boolean;
  readonly isNotifySuppressed: boolean;
}

export async function measureHalt(bed: RiskBed, progress: (line: string) => void): Promise<BenchResult[]> {
  const executor = await bed.startExecutor();
  try {
    const trips = await Trips.prepare(bed, executor.url);
    progress('condition → latch → executor');
    const announced = await trips.run(TRIPS, { isAnnounced: true, isNotifySuppressed: false });
    const polled = await trips.run(POLLED_TRIPS, { isAnnounced: false, isNotifySuppressed: false });
    progress('the same with NOTIFY suppressed');
    const suppressed = await trips.run(SUPPRESSED_TRIPS, { isAnnounced: true, isNotifySuppressed: true });
    await trips.clear();
    return [
      ...quantiles('condition announced → latch committed', announced.latchMs),
      ...quantiles('condition found at the 1 s interval → latch committed', polled.latchMs),
      ...quantiles('latch committed → executor refuses, NOTIFY', announced.refusalMs),
      ...quantiles(
        'latch committed → executor refuses, NOTIFY suppressed',
        suppressed.refusalMs,
        HALT_AIM_MS,
      ),
    ];
  } finally {
    await executor.end();
  }
}

function quantiles(name: string, samples: readonly number[], aimMs?: number): BenchResult[] {
  return [0.5, 0.99].map((share) =>
    milliseconds(`${name}, p${100 * share}`, percentile(samples, share), aimMs),
  );
}

/** One bot whose equity falls by a third and comes back, again and again. */
class Trips {
  private constructor(
    private readonly bed: RiskBed,
    private readonly executorUrl: string,
  ) {}

  static async prepare(bed: RiskBed, executorUrl: string): Promise<Trips> {
    const trips = new Trips(bed, executorUrl);
    await bed.sql(
      `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, image_tag,
         desired_state, status)
       VALUES ($1, 'bench', 'supertrend', 'BTCUSDT', '1h', 'testnet', 'fixed', 1, 'v1', 'running', 'live')`,
      [BOT_ID],
    );
    await bed.sql(
      `INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity, started_at)
       VALUES ($1, 'live', 'running', $2, 'testnet', 'supertrend', 'BTCUSDT', '1h', 1000, now())`,
      [RUN_ID, BOT_ID],
    );
    const point = [RUN_ID, FIRST_POINT_MS];
    await bed.sql('INSERT INTO trading.equity_points VALUES ($1, $2, 1000, 0)', point);
    await bed.sql(
      `INSERT INTO trading.positions (network, symbol, bot_id) VALUES ('testnet', 'BTCUSDT', $1)`,
      [BOT_ID],
    );
    return trips;
  }

  async run(count: number, { isAnnounced, isNotifySuppressed }: Conditions) {
    const latchMs: number[] = [];
    const refusalMs: number[] = [];
    for (let round = 0; round < count; round++) {
      await this.#recover();
      await sleep((round / count) * (isNotifySuppressed ? HALT_POLL_MS : EVALUATION_MS));
      if (isNotifySuppressed) await this.#notify('DISABLE');
      const startedMs = performance.now();
      await this.#equity(700);
      if (isAnnounced) await this.#announce();
      await until(() => this.#isLatched());
      const latchedMs = performance.now();
      await until(() => this.#isRefusing());
      latchMs.push(latchedMs - startedMs);
      refusalMs.push(performance.now() - latchedMs);
      if (isNotifySuppressed) await this.#notify('ENABLE');
    }
    return { latchMs, refusalMs };
  }

  async clear(): Promise<void> {
    await this.#recover();
    await this.bed.sql(`UPDATE trading.runs SET status = 'completed' WHERE id = $1`, [RUN_ID]);
    await this.bed.sql(`UPDATE trading.bot_configs SET desired_state = 'stopped' WHERE id = $1`, [BOT_ID]);
  }

  /** Equity is back and seen to be, and the latch is cleared everywhere. */
  async #recover(): Promise<void> {
    await this.#equity(1000);
    await this.#announce();
    await until(async () => {
      await sleep(200);
      await fetch(`${this.bed.risk.url}/risk/resume`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-operator-token': TEST_PASSWORD },
        body: '{"reason":"bench"}',
      });
      await sleep(200);
      return !(await this.#isLatched()) && !(await this.#isRefusing());
    });
  }

  async #equity(equity: number): Promise<void> {
    await this.bed.sql(
      'INSERT INTO trading.equity_points SELECT $1, max(ts) + 1, $2, 0 FROM trading.equity_points WHERE run_id = $1',
      [RUN_ID, equity],
    );
  }

  async #announce(): Promise<void> {
    await this.bed.sql('UPDATE trading.positions SET fees = fees + 1 WHERE bot_id = $1', [BOT_ID]);
  }

  async #notify(state: 'ENABLE' | 'DISABLE'): Promise<void> {
    await this.bed.sql(`ALTER TABLE risk.risk_state ${state} TRIGGER risk_state_notify`);
  }

  async #isLatched(): Promise<boolean> {
    const [latch] = await this.bed.sql<{ halted: boolean }>('SELECT halted FROM risk.risk_state');
    return latch!.halted;
  }

  async #isRefusing(): Promise<boolean> {
    const health = await (await fetch(`${this.executorUrl}/healthz`)).json();
    return (health as { halted: boolean }).halted;
  }
}

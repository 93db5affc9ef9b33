/**
 * From a condition to the committed latch, and from there to an executor that refuses. With NOTIFY suppressed
 * only the halt goes unannounced, not the resume before it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { HALT_POLL_MS } from '@platform/service-kit';
import { TEST_PASSWORD } from '@platform/testkit';
import type { BenchResult } from './benchmark';
import { percentile } from './percentile';
import { milliseconds, type RiskHarness, until } from './risk-harness';

const TRIPS = 20;
const POLLED_TRIPS = 6;
const SUPPRESSED_TRIPS = 10;
const HALT_AIM_MS = 7_000;
/**
 * How often conditions are read without a notification; trips are spread evenly over that, or over the
 * latch's own poll.
 */
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

export async function measureHalt(
  harness: RiskHarness,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  const executor = await harness.startExecutor();
  try {
    const trips = await Trips.prepare(harness, executor.url);
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
    private readonly harness: RiskHarness,
    private readonly executorUrl: string,
  ) {}

  static async prepare(harness: RiskHarness, executorUrl: string): Promise<Trips> {
    const trips = new Trips(harness, executorUrl);
    await harness.sql(
      `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, image_tag,
         desired_state, status)
       VALUES ($1, 'bench', 'supertrend', 'BTCUSDT', '1h', 'testnet', 'fixed', 1, 'v1', 'running', 'live')`,
      [BOT_ID],
    );
    await harness.sql(
      `INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity, started_at)
       VALUES ($1, 'live', 'running', $2, 'testnet', 'supertrend', 'BTCUSDT', '1h', 1000, now())`,
      [RUN_ID, BOT_ID],
    );
    const point = [RUN_ID, FIRST_POINT_MS];
    await harness.sql('INSERT INTO trading.equity_points VALUES ($1, $2, 1000, 0)', point);
    await harness.sql(
      `INSERT INTO trading.positions (network, symbol, bot_id) VALUES ('testnet', 'BTCUSDT', $1)`,
      [BOT_ID],
    );
    return trips;
  }

  async run(count: number, { isAnnounced, isNotifySuppressed }: Conditions) {
    const latchMs: number[] = [];
    const refusalMs: number[] = [];
    for (let round = 0; round < count; round++) {
      await this.recover();
      await sleep((round / count) * (isNotifySuppressed ? HALT_POLL_MS : EVALUATION_MS));
      if (isNotifySuppressed) await this.notify('DISABLE');
      const startedMs = performance.now();
      await this.equity(700);
      if (isAnnounced) await this.announce();
      await until(() => this.isLatched());
      const latchedMs = performance.now();
      await until(() => this.isRefusing());
      latchMs.push(latchedMs - startedMs);
      refusalMs.push(performance.now() - latchedMs);
      if (isNotifySuppressed) await this.notify('ENABLE');
    }
    return { latchMs, refusalMs };
  }

  async clear(): Promise<void> {
    await this.recover();
    await this.harness.sql(`UPDATE trading.runs SET status = 'completed' WHERE id = $1`, [RUN_ID]);
    await this.harness.sql(`UPDATE trading.bot_configs SET desired_state = 'stopped' WHERE id = $1`, [
      BOT_ID,
    ]);
  }

  /** Equity is back and seen to be, and the latch is cleared everywhere. */
  private async recover(): Promise<void> {
    await this.equity(1000);
    await this.announce();
    await until(async () => {
      await sleep(200);
      await fetch(`${this.harness.risk.url}/risk/resume`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-operator-token': TEST_PASSWORD },
        body: '{"reason":"bench"}',
      });
      await sleep(200);
      return !(await this.isLatched()) && !(await this.isRefusing());
    });
  }

  private async equity(equity: number): Promise<void> {
    await this.harness.sql(
      'INSERT INTO trading.equity_points SELECT $1, max(ts) + 1, $2, 0 FROM trading.equity_points WHERE run_id = $1',
      [RUN_ID, equity],
    );
  }

  private async announce(): Promise<void> {
    await this.harness.sql('UPDATE trading.positions SET fees = fees + 1 WHERE bot_id = $1', [BOT_ID]);
  }

  private async notify(state: 'ENABLE' | 'DISABLE'): Promise<void> {
    await this.harness.sql(`ALTER TABLE risk.risk_state ${state} TRIGGER risk_state_notify`);
  }

  private async isLatched(): Promise<boolean> {
    const [latch] = await this.harness.sql<{ halted: boolean }>('SELECT halted FROM risk.risk_state');
    return latch!.halted;
  }

  private async isRefusing(): Promise<boolean> {
    const health = await (await fetch(`${this.executorUrl}/healthz`)).json();
    return (health as { halted: boolean }).halted;
  }
}

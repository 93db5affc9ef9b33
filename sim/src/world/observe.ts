/** Takes the history of a stage as it stands, and looks for secrets where none may be. */
import { readFile } from 'node:fs/promises';
import type { IntervalHistogram } from 'node:perf_hooks';
import { databaseHistory } from '../history/database';
import type { Bounds, History, SimulationLog } from '../history/history';
import { venueHistory } from '../history/venue';
import type { Driver } from './driver';
import { CANARIES, NETWORK_CAP_USD, type Stage } from './stage';

/** The spec's bounds, and what a machine may add to each at its best; how much busier it was is measured. */
const BOUNDS: Readonly<Record<keyof Bounds, readonly [specMs: number, machineMs: number]>> = {
  haltToSilenceMs: [7_000, 500],
  uncoveredMs: [5_000, 1_000],
  databaseBackMs: [20_000, 1_500],
  flattenBegunMs: [15_000, 1_500],
  drainMs: [30_000, 1_000],
};

/** A stall that this process saw hit the executor as well, in several steps of one reaction. */
const STALLS_PER_REACTION = 4;

export interface Observer {
  readonly stage: Stage;
  /** Since the seed began. */
  readonly stalls: IntervalHistogram;
  readonly driver: Driver;
  readonly timeFactor: number;
}

export async function observe(
  { stage, driver, timeFactor, stalls }: Observer,
  phase: History['phase'],
  drain: SimulationLog['drain'],
): Promise<History> {
  const readiness = (await stage.executor.isReady()) ? 'ready' : 'not ready';
  // The ledger first: every request in it must already have its row.
  const venue = venueHistory(stage.sim.admin.ledger({ limit: Number.POSITIVE_INFINITY }));
  const database = await databaseHistory(stage.sql);
  return {
    phase,
    bounds: scaled(timeFactor, (stalls.max / 1e6) * STALLS_PER_REACTION),
    caps: { ...stage.schedule.caps, networkUsd: NETWORK_CAP_USD },
    database,
    venue,
    log: {
      process: [...stage.executor.events],
      disturbed: driver.disturbed,
      databaseAway: driver.databaseAway,
      stopsRefused: driver.stopsRefused,
      played: driver.played,
      takenAtMs: Date.now(),
      drain,
      readiness,
      leaks: phase === 'flat' ? await leaks(stage) : [],
    },
  };
}

function scaled(timeFactor: number, stalledMs: number): Bounds {
  const entries = Object.entries(BOUNDS).map(([name, [specMs, machineMs]]) => [
    name,
    specMs / timeFactor + machineMs + stalledMs,
  ]);
  return Object.fromEntries(entries) as unknown as Bounds;
}

async function leaks({ sql, logFile }: Stage): Promise<string[]> {
  const log = await readFile(logFile, 'utf8');
  const found = Object.entries(CANARIES)
    .filter(([, secret]) => log.includes(secret))
    .map(([name]) => `the log contains the ${name}`);
  const tables = await sql.rows<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('trading', 'risk', 'ops')`,
  );
  for (const { name } of tables) {
    const [row] = await sql.rows<{ leaky: boolean }>(
      `SELECT EXISTS (SELECT FROM ${name} t WHERE t::text LIKE ANY($1)) AS leaky`,
      [Object.values(CANARIES).map((secret) => `%${secret}%`)],
    );
    if (row!.leaky) found.push(`the table ${name} contains a secret`);
  }
  return found;
}

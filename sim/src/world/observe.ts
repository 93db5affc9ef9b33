/** Takes the history of a stage as it stands, and looks for secrets where none may be. */
import { readFile } from 'node:fs/promises';
import { databaseHistory } from '../history/database';
import type { Bounds, History, SimulationLog } from '../history/history';
import { venueHistory } from '../history/venue';
import type { Driver } from './driver';
import { CANARIES, NETWORK_CAP_USD, type Stage } from './stage';

/** The spec's bounds, and what a busy machine may add to each. */
const BOUNDS: Readonly<Record<keyof Bounds, readonly [specMs: number, machineMs: number]>> = {
  haltToSilenceMs: [7_000, 500],
  uncoveredMs: [5_000, 1_000],
  flattenBegunMs: [15_000, 1_500],
  drainMs: [30_000, 1_000],
};

export interface Observer {
  readonly stage: Stage;
  readonly driver: Driver;
  readonly timeFactor: number;
}

export async function observe(
  { stage, driver, timeFactor }: Observer,
  phase: History['phase'],
  drain: SimulationLog['drain'],
): Promise<History> {
  const readiness = (await stage.executor.isReady()) ? 'ready' : 'not ready';
  const database = await databaseHistory(stage.sql);
  const venue = venueHistory(stage.sim.admin.ledger({ limit: Number.POSITIVE_INFINITY }));
  return {
    phase,
    bounds: scaled(timeFactor),
    caps: { ...stage.schedule.caps, networkUsd: NETWORK_CAP_USD },
    database,
    venue,
    log: {
      process: [...stage.executor.events],
      disturbed: driver.disturbed,
      databaseAway: driver.databaseAway,
      stopsRefused: driver.stopsRefused,
      takenAtMs: Date.now(),
      drain,
      readiness,
      leaks: phase === 'flat' ? await leaks(stage) : [],
    },
  };
}

function scaled(timeFactor: number): Bounds {
  const entries = Object.entries(BOUNDS).map(([name, [specMs, machineMs]]) => [
    name,
    specMs / timeFactor + machineMs,
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

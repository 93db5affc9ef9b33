/** Takes the history of a world as it stands. */
import type { History, SimulationLog } from '../history/history';
import { venueHistory } from '../history/venue';
import type { Driver } from './driver';
import type { World } from './world';

export const NETWORK_CAP_USD = 2_000;

export interface Observer {
  readonly world: World;
  readonly driver: Driver;
}

export async function observe(
  { world, driver }: Observer,
  phase: History['phase'],
  drain: SimulationLog['drain'],
): Promise<History> {
  const readiness = (await world.executor.isReady()) ? 'ready' : 'not ready';
  // The ledger first: every request in it must already have its row.
  const venue = venueHistory(world.admin.ledger({ limit: Number.POSITIVE_INFINITY }));
  const database = await world.databaseHistory();
  return {
    phase,
    bounds: world.bounds(),
    caps: { ...world.schedule.caps, networkUsd: NETWORK_CAP_USD },
    database,
    venue,
    log: {
      process: [...world.executor.events],
      second: [...world.second],
      risk: [...(world.risk?.events ?? [])],
      disturbed: driver.disturbed,
      databaseAway: driver.databaseAway,
      lostStatements: [...(world.lostStatements ?? [])],
      stopsRefused: driver.stopsRefused,
      coarse: driver.coarse,
      played: driver.played,
      takenAtMs: world.time.nowMs(),
      drain,
      readiness,
      latchReads: world.latchReads,
      hasty: world.executor.hasty ?? [],
      spinning: world.executor.spinning ?? [],
      leaks: phase === 'flat' ? await world.leaks() : [],
    },
  };
}

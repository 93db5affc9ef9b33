/**
 * Breaks one thing after the other in a running platform and waits for its alerts at the receiver; then
 * repairs it. A message that does not come is an error, never a figure. bench/results keeps the newest figure
 * of each drill from the moment it is there, so that a run which is cut off, or is about some alerts only,
 * leaves the others as they were.
 */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AlertName, alerts, isAlertName } from '@platform/contracts';
import type { BenchResult, Report } from './benchmark';
import { ROUNDS } from './drills';
import { mountVolume } from './drills/disk';
import type { Drill, RaisedAlert } from './drills/drill';
import { runDrills } from './drills/runner';
import { resume } from './drills/services';
import { median } from './percentile';
import { keepResults, keptResults } from './results';
import { delayResult, startWatchedStack } from './watching-harness';

const KEPT_AS = 'watching:drills';
const SETTLE_MS = 30_000;
/** Whose end is waited for at the longest: the end of an alert that looks farther back is not seen. */
const LONGEST_WINDOW_MINUTES = 10;

export async function measureDrills(
  scratch: string,
  progress: Report,
  isLong: boolean,
): Promise<BenchResult[]> {
  const only = namedAlerts(process.env['DRILLS'] ?? '');
  const home = await mkdtemp(join(scratch, 'home-'));
  const volume = mountVolume(home);
  if (volume === undefined) progress('drills of the disk are left out: only root may mount one');
  const rounds = chosen(ROUNDS, { isLong, only, hasVolume: volume !== undefined });
  const measured = new Map<string, number>();
  // Read each time: another run may be under way.
  const newest = () =>
    resultsOf(
      new Map([...keptResults(KEPT_AS).map(({ name, value }) => [name, value] as const), ...measured]),
    );
  try {
    const stack = await startWatchedStack(home, { DEMO_STEPS: 'fastBot' });
    try {
      await sleep(SETTLE_MS);
      const faults = await runDrills({
        stack,
        rounds,
        progress,
        // What was broken may have tripped a breaker: trading is resumed once its reason is gone.
        isWell: async () => (await resume(stack)) && (await stack.isWell()),
        arrived: ({ what, raised, seconds }) => {
          measured.set(nameOf(what, raised), seconds);
          keepResults(KEPT_AS, newest());
        },
        ends: (raised) => endsSoon(raised, isLong),
      });
      if (faults.length > 0) throw new Error(`${faults.length} drills failed:\n${faults.join('\n')}`);
      return newest();
    } finally {
      await stack.stop();
    }
  } finally {
    volume?.unmount();
  }
}

/** Separated by commas; none means all. */
export function namedAlerts(text: string): readonly AlertName[] {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.filter((name) => !isAlertName(name));
  if (unknown.length > 0) throw new Error(`DRILLS names no alerts: ${unknown.join(', ')}`);
  return names.filter(isAlertName);
}

interface Choice {
  readonly isLong: boolean;
  readonly only: readonly AlertName[];
  readonly hasVolume: boolean;
}

/** Drills are left with those of their alerts that are asked for, and dropped without any. */
export function chosen(
  rounds: readonly (readonly Drill[])[],
  { isLong, only, hasVolume }: Choice,
): readonly (readonly Drill[])[] {
  const isWanted = ({ alert, isSlow }: RaisedAlert) =>
    (isLong || isSlow !== true) && (only.length === 0 || only.includes(alert));
  return rounds
    .map((round) =>
      round
        .filter(({ needsVolume }) => hasVolume || needsVolume !== true)
        .map((drill) => ({ ...drill, raises: drill.raises.filter(isWanted) }))
        .filter(({ raises }) => raises.length > 0),
    )
    .filter((round) => round.length > 0);
}

/** In the order of the rounds; what is no longer drilled falls away. */
export function resultsOf(seconds: ReadonlyMap<string, number>): BenchResult[] {
  const measured = ROUNDS.flat().flatMap(({ what, raises }) =>
    raises.flatMap((raised) => {
      const name = nameOf(what, raised);
      const value = seconds.get(name);
      return value === undefined ? [] : [{ name, value, raised }];
    }),
  );
  const fast = measured
    .filter(({ raised }) => raised.hasToLast !== true && alerts[raised.alert].severity === 'critical')
    .map(({ value }) => value);
  return [
    ...measured.map(({ name, value }) => ({ name, value, unit: 's' })),
    ...(fast.length === 0
      ? []
      : [
          delayResult('broken to message where it shows at once, p50', median(fast)),
          delayResult('broken to message where it shows at once, worst', Math.max(...fast)),
        ]),
  ];
}

const nameOf = (what: string, { alert }: RaisedAlert) => `${what}: ${alert}`;

/** Warnings come together every five minutes, and so does their end. */
function endsSoon({ alert }: RaisedAlert, isLong: boolean): boolean {
  const { expr, severity } = alerts[alert];
  const windows = [...expr.matchAll(/\[(\d+)([mh])\]/g)].map(
    ([, n, unit]) => Number(n) * (unit === 'h' ? 60 : 1),
  );
  const minutes = Math.max(0, ...windows);
  return isLong ? minutes <= LONGEST_WINDOW_MINUTES : minutes === 0 && severity === 'critical';
}

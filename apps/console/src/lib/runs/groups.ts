/** Roundtrips grouped by what a reader asks about: how they ended, and which side they were on. */
import type { Roundtrip } from './types';

export interface TripGroup {
  readonly name: string;
  readonly count: number;
  readonly wins: number;
  readonly pnlUsd: number;
  readonly meanPnlUsd: number;
  readonly meanDurationMs: number;
}

export type GroupedField = 'exitReason' | 'side';

export function groupTrips(trips: readonly Roundtrip[], by: GroupedField): readonly TripGroup[] {
  const groups = new Map<string, Roundtrip[]>();
  for (const trip of trips) {
    const group = groups.get(trip[by]);
    if (group === undefined) groups.set(trip[by], [trip]);
    else group.push(trip);
  }
  return [...groups]
    .map(([name, members]) => {
      const pnlUsd = members.reduce((sum, trip) => sum + Number(trip.pnlUsd), 0);
      const totalMs = members.reduce((sum, trip) => sum + trip.durationMs, 0);
      return {
        name,
        count: members.length,
        pnlUsd,
        meanPnlUsd: pnlUsd / members.length,
        wins: members.filter((trip) => Number(trip.pnlUsd) > 0).length,
        meanDurationMs: totalMs / members.length,
      };
    })
    .sort((a, b) => b.count - a.count);
}

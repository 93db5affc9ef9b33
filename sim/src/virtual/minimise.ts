/**
 * The shortest schedule found that still fails: actions are left out, in halves and then fewer, as long as
 * the same invariant breaks.
 */
import type { PlantedBug } from '../planted/planted-bug';
import type { Action, Schedule } from '../schedule/actions';
import { runVirtual } from './run-seed';

/** Enough for a few dozen actions; a longer search would find little more. */
const MOST_RUNS = 120;

export async function minimise(schedule: Schedule, invariant: string, bug?: PlantedBug): Promise<Schedule> {
  let actions = schedule.actions;
  let runs = 0;
  const fails = async (fewer: readonly Action[]) => {
    runs += 1;
    const { violations } = await runVirtual({ ...schedule, actions: fewer }, bug);
    return violations.some((violation) => violation.invariant === invariant);
  };
  for (let size = Math.ceil(actions.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < actions.length && runs < MOST_RUNS; ) {
      const fewer = [...actions.slice(0, from), ...actions.slice(from + size)];
      if (await fails(fewer)) actions = fewer;
      else from += size;
    }
  }
  return { ...schedule, actions };
}

/**
 * What the drawn schedules have no time for: half an hour in which the order endpoints answer 503 and every
 * stop is gone.
 */
import { DEFAULT_LIMITS } from '@platform/exchange-sim';
import { expect, it } from 'vitest';
import type { Action, Schedule } from '../schedule/actions';
import { drawSchedule } from '../schedule/schedule';
import { play } from '../world/play';
import { VirtualWorld } from './world';

const MINUTE_MS = 60_000;
const OUTAGE_MS = 30 * MINUTE_MS;
/** Positions are open when the outage begins, and bots go on asking for exits. */
const OUTAGE_SEED = 11;

function withLongOutage(seed: number): { readonly schedule: Schedule; readonly beginsMs: number } {
  const schedule = drawSchedule(seed);
  let beginsMs = Number.NaN;
  const longer = (action: Action): Action => {
    if (action.kind !== 'venue_fault' || action.rule.kind !== 'unavailable_503') return action;
    beginsMs = action.atMs;
    return { ...action, forMs: OUTAGE_MS };
  };
  const actions = schedule.actions.map(longer);
  return { schedule: { ...schedule, actions, durationMs: beginsMs + OUTAGE_MS }, beginsMs };
}

it('half an hour without orders ends with every position under its stop or closed, at a tenth of the request limit', async () => {
  const { schedule, beginsMs } = withLongOutage(OUTAGE_SEED);
  const world = new VirtualWorld(schedule);
  let stopsLost = 0;
  world.scheduler.after(beginsMs + MINUTE_MS, () => {
    stopsLost = world.admin.cancel('main');
  });
  const { history, violations } = await world.scheduler.run(play(world));
  expect(stopsLost).toBeGreaterThan(0);
  expect(violations).toEqual([]);
  const { toMs } = history.log.played;
  const requests = world.admin
    .ledger({ kinds: ['request'], limit: Number.POSITIVE_INFINITY })
    .filter(({ wallMs }) => wallMs > toMs - OUTAGE_MS && wallMs < toMs);
  expect(requests.length / (OUTAGE_MS / MINUTE_MS)).toBeLessThan(DEFAULT_LIMITS.weightPerMinute / 10);
});

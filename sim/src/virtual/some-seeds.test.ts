import { expect, it } from 'vitest';
import { drawSchedule } from '../schedule/schedule';
import { play } from '../world/play';
import { VirtualWorld } from './world';

const DAY_MS = 86_400_000;

it.each([
  { seed: 70, days: 2, engines: 2 },
  { seed: 8, days: 1, engines: 1 },
])(
  'seed $seed asks for entries on $days UTC days and has $engines risk engines',
  async ({ seed, ...expected }) => {
    const world = new VirtualWorld(drawSchedule(seed));
    const { history, violations } = await world.scheduler.run(play(world));
    const entries = history.database.orders.filter(({ leg }) => leg === 'entry');
    const days = new Set(entries.map(({ committedMs }) => Math.floor(committedMs / DAY_MS))).size;
    const engines = [world.risk, world.secondRisk].filter((risk) =>
      risk?.events.some(({ kind }) => kind === 'ready'),
    ).length;
    expect({ days, engines }).toEqual(expected);
    expect(violations).toEqual([]);
  },
);

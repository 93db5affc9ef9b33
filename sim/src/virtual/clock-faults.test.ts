import { expect, it } from 'vitest';
import type { PlantedBug } from '../planted/planted-bug';
import type { Action } from '../schedule/actions';
import { drawSchedule } from '../schedule/schedule';
import { Driver } from '../world/driver';
import { Trader } from '../world/trader';
import { VirtualWorld } from './world';

it.each([600_000, -600_000])(
  'a clock fault of %i ms moves the clocks of the risk engine and of a bot, and healing sets them right',
  async (jumpMs) => {
    const clocks: { readonly risk: (() => number)[]; readonly bot: (() => number)[] } = { risk: [], bot: [] };
    const watched: PlantedBug = {
      name: 'none',
      story: 'keeps the clocks of the lives',
      breaks: [],
      plantInRisk: ({ time }, given) => {
        clocks.risk.push(() => time.nowMs());
        return given;
      },
      plantInBot: ({ time }, given) => {
        clocks.bot.push(() => time.nowMs());
        return given;
      },
    };
    const actions: Action[] = [
      { atMs: 5_000, kind: 'risk', what: 'clock', jumpMs },
      { atMs: 5_000, kind: 'bot', process: 0, what: 'clock', jumpMs },
    ];
    const world = new VirtualWorld(
      { ...drawSchedule(1), actions, statementLoss: 0, durationMs: 6_000 },
      watched,
    );
    const wrongBy = (service: 'risk' | 'bot') =>
      clocks[service].map((read) => Math.round((read() - world.time.nowMs()) / 1_000));
    const trader = new Trader(world);
    const driver = new Driver(world, trader);
    const play = async () => {
      await trader.open();
      for (const service of [world.risk, ...world.bots]) service.start();
      await driver.play();
    };
    await world.scheduler.run(play());
    expect(wrongBy('risk')).toEqual([jumpMs / 1_000]);
    expect(wrongBy('bot').sort((a, b) => Math.abs(b) - Math.abs(a))).toEqual([jumpMs / 1_000, 0, 0, 0]);
    await world.scheduler.run(driver.heal());
    expect([...wrongBy('risk'), ...wrongBy('bot')]).toEqual([0, 0, 0, 0, 0]);
  },
);

/**
 * One seed from beginning to end: faults, healing, rest, an orderly end and a new start, a flatten of
 * everything, rest. The history is judged at both rests; one that may still resolve itself is given as long
 * as the spec allows.
 */
import { violationsOf } from '../checkers';
import type { Violation } from '../checkers/checker';
import type { History, SimulationLog } from '../history/history';
import { excusedShare } from '../history/outages';
import { Driver } from './driver';
import { type Observer, observe } from './observe';
import { Trader } from './trader';
import type { World } from './world';

/** How long a start may take on a busy machine. */
const READY_MS = 60_000;
/**
 * Twice what the spec gives an intent after the faults have stopped: a busy machine is no violation, and a
 * real one stays.
 */
const REST_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 1_000;

export interface Played {
  readonly history: History;
  readonly violations: readonly Violation[];
  /** How much of the schedule excuses a position without a stop: 0 to 1. */
  readonly excused: number;
  readonly counts: {
    readonly intents: number;
    readonly orders: number;
    readonly fills: number;
    readonly lives: number;
  };
}

export async function play(world: World): Promise<Played> {
  const trader = new Trader(world);
  await trader.open();
  world.executor.start();
  for (const service of [world.risk, world.secondRisk, ...(world.bots ?? [])]) service?.start();
  await until(world, () => world.executor.isReady(), READY_MS);
  const driver = new Driver(world, trader);
  await driver.play();
  await driver.heal();
  const history = await live({ world, driver }, trader);
  const { database, venue, log } = history;
  return {
    history,
    violations: judgement(history),
    excused: excusedShare(history, [...new Set(world.schedule.bots.map(({ symbol }) => symbol))]),
    counts: {
      intents: database.intents.length,
      orders: database.orders.length,
      fills: venue.fills.length,
      lives: log.process.filter(({ kind }) => kind === 'spawned').length,
    },
  };
}

/** What comes after healing. Ends early with the history that shows a violation. */
async function live(observer: Observer, trader: Trader): Promise<History> {
  const { world } = observer;
  const healed = await observe(observer, 'rest', null);
  if (violationsOf(healed).some(({ isFinal }) => isFinal)) return healed;
  await ready(world);
  await world.untilBar?.();
  const rested = await rest(observer, 'rest', null);
  if (violationsOf(rested).length > 0) return rested;
  // What they would ask for after the flatten is not its to close.
  for (const bot of world.bots ?? []) bot.stop();
  const drain = await terminate(world);
  world.executor.resume();
  await ready(world);
  await trader.flatten('all', null);
  return rest(observer, 'flat', drain);
}

/** A final violation ends the seed at once: the others had no time to resolve themselves and do not count. */
function judgement(history: History): Violation[] {
  const violations = violationsOf(history);
  const final = violations.filter(({ isFinal }) => isFinal);
  return final.length > 0 ? final : violations;
}

async function ready(world: World): Promise<void> {
  const isReady = async () => {
    await world.executor.clearQuarantine();
    return world.executor.isReady();
  };
  await until(world, isReady, READY_MS);
}

async function terminate({ executor, time }: World): Promise<SimulationLog['drain']> {
  const startedMs = time.nowMs();
  const exitCode = await executor.stop('SIGTERM');
  const endedAtMs = time.nowMs();
  return { exitCode, tookMs: endedAtMs - startedMs, endedAtMs };
}

async function rest(
  observer: Observer,
  phase: History['phase'],
  drain: SimulationLog['drain'],
): Promise<History> {
  const { time, executor } = observer.world;
  const deadlineMs = time.nowMs() + REST_WITHIN_MS;
  for (;;) {
    const history = await observe(observer, phase, drain);
    const violations = violationsOf(history);
    const isOver = violations.length === 0 || time.nowMs() > deadlineMs;
    if (isOver || violations.some(({ isFinal }) => isFinal)) return history;
    await executor.clearQuarantine();
    await time.sleep(LOOK_EVERY_MS);
  }
}

/** Gives up quietly: what did not happen shows in the history. */
async function until({ time }: World, condition: () => Promise<boolean>, withinMs: number): Promise<void> {
  const deadlineMs = time.nowMs() + withinMs;
  while (!(await condition()) && time.nowMs() < deadlineMs) await time.sleep(50);
}

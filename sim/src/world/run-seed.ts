/**
 * One seed from beginning to end: faults, healing, rest, an orderly end and a new start, a flatten of everything, rest. The history is
 * judged at both rests; a violation that time may still mend is waited for as long as the spec allows.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { violationsOf } from '../checkers';
import type { Violation } from '../checkers/checker';
import { excusedShare } from '../history/able';
import type { History, SimulationLog } from '../history/history';
import { drawSchedule } from '../schedule/schedule';
import { Driver } from './driver';
import { type Observer, observe } from './observe';
import type { Servers } from './servers';
import { CANARIES, Stage } from './stage';
import { Trader } from './trader';

/** How long a start may take on a busy machine. */
const READY_MS = 60_000;
/** Twice what the spec gives an intent after the faults have stopped: a busy machine is no violation, and a real one stays. */
const REST_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 400;

export interface SeedOptions {
  readonly servers: Servers;
  readonly seed: number;
  readonly bundle: string;
  readonly databaseSetup: readonly string[];
  readonly timeFactor: number;
  readonly logDirectory: string;
}

export interface SeedResult {
  readonly violations: readonly Violation[];
  readonly tookMs: number;
  /** The longest that this process was kept from running. */
  readonly stalledMs: number;
  /** How much of the schedule excuses a position without a stop: 0 to 1. */
  readonly excused: number;
  readonly counts: {
    readonly intents: number;
    readonly orders: number;
    readonly fills: number;
    readonly lives: number;
  };
}

export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const startedMs = performance.now();
  const { timeFactor } = options;
  const stage = await Stage.open({ ...options, schedule: drawSchedule(options.seed) });
  const trader = new Trader(stage);
  const stalls = monitorEventLoopDelay();
  stalls.enable();
  try {
    await trader.open();
    stage.executor.start();
    await until(() => stage.executor.isReady(), READY_MS);
    const driver = new Driver(stage, trader, timeFactor);
    await driver.play();
    await driver.heal();
    const observer = { stage, driver, timeFactor, stalls };
    const history = await live(observer, trader);
    const { database, venue, log } = history;
    const violations = judgement(history);
    if (violations.length > 0) writeHistory(history, options.logDirectory);
    return {
      violations,
      tookMs: performance.now() - startedMs,
      stalledMs: stalls.max / 1e6,
      excused: excusedShare(history, [...new Set(stage.schedule.bots.map(({ symbol }) => symbol))]),
      counts: {
        intents: database.intents.length,
        orders: database.orders.length,
        fills: venue.fills.length,
        lives: log.process.filter(({ kind }) => kind === 'spawned').length,
      },
    };
  } finally {
    stalls.disable();
    await trader.close();
    await stage.close();
  }
}

/** Everything the checkers saw, to look things up in. */
function writeHistory(history: History, directory: string): void {
  writeFileSync(join(directory, 'history.json'), JSON.stringify(history, null, 1));
}

/** What comes after healing. Ends early with the history that shows a violation. */
async function live(observer: Observer, trader: Trader): Promise<History> {
  const healed = await observe(observer, 'rest', null);
  if (violationsOf(healed).some(({ isFinal }) => isFinal)) return healed;
  await ready(observer);
  const rested = await rest(observer, 'rest', null);
  if (violationsOf(rested).length > 0) return rested;
  const drain = await terminate(observer);
  observer.stage.executor.resume();
  await ready(observer);
  await trader.flatten('all', null);
  return rest(observer, 'flat', drain);
}

/** What time does not mend ends the seed at once, so that the rest was not given its time and is not held against it. */
function judgement(history: History): Violation[] {
  const violations = violationsOf(history);
  const final = violations.filter(({ isFinal }) => isFinal);
  return final.length > 0 ? final : violations;
}

async function ready({ stage }: Observer): Promise<void> {
  await until(async () => {
    await clearQuarantine(stage);
    return stage.executor.isReady();
  }, READY_MS);
}

async function terminate({ stage }: Observer): Promise<SimulationLog['drain']> {
  const startedMs = performance.now();
  const exitCode = await stage.executor.stop('SIGTERM');
  return { exitCode, tookMs: performance.now() - startedMs, endedAtMs: Date.now() };
}

async function rest(
  observer: Observer,
  phase: History['phase'],
  drain: SimulationLog['drain'],
): Promise<History> {
  const deadlineMs = performance.now() + REST_WITHIN_MS / observer.timeFactor;
  for (;;) {
    const history = await observe(observer, phase, drain);
    const violations = violationsOf(history);
    const isOver = violations.length === 0 || performance.now() > deadlineMs;
    if (isOver || violations.some(({ isFinal }) => isFinal)) return history;
    await clearQuarantine(observer.stage);
    await sleep(LOOK_EVERY_MS);
  }
}

/** An operator looks at a quarantined network and lets it trade: what it found is the consequence of faults, not of strangers. */
async function clearQuarantine({ executor }: Stage): Promise<void> {
  const { url } = executor;
  if (url === undefined) return;
  const health = await fetch(`${url}/healthz`)
    .then((answer) => answer.text())
    .catch(() => '');
  if (!health.includes('quarantined')) return;
  await fetch(`${url}/clear-quarantine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-token': CANARIES.operatorToken },
    body: JSON.stringify({ network_scope: 'all', confirm_token: randomUUID() }),
  }).catch(() => undefined);
}

/** Gives up quietly: what did not happen shows in the history. */
async function until(condition: () => Promise<boolean>, withinMs: number): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await condition()) && performance.now() < deadlineMs) await sleep(50);
}

/**
 * How every seed begins, because chance arranges it too rarely: a stop that has to move, an entry by a holder that has just lost its
 * lease, an entry while halted. Nobody holds anything yet, no cap is used up and no storm excuses anything.
 */
import type { Action, IntentPlan } from './actions';
import type { Draws } from './random';

/** All of it is over by then. */
export const ENCOUNTERS_MS = 5_000;

const PLAIN: Omit<IntentPlan, 'bot' | 'side' | 'sizeUsd'> = {
  kind: 'intent',
  stop: 'normal',
  hasTarget: false,
  fence: 'current',
  deliveries: 1,
  isAnnounced: true,
};

/** `alone` is the only bot of its symbol: no other bot's stop covers its position. The `others` number at least two. */
export function drawEncounters(draws: Draws, alone: number, others: readonly number[]): Action[] {
  const disowned = draws.pick(others);
  const halted = draws.pick(others.filter((bot) => bot !== disowned));
  return [
    ...drawMovedStop(draws, alone),
    ...drawLostLease(draws, disowned),
    ...drawEntryWhileHalted(draws, halted),
  ];
}

function drawMovedStop(draws: Draws, bot: number): Action[] {
  const side = drawSide(draws);
  return [
    { atMs: draws.whole(100, 300), ...PLAIN, bot, side, sizeUsd: 250 },
    { atMs: draws.whole(1_600, 1_900), ...PLAIN, bot, side, sizeUsd: 400 },
  ];
}

function drawLostLease(draws: Draws, bot: number): Action[] {
  const atMs = draws.whole(100, 1_000);
  const late: IntentPlan = { ...PLAIN, bot, side: drawSide(draws), sizeUsd: 300, fence: 'stale' };
  return [
    { atMs, kind: 'raise_fence', bot },
    { atMs: atMs + draws.whole(200, 700), ...late },
  ];
}

function drawEntryWhileHalted(draws: Draws, bot: number): Action[] {
  const atMs = draws.whole(2_200, 2_600);
  return [
    { atMs, kind: 'latch', halted: true },
    { atMs: atMs + draws.whole(200, 600), ...PLAIN, bot, side: drawSide(draws), sizeUsd: 300 },
    { atMs: atMs + draws.whole(1_500, 2_200), kind: 'latch', halted: false },
  ];
}

function drawSide(draws: Draws): 'long' | 'short' {
  return draws.pick(['long', 'short']);
}

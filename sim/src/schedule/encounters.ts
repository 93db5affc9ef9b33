/**
 * How every seed begins, because chance arranges it too rarely: a stop that has to move, an entry by a holder
 * that has just lost its lease, an entry while halted; then two pairs of bots that share a side, one of each
 * pair leaving it in one of the ways in which a neighbour could be hurt or an exit lost. No cap is used up
 * and no storm excuses anything.
 */
import type { FaultRule } from '@platform/exchange-sim';
import type { Action, IntentPlan } from './actions';
import type { Draws } from './random';

/** All of it is over by then. */
export const ENCOUNTERS_MS = 19_000;

const PAIRS_ENTER_MS = 5_000;
const ONE_LEAVES_MS = 12_000;

const PLAIN: Omit<IntentPlan, 'bot' | 'side' | 'sizeUsd'> = {
  kind: 'intent',
  stop: 'normal',
  hasTarget: false,
  fence: 'current',
  deliveries: 1,
  isAnnounced: true,
};

/**
 * `alone` is the only bot of its symbol: no other bot's stop covers its position. The `others` number at
 * least two.
 */
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

/** A pair shares a symbol: two bots, by their numbers. */
export interface Pair {
  readonly symbol: string;
  readonly leaving: number;
  readonly leavingUsd: number;
  readonly staying: number;
}

type Ending = (draws: Draws, pair: Pair, side: 'long' | 'short') => Action[];

const EXIT: Omit<IntentPlan, 'bot'> = { ...PLAIN, side: 'flat', sizeUsd: 0 };

/** Every ending has its turn within as many seeds as there are. */
export function drawParting(draws: Draws, pair: Pair, endings: readonly Ending[], seed: number): Action[] {
  const side = drawSide(draws);
  const enter = (bot: number, sizeUsd: number): Action => ({
    atMs: PAIRS_ENTER_MS + draws.whole(0, 300),
    ...PLAIN,
    bot,
    side,
    sizeUsd,
  });
  return [
    enter(pair.leaving, pair.leavingUsd),
    enter(pair.staying, 230),
    ...endings[seed % endings.length]!(draws, pair, side),
  ];
}

/** What touches a neighbour when it is done carelessly. */
export const NEIGHBOURLY: readonly Ending[] = [
  (_draws, { leaving }) => [{ atMs: ONE_LEAVES_MS, kind: 'flatten', scope: 'bot', bot: leaving }],
  (_draws, { symbol }, side) => [
    {
      atMs: ONE_LEAVES_MS,
      kind: 'market',
      what: 'close_by_hand',
      symbol,
      share: '1',
      side: side === 'long' ? 'LONG' : 'SHORT',
    },
  ],
  // There is not enough in the book for all of it.
  (_draws, { symbol, leaving }) => [
    { atMs: ONE_LEAVES_MS - 300, kind: 'market', what: 'thin_book', symbol, liquidity: 0.000005 },
    { atMs: ONE_LEAVES_MS, ...EXIT, bot: leaving },
    { atMs: ONE_LEAVES_MS + 4_000, kind: 'market', what: 'thin_book', symbol, liquidity: 1 },
  ],
  // The answer is lost, and neither reads nor events show what happened.
  (_draws, { symbol, leaving }) => [
    ...IN_DOUBT.map((rule) => ({
      atMs: ONE_LEAVES_MS - 300,
      kind: 'venue_fault' as const,
      forMs: 6_000,
      rule: { ...rule, symbol },
    })),
    { atMs: ONE_LEAVES_MS, ...EXIT, bot: leaving },
  ],
];

const IN_DOUBT: readonly FaultRule[] = [
  { kind: 'unknown_503', method: 'POST', path: '/fapi/v1/order', count: 1, accepted: true },
  { kind: 'stale_reads', method: 'GET', path: '/fapi/*', durationMs: 8_000 },
  { kind: 'delay_event', durationMs: 4_000 },
];

/** What an exit must survive. */
export const HINDERED: readonly Ending[] = [
  (_draws, { leaving }) => [
    { atMs: ONE_LEAVES_MS - 300, kind: 'raise_fence', bot: leaving },
    { atMs: ONE_LEAVES_MS, ...EXIT, bot: leaving, fence: 'stale' },
  ],
  (_draws, { symbol, leaving }) => [
    {
      atMs: ONE_LEAVES_MS - 300,
      kind: 'venue_fault',
      forMs: 6_000,
      rule: { ...REFUSED_ONCE, symbol },
    },
    { atMs: ONE_LEAVES_MS, ...EXIT, bot: leaving },
  ],
  (draws, { leaving }) => [
    { atMs: ONE_LEAVES_MS - 600, kind: 'latch', halted: true },
    { atMs: ONE_LEAVES_MS, ...EXIT, bot: leaving },
    { atMs: ONE_LEAVES_MS + draws.whole(4_000, 5_000), kind: 'latch', halted: false },
  ],
];

const REFUSED_ONCE: FaultRule = {
  kind: 'error',
  method: 'POST',
  path: '/fapi/v1/order',
  count: 1,
  accepted: false,
  code: -2010,
  message: 'NEW_ORDER_REJECTED',
};

function drawSide(draws: Draws): 'long' | 'short' {
  return draws.pick(['long', 'short']);
}

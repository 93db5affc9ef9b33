/**
 * From a seed to everything that will happen, in order. Pure: the interleaving with real processes is the
 * only thing left to chance.
 */
import type { Action, Bot, Caps, Command, IntentPlan, MarketEvent, Schedule } from './actions';
import {
  drawDisturbance,
  drawOverload,
  drawServiceFault,
  ORDERS_UNAVAILABLE,
  OUTAGE_MS,
  STOPS_REFUSED,
} from './disturbances';
import { drawEncounters, drawParting, ENCOUNTERS_MS, HINDERED, NEIGHBOURLY, type Pair } from './encounters';
import { Draws } from './random';

const DURATION_MS = 45_000;
const DISTURBANCES = 4;
const BETWEEN_DISTURBANCES_MS = 10_000;
const TYPICAL_USD = 600;
/** The venue is overwhelmed when the rush arrives. */
const OVERLOAD_AHEAD_MS = 500;
const BOTS_ASK_UNTIL_MS = 9_000;
/** Keep their draws apart from the other ones of the seed. */
const ENCOUNTERS = 0x5eed;
const WATCH = 0x3a7c;
const STATEMENTS = 0x57a7;
/** In every other seed. */
const STATEMENT_LOSS = 0.01;
/** Every so many seeds a breaker trips in a drill. */
const SEEDS_PER_DRILL = 3;
const DRILLED = ['drawdown', 'connectivity', 'vpin', 'correlation'] as const;

/**
 * Two bots share a symbol, twice, on the same side or on opposite ones; the clusters cut across the symbols.
 */
export const BOTS: readonly Bot[] = [
  { name: 'amber', strategy: 'supertrend', symbol: 'BTCUSDT', cluster: 'trend' },
  { name: 'birch', strategy: 'ewmac', symbol: 'BTCUSDT', cluster: 'mixed' },
  { name: 'cedar', strategy: 'supertrend', symbol: 'ETHUSDT', cluster: 'trend' },
  { name: 'dogwood', strategy: 'donchian', symbol: 'ETHUSDT', cluster: 'mixed' },
  { name: 'elder', strategy: 'ewmac', symbol: 'SOLUSDT', cluster: 'mixed' },
];
/** They share a symbol of their own. */
const LIVE_SYMBOL = 'XRPUSDT';
const LIVE_BOTS: readonly Bot[] = [
  { name: 'fir', strategy: 'restless-early', symbol: LIVE_SYMBOL, cluster: 'mixed' },
  { name: 'gorse', strategy: 'restless-late', symbol: LIVE_SYMBOL, cluster: 'trend' },
];
const SYMBOLS = [...new Set(BOTS.map(({ symbol }) => symbol))];
const SHARING = [0, 1, 2, 3];
const ALONE = 4;

/** One holds more lots than a thin book has. */
const FINE_PAIR: Pair = { symbol: 'ETHUSDT', leaving: 3, leavingUsd: 640, staying: 2 };
const COARSE_PAIR: Pair = { symbol: 'BTCUSDT', leaving: 0, leavingUsd: 160, staying: 1 };

/**
 * In turn, so that a few seeds in a row know them all. Mostly something goes wrong now and then and it is
 * quiet in between.
 */
const WEATHER = ['calm', 'storm', 'storm', 'outage', 'storm', 'stops_refused', 'storm', 'calm'] as const;

export function drawSchedule(seed: number): Schedule {
  const draws = new Draws(seed);
  const caps = drawCaps(draws);
  const isPatient = draws.isLucky(0.7);
  const actions: Action[] = [];
  const storm: Action[] = [];
  for (let atMs = 500; atMs < DURATION_MS; atMs += draws.whole(500, 3_000)) {
    actions.push({ atMs, ...drawIntent(draws) });
  }
  for (let turn = 0; turn < DISTURBANCES; turn += 1) {
    const atMs = turn * BETWEEN_DISTURBANCES_MS + draws.whole(1_000, 7_000);
    storm.push({ atMs, ...drawDisturbance(draws, stormsBefore(seed) * DISTURBANCES + turn, SYMBOLS) });
  }
  for (let atMs = draws.whole(3_000, 10_000); atMs < DURATION_MS; atMs += draws.whole(5_000, 12_000)) {
    actions.push({ atMs, ...drawMarketEvent(draws) });
  }
  for (let atMs = draws.whole(4_000, 10_000); atMs < DURATION_MS; atMs += draws.whole(8_000, 16_000)) {
    actions.push(...drawCommands(draws, atMs));
  }
  for (let atMs = draws.whole(3_000, 8_000); atMs < DURATION_MS; atMs += draws.whole(9_000, 16_000)) {
    actions.push(...drawRush(draws, atMs));
    if (draws.isLucky(0.6)) {
      storm.push(
        ...drawOverload(draws, draws.pick(SYMBOLS)).map((fault) => ({
          atMs: atMs - OVERLOAD_AHEAD_MS,
          ...fault,
        })),
      );
    }
  }
  const weather = WEATHER[seed % WEATHER.length]!;
  const isBusSilent = draws.isLucky(0.2);
  const all = isBusSilent ? actions.map(unannounced) : [...actions];
  const encounters = drawEncounters(new Draws(seed ^ ENCOUNTERS), ALONE, SHARING);
  const partings = [
    ...drawParting(draws, FINE_PAIR, NEIGHBOURLY, seed),
    ...drawParting(draws, COARSE_PAIR, HINDERED, seed),
  ];
  const watch = new Draws(seed ^ WATCH);
  if (seed % SEEDS_PER_DRILL === 0)
    all.push({ atMs: watch.whole(2_000, 25_000), kind: 'drill', breaker: watch.pick(DRILLED) });
  storm.push(
    { atMs: watch.whole(1_000, 30_000), kind: 'risk', ...drawServiceFault(watch) },
    { atMs: watch.whole(0, 30_000), kind: 'bot', process: watch.whole(0, 3), ...drawServiceFault(watch) },
    { atMs: watch.whole(0, 40_000), kind: 'bot', process: watch.whole(0, 3), ...drawServiceFault(watch) },
    ...drawOverload(watch, LIVE_SYMBOL).map((fault) => ({ atMs: watch.whole(2_000, 6_000), ...fault })),
  );
  const rest = under(weather, all, storm).map((action) => ({ ...action, atMs: action.atMs + ENCOUNTERS_MS }));
  return {
    seed,
    caps,
    isPatient,
    bots: BOTS,
    liveBots: LIVE_BOTS,
    statementLoss: new Draws(seed ^ STATEMENTS).isLucky(0.5) ? STATEMENT_LOSS : 0,
    durationMs: ENCOUNTERS_MS + (weather === 'outage' ? BOTS_ASK_UNTIL_MS + OUTAGE_MS : DURATION_MS),
    actions: [...encounters, ...partings, ...rest].sort((a, b) => a.atMs - b.atMs),
  };
}

/** Where nothing goes wrong, or one thing for long and nothing beside it, nothing excuses being late. */
function under(
  weather: (typeof WEATHER)[number],
  actions: readonly Action[],
  storm: readonly Action[],
): Action[] {
  switch (weather) {
    case 'storm':
      return [...actions, ...storm];
    case 'calm':
      return [...actions];
    case 'outage':
      // Positions are open when it begins, and bots go on asking for exits.
      return [
        ...actions.filter(({ atMs, kind }) => atMs < BOTS_ASK_UNTIL_MS || kind === 'intent'),
        ...ORDERS_UNAVAILABLE.map((fault) => ({ atMs: BOTS_ASK_UNTIL_MS, ...fault })),
      ];
    case 'stops_refused':
      // Bots fall silent, so that only the executor can close what has no stop.
      return [...actions.filter(({ atMs }) => atMs < BOTS_ASK_UNTIL_MS), { atMs: 0, ...STOPS_REFUSED }];
  }
}

function stormsBefore(seed: number): number {
  const isStorm = (weather: string) => weather === 'storm';
  const rounds = Math.floor(seed / WEATHER.length) * WEATHER.filter(isStorm).length;
  return rounds + WEATHER.slice(0, seed % WEATHER.length).filter(isStorm).length;
}

function unannounced(action: Action): Action {
  return action.kind === 'intent' ? { ...action, isAnnounced: false } : action;
}

function drawCaps(draws: Draws): Caps {
  return {
    perOrderUsd: draws.isLucky(0.5) ? 800 : null,
    perBotDailyUsd: draws.pick([null, 3 * TYPICAL_USD, 5 * TYPICAL_USD]),
    globalDailyUsd: draws.pick([null, 6 * TYPICAL_USD, 12 * TYPICAL_USD]),
  };
}

function drawIntent(draws: Draws): IntentPlan {
  return {
    kind: 'intent',
    bot: draws.whole(0, BOTS.length - 1),
    side: draws.pick(['long', 'long', 'short', 'short', 'flat']),
    sizeUsd: draws.isLucky(0.05) ? 20 * TYPICAL_USD : draws.whole(TYPICAL_USD / 2, (TYPICAL_USD * 3) / 2),
    stop: draws.isLucky(0.9) ? 'normal' : draws.pick(['missing', 'wrong_side']),
    hasTarget: draws.isLucky(0.4),
    fence: draws.isLucky(0.9) ? 'current' : 'stale',
    deliveries: draws.isLucky(0.7) ? 1 : draws.whole(2, 4),
    isAnnounced: true,
  };
}

/**
 * A bar closes: bots ask at the same moment, and one that dies between its row and its message leaves the row
 * alone.
 */
function drawRush(draws: Draws, atMs: number): Action[] {
  return BOTS.flatMap((_, bot) =>
    draws.isLucky(0.6) ? [{ atMs, ...drawIntent(draws), bot, isAnnounced: draws.isLucky(0.8) }] : [],
  );
}

function drawMarketEvent(draws: Draws): MarketEvent {
  const { symbol } = draws.pick(BOTS);
  const what = draws.pick([
    'liquidate',
    'deleverage',
    'close_by_hand',
    'close_by_hand',
    'order_by_hand',
    'leverage_by_hand',
    'funding',
    'funding',
    'disconnect',
    'expire_key',
    'expire_key_silently',
    'quiet_week',
    'price',
    'price',
    'thin_book',
    'thin_book',
    'filters',
    'delist',
  ] as const);
  switch (what) {
    case 'liquidate':
    case 'deleverage':
    case 'close_by_hand': {
      const [side, share] = [draws.pick(['LONG', 'SHORT'] as const), draws.pick(['1', '1', '0.4'])];
      return { kind: 'market', what, symbol, side, share };
    }
    case 'order_by_hand':
    case 'leverage_by_hand':
    case 'delist':
      return { kind: 'market', what, symbol };
    case 'price':
      return { kind: 'market', what, symbol, factor: draws.pick([0.85, 0.97, 1.03, 1.18]) };
    case 'thin_book':
      return { kind: 'market', what, symbol, liquidity: draws.pick([0.000005, 0.0005, 1]) };
    case 'filters':
      return {
        kind: 'market',
        what,
        symbol,
        minNotional: draws.pick(['5', '400', '700']),
        coarseness: draws.pick([1, 10]),
      };
    default:
      return { kind: 'market', what };
  }
}

/** A halt is always taken back, so that the seed goes on testing entries. */
function drawCommands(draws: Draws, atMs: number): Action[] {
  const bot = draws.whole(0, BOTS.length - 1);
  const raise: Command = { kind: 'raise_fence', bot };
  switch (draws.pick(['fence', 'fence', 'halt', 'halt', 'flatten', 'flatten', 'break_glass'] as const)) {
    case 'fence':
      return [{ atMs, ...raise }];
    case 'halt':
      return [
        { atMs, kind: 'latch', halted: true },
        { atMs: atMs + draws.whole(1_000, 14_000), kind: 'latch', halted: false },
      ];
    case 'flatten':
      return [{ atMs, kind: 'flatten', scope: draws.pick(['all', 'symbol', 'bot', 'bot', 'cluster']), bot }];
    case 'break_glass':
      return [{ atMs, kind: 'break_glass' }];
  }
}

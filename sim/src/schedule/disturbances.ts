/** What goes wrong, and for how long. The order path gets the most: that is where money is lost. */
import type { FaultRule } from '@platform/exchange-sim';
import type { Disturbance, ServiceFault } from './actions';
import { CRASH_POINTS } from './crash-point';
import type { Draws } from './random';

const ORDER = '/fapi/v1/order';
const ALGO = '/fapi/v1/algoOrder';
const LEVERAGE = '/fapi/v1/leverage';

/** The whole venue is down, or does not want to hear from us. */
const MAINTENANCE: FaultRule = { kind: 'maintenance', path: '/fapi/*' };
const BAN: FaultRule = { kind: 'ban', path: '/fapi/*', count: 1, durationMs: 4_000 };
/** Hides what happened, not what is held: no reason for a position to be without a stop. */
const TRADES_UNREADABLE: FaultRule = {
  kind: 'unavailable_503',
  method: 'GET',
  path: '/fapi/v1/userTrades',
};

/** The user's stream ends, and no other is to be had. */
const STREAM_REFUSED: FaultRule = { kind: 'refuse_stream', path: '/private/*' };

/** The answer is lost, whether the venue has acted or not. */
const LOSSES = ['hang', 'reset', 'unknown_503', 'unexpected_response', 'timeout', 'garbled'] as const;

const RULES = [
  'hang',
  ...LOSSES,
  'error',
  'unavailable_503',
  'throttle',
  'rate_limit',
  'latency',
  'stale_reads',
  'stale_reads',
  'stop_rejected',
  'drop_event',
  'delay_event',
  'duplicate_event',
  'reorder_events',
  'mute_stream',
  'trigger_rejected',
  'trigger_stuck',
] as const;

/** Of these the first leaves open whether the venue has acted, and the second asks for another time stamp. */
const ERROR_CODES = [-1000, -1021, -2010, -2019, -4131] as const;
const JUMPS_MS = [-600_000, -2_000, 2_000, 600_000] as const;

type Drawing = (draws: Draws, symbol: string) => Disturbance;
type Weighted = readonly [weight: number, draw: Drawing];

const DISTURBANCES: readonly Weighted[] = [
  ...CRASH_POINTS.map((at): Weighted => [1, () => ({ kind: 'crash', at })]),
  [1, () => ({ kind: 'kill' })],
  [1, () => ({ kind: 'terminate' })],
  [2, (draws) => ({ kind: 'freeze', forMs: draws.pick([2_000, 8_000, 15_000, 30_000]) })],
  [1, (draws) => ({ kind: 'clock', jumpMs: draws.pick(JUMPS_MS) })],
  ...(['restart', 'blackhole', 'reset', 'slow'] as const).map(
    (what): Weighted => [1, (draws) => ({ kind: 'postgres', what, forMs: draws.whole(2_000, 12_000) })],
  ),
  ...(['restart', 'wipe', 'blackhole'] as const).map(
    (what): Weighted => [1, (draws) => ({ kind: 'nats', what, forMs: draws.whole(2_000, 10_000) })],
  ),
  ...(['blackhole', 'reset', 'slow'] as const).map(
    (what): Weighted => [1, (draws) => ({ kind: 'venue_link', what, forMs: draws.whole(2_000, 10_000) })],
  ),
  ...RULES.map(
    (kind): Weighted => [
      1,
      (draws, symbol) => ({
        kind: 'venue_fault',
        rule: { ...drawRule(draws, kind), symbol },
        forMs: draws.whole(6_000, 16_000),
      }),
    ],
  ),
  [1, (draws) => ({ kind: 'venue_fault', rule: MAINTENANCE, forMs: draws.whole(4_000, 9_000) })],
  [1, (draws) => ({ kind: 'venue_fault', rule: STREAM_REFUSED, forMs: draws.whole(4_000, 16_000) })],
  // A cancel of a stop names no symbol.
  [
    2,
    (draws) => ({
      kind: 'venue_fault',
      rule: { ...drawLoss(draws), method: 'DELETE', path: '/fapi/*' },
      forMs: draws.whole(6_000, 16_000),
    }),
  ],
  [
    1,
    (draws, symbol) => ({
      kind: 'venue_fault',
      rule: { ...drawLoss(draws), method: 'POST', path: LEVERAGE, symbol },
      forMs: draws.whole(6_000, 16_000),
    }),
  ],
  [1, (draws) => ({ kind: 'venue_fault', rule: BAN, forMs: draws.whole(4_000, 9_000) })],
  [2, (draws) => ({ kind: 'venue_fault', rule: TRADES_UNREADABLE, forMs: draws.whole(20_000, 40_000) })],
  ...(['BREAK', 'SETTLING'] as const).map(
    (status): Weighted => [
      1,
      (draws, symbol) => ({ kind: 'trading_break', symbol, status, forMs: draws.whole(4_000, 12_000) }),
    ],
  ),
  [
    1,
    (draws) => ({
      kind: 'venue_clock',
      skewMs: draws.pick([-600_000, -3_000, 3_000, 600_000]),
      forMs: draws.whole(4_000, 12_000),
    }),
  ],
  [1, (draws) => ({ kind: 'second_executor', forMs: draws.whole(8_000, 30_000) })],
];

const URN = DISTURBANCES.flatMap(([weight, draw]) => Array.from({ length: weight }, () => draw));
/** Neighbours in the urn are alike. */
const STRIDE = 17;

/**
 * In turn, so that a few dozen seeds know them all. Faults of the venue that concern orders and events strike
 * one symbol: what happens on the others is judged in full.
 */
export function drawDisturbance(draws: Draws, turn: number, symbols: readonly string[]): Disturbance {
  return URN[(turn * STRIDE) % URN.length]!(draws, draws.pick(symbols));
}

/**
 * A service beside the executor goes and comes back, stands still for longer than a lease lives, or has a
 * wrong clock, while everything else goes on.
 */
export function drawServiceFault(draws: Draws): ServiceFault {
  const what = draws.pick(['kill', 'terminate', 'freeze', 'clock'] as const);
  switch (what) {
    case 'freeze':
      return { what, forMs: draws.pick([2_000, 8_000, 20_000]) };
    case 'clock':
      return { what, jumpMs: draws.pick(JUMPS_MS) };
    default:
      return { what };
  }
}

/** An overwhelmed venue loses answers to orders, taken or not; often its reads lag and its stream is late. */
export function drawOverload(draws: Draws, symbol: string): Disturbance[] {
  const kind = draws.pick(['hang', 'reset', 'unknown_503', 'timeout'] as const);
  const accepted = draws.isLucky(0.6);
  const lost: FaultRule = { kind, method: 'POST', path: ORDER, count: 2, accepted, symbol };
  const lagging: FaultRule = {
    kind: 'stale_reads',
    method: 'GET',
    path: '/fapi/*',
    symbol,
    durationMs: draws.whole(6_000, 20_000),
  };
  const tellingLate: FaultRule = { kind: 'delay_event', symbol, durationMs: draws.whole(2_000, 8_000) };
  const rules = draws.isLucky(0.6) ? [lost, lagging, tellingLate] : [lost];
  const forMs = draws.whole(8_000, 16_000);
  return rules.map((rule) => ({ kind: 'venue_fault', rule, forMs }));
}

/** Longer than any position may be without a stop. */
export const STOPS_REFUSED: Disturbance = {
  kind: 'venue_fault',
  forMs: 40_000,
  rule: { kind: 'stop_rejected', path: ALGO },
};

/** Minutes, as real outages last; every order endpoint answers 503 and nothing is taken. */
export const OUTAGE_MS = 120_000;

export const ORDERS_UNAVAILABLE: readonly Disturbance[] = [ORDER, ALGO].map((path) => ({
  kind: 'venue_fault',
  forMs: OUTAGE_MS - 20_000,
  rule: { kind: 'unavailable_503', method: 'POST', path },
}));

function drawLoss(draws: Draws): FaultRule {
  return { kind: draws.pick(LOSSES), count: draws.whole(1, 3), accepted: draws.isLucky(0.7) };
}

/** Every rule names its paths or events, so that nothing but the executor meets it. */
function drawRule(draws: Draws, kind: (typeof RULES)[number]): FaultRule {
  const path = draws.isLucky(0.65) ? ORDER : ALGO;
  const count = draws.whole(1, 3);
  const post = { method: 'POST', path, count };
  switch (kind) {
    case 'hang':
    case 'reset':
    case 'unknown_503':
    case 'unexpected_response':
    case 'timeout':
      return { ...post, kind, accepted: draws.isLucky(0.7) };
    case 'garbled':
      return draws.isLucky(0.5)
        ? { ...post, kind, accepted: draws.isLucky(0.7) }
        : { kind, method: 'GET', path: '/fapi/*', count };
    case 'error': {
      const code = draws.pick(ERROR_CODES);
      return { ...post, kind, code, accepted: code === -1000 && draws.isLucky(0.7) };
    }
    case 'rate_limit':
      return { ...post, kind, durationMs: 1_000 };
    case 'latency':
      return { kind, path: '/fapi/*', count: 30, durationMs: draws.whole(200, 4_000) };
    case 'stale_reads':
      return { kind, method: 'GET', path: '/fapi/*', durationMs: draws.whole(2_000, 20_000) };
    case 'stop_rejected':
      return draws.isLucky(0.5) ? { kind, path: ALGO } : { kind, path: ALGO, count };
    case 'drop_event':
    case 'delay_event':
    case 'duplicate_event':
    case 'reorder_events':
      return { kind, probability: 0.5, durationMs: draws.whole(500, 6_000) };
    case 'mute_stream':
    case 'trigger_rejected':
    case 'trigger_stuck':
      return { kind };
    default:
      return { ...post, kind };
  }
}

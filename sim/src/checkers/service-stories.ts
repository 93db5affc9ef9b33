/** Hand-made histories of the risk engine and of bots: one that is as it should be, and ways to spoil it. */
import type { BotsHistory, LatchStep, RiskHistory } from '../history/history';
import { BOT, type Changes, request, SOUND } from './fixture';

export const HALT = { traceId: 'a', action: 'halt', actor: 'breaker:drawdown', committedMs: 5_000 };
export const RESUME = { traceId: 'b', action: 'resume', actor: 'operator:alice', committedMs: 9_000 };
const TRIPPED: RiskHistory['statuses'][number] = {
  breaker: 'drawdown',
  scope: 'portfolio',
  status: 'tripped',
  outcome: 'Flatten',
  committedMs: 5_000,
} as const;
const ARMED: RiskHistory['statuses'][number] = {
  ...TRIPPED,
  status: 'ok',
  outcome: 'None',
  committedMs: 9_000,
} as const;
const LATCH: readonly LatchStep[] = [
  { halted: true, traceId: 'a', committedMs: 5_000 },
  { halted: false, traceId: 'b', committedMs: 9_000 },
];
const RISK: RiskHistory = {
  audits: [HALT, RESUME],
  statuses: [TRIPPED, ARMED],
  drills: [{ breaker: 'drawdown', committedMs: 4_000 }],
  events: [{ eventId: 'e', taken: 2 }],
};
const WANTED = { target: 1, held: 1, isUnderWay: false };
const DECISION = {
  botId: BOT,
  openTimeMs: 60_000,
  previousDigest: '0',
  digest: '1',
  committedMs: 120_500,
  ...WANTED,
};
const NEXT = { ...DECISION, openTimeMs: 120_000, previousDigest: '1', digest: '2', committedMs: 180_500 };
const ASKED = {
  intentId: 'i',
  botId: BOT,
  side: 'long',
  barOpenTimeMs: 60_000,
  committedMs: 120_500,
} as const;
const BOTS: BotsHistory = {
  decisions: [DECISION, NEXT],
  asked: [ASKED],
  targets: [{ botId: BOT, target: 1 }],
  divergences: 0,
};
const UP = [{ atMs: 0, kind: 'ready' }] as const;

export const risk = (changes: Partial<RiskHistory>, latch = LATCH): Changes => ({
  database: { latch, risk: { ...RISK, ...changes }, bots: BOTS },
  log: { risk: UP, takenAtMs: 200_000 },
});
const bots = (changes: Partial<BotsHistory>): Changes => ({
  ...risk({}),
  database: { ...risk({}).database, bots: { ...BOTS, ...changes } },
});

export const SPOILT_BY_SERVICES: readonly (readonly [invariant: string, story: string, changes: Changes])[] =
  [
    ['I4', 'a bot that holds what its strategy has left', bots({ targets: [{ botId: BOT, target: -1 }] })],
    [
      'I4',
      'an exit that was not asked for again',
      bots({ decisions: [{ ...DECISION, target: 0 }], asked: [] }),
    ],
    ['I6', 'an event that never reached the bus', risk({ events: [{ eventId: 'e', taken: 0 }] })],
    ['I10', 'a latch that moved without an audit row', risk({ audits: [HALT] })],
    [
      'I10',
      'an audit row that was committed later than the latch',
      risk({ audits: [HALT, { ...RESUME, committedMs: 9_001 }] }),
    ],
    [
      'I10',
      'a latch that a breaker cleared',
      risk({ audits: [HALT, { ...RESUME, actor: 'breaker:macro' }] }),
    ],
    ['I10', 'a latch that was cleared by a halt', risk({ audits: [HALT, { ...RESUME, action: 'halt' }] })],
    [
      'I12',
      'an order that somebody else signed',
      {
        venue: { requests: [...SOUND.venue.requests, request({ seq: 9, principal: 1, isAccepted: false })] },
      },
    ],
    [
      'I12',
      'a second executor in charge',
      { log: { process: [{ atMs: -30_000, kind: 'ready' }], second: [{ atMs: 500, kind: 'leads' }] } },
    ],
    [
      'I12',
      'an order without a name of ours',
      { venue: { requests: [...SOUND.venue.requests, request({ seq: 9, clientOrderId: 'x-1' })] } },
    ],
    ['I14', 'a drill that went unnoticed', risk({ statuses: [], audits: [RESUME, HALT] })],
    ['I14', 'a trip without an audit row', risk({ audits: [{ ...HALT, actor: 'operator:bob' }, RESUME] })],
    ['I14', 'a trip without a halt', risk({ audits: [HALT, RESUME] }, LATCH.slice(1))],
    [
      'I14',
      'a breaker that un-trips itself',
      risk({ statuses: [TRIPPED, { ...ARMED, committedMs: 7_000 }] }),
    ],
    ['I16', 'an entry on an old bar', bots({ asked: [{ ...ASKED, committedMs: 180_001 }] })],
    ['I16', 'a decision across a gap', bots({ decisions: [DECISION, { ...NEXT, openTimeMs: 180_000 }] })],
    ['I16', 'a decision that a replay does not make', bots({ divergences: 1 })],
  ];

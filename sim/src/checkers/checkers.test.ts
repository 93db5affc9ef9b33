import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import type { Interval } from '../history/history';
import { timelineOf } from '../history/holdings';
import {
  BOT,
  type Changes,
  EXIT,
  FILL,
  HELD,
  NEIGHBOUR,
  order,
  request,
  row,
  SHARED,
  SOUND,
  STOP,
  spoilt,
  step,
  stop,
} from './fixture';
import { CHECKERS, violationsOf } from './index';
import { SPOILT_BY_SERVICES } from './service-stories';

const { database, venue } = SOUND;
const [intent] = database.intents;

const OTHER = '00000001-0000-7000-8000-000000000009';
const OTHER_ENTRY = `${OTHER.replaceAll('-', '')}e`;
const REFUSED_EXIT = { side: 'flat', outcome: 'rejected', reason: 'stale_fence' } as const;

/** What a sum over the symbol cannot show, with two bots that are both long. */
const SPOILT_BETWEEN_BOTS: readonly (readonly [invariant: string, story: string, changes: Changes])[] = [
  [
    'I17',
    "one bot's stop is large enough for both and the other has none",
    { venue: { stops: [stop({ quantity: '0.02' })] } },
  ],
  [
    'I19',
    "one bot's exit takes the other's quantity too",
    {
      venue: {
        orders: [...SHARED.venue.orders, order({ seq: 20, id: '5', clientOrderId: EXIT, side: 'sell' })],
        fills: [
          ...SHARED.venue.fills,
          { ...FILL, seq: 21, tradeId: '9', orderId: '5', side: 'sell', quantity: '0.02' },
        ],
      },
    },
  ],
  [
    'I20',
    'the venue is flat and the books of the two cancel out',
    { phase: 'flat', database: { positions: booked('0.01', '-0.01') } },
  ],
  [
    'I21',
    'the sum is right and each has what the other should',
    { database: { positions: booked('0.015', '0.005') } },
  ],
  ['I21', 'one is booked short although it never sold', { database: { positions: booked('0.03', '-0.01') } }],
];

function booked(own: string, neighbours: string) {
  const [first] = SHARED.database.positions;
  return [
    { ...first!, botId: BOT, quantity: own },
    { ...first!, botId: NEIGHBOUR, quantity: neighbours },
  ];
}

/** By invariant, in the order of the spec: what happened, as changes to a sound history. */
const SPOILT: readonly (readonly [invariant: string, story: string, changes: Changes])[] = [
  ['I1', 'a second entry order', { venue: { orders: [order({}), order({ id: '9' })] } }],
  ['I1', 'more filled than asked', { venue: { orders: [order({ filledQuantity: '0.02' })] } }],
  ['I2', 'an entry without a row', { database: { orders: [database.orders[1]!] } }],
  [
    'I2',
    'a row committed after the request',
    { database: { orders: [row({ committedMs: 1_012 }), database.orders[1]!] } },
  ],
  ['I2', 'a stop without a row while the database was there', { database: { orders: [row({})] } }],
  [
    'I3',
    'an order sent twice',
    { venue: { requests: [...venue.requests, request({ seq: 9, isAccepted: false })] } },
  ],
  [
    'I3',
    'an order the venue took, written off',
    { database: { orders: [row({ status: 'rejected' }), database.orders[1]!] } },
  ],
  [
    'I3',
    'an entry beside an order of unknown fate',
    {
      database: {
        orderSteps: [step({ clientOrderId: STOP, leg: 'sl', status: 'unknown' }), step({ isNew: true })],
      },
    },
  ],
  ['I4', 'an intent without an outcome', { database: { intents: [{ ...intent!, outcome: null }] } }],
  ['I4', 'two outcomes', { database: { outcomeWrites: new Map([[intent!.intentId, 2]]) } }],
  [
    'I4',
    'a refusal of what was filled',
    { database: { intents: [{ ...intent!, outcome: 'rejected', reason: 'x' }] } },
  ],
  ['I4', 'an exit that was refused', { database: { intents: [{ ...intent!, ...REFUSED_EXIT }] } }],
  [
    'I4',
    'an exit that counts as done while the bot holds on',
    { database: { intents: [intent!, { ...intent!, intentId: OTHER, side: 'flat' }] } },
  ],
  [
    'I4',
    'an exit that was accepted before the bot was flat',
    {
      database: {
        intents: [intent!, { ...intent!, intentId: OTHER, side: 'flat' }],
        outcomeWrites: new Map([intent!.intentId, OTHER].map((id) => [id, 1])),
        decidedMs: new Map([[OTHER, 2_000]]),
        positions: [],
      },
      venue: { fills: [FILL, { ...FILL, seq: 9, atMs: 3_000, tradeId: '8', side: 'sell' }] },
    },
  ],
  ['I7', 'a step back', { database: { orderSteps: [step({ status: 'filled' }), step({ status: 'new' })] } }],
  [
    'I7',
    'a second end',
    { database: { orderSteps: [step({ status: 'filled' }), step({ status: 'expired' })] } },
  ],
  [
    'I7',
    'a lost fill',
    {
      database: {
        orderSteps: [
          step({ status: 'new', filledQuantity: '2' }),
          step({ status: 'new', filledQuantity: '1' }),
        ],
      },
    },
  ],
  [
    'I8',
    'an entry written during a halt',
    { database: { latch: [{ halted: true, committedMs: 990, traceId: null }] } },
  ],
  [
    'I8',
    'an entry sent long after a halt',
    {
      database: { latch: [{ halted: true, committedMs: 1_001, traceId: null }] },
      venue: { requests: [request({ atMs: 2_500 })] },
    },
  ],
  ['I9', 'an entry long after the latch was last read', { log: { latchReads: [100] } }],
  ['I9', 'an entry before the latch was ever read', { log: { latchReads: [] } }],
  [
    'I15',
    'an entry of a process that had only just started',
    {
      log: {
        process: [
          { atMs: 900, kind: 'spawned' },
          { atMs: 1_200, kind: 'reconciled' },
        ],
      },
    },
  ],
  ['I11', 'an entry with an old fence', { database: { fences: [{ ...database.fences[0]!, fence: 2 }] } }],
  [
    'I13',
    'an order above its cap',
    { database: { orders: [row({ notionalUsd: '801' }), database.orders[1]!] } },
  ],
  [
    'I13',
    'two orders of one bot that would exceed the cap of its day if both were filled, while one of them is unknown',
    {
      database: {
        orders: [
          ...database.orders,
          row({ clientOrderId: OTHER_ENTRY, status: 'rejected', notionalUsd: '401' }),
        ],
        orderSteps: [
          step({ isNew: true }),
          step({ clientOrderId: OTHER_ENTRY, isNew: true }),
          step({ clientOrderId: OTHER_ENTRY, status: 'unknown' }),
          step({ clientOrderId: OTHER_ENTRY, status: 'rejected' }),
          step({ status: 'filled', filledQuantity: '0.01' }),
        ],
      },
    },
  ],
  [
    'I13',
    'orders of one bot that the books have as expired and the venue has filled',
    {
      database: {
        orders: [
          ...database.orders,
          row({ clientOrderId: OTHER_ENTRY, status: 'expired', notionalUsd: '401' }),
        ],
        orderSteps: [
          step({ isNew: true }),
          step({ status: 'filled', filledQuantity: '0.01' }),
          step({ clientOrderId: OTHER_ENTRY, status: 'expired' }),
        ],
      },
      venue: { orders: [...venue.orders, order({ seq: 20, id: '5', clientOrderId: OTHER_ENTRY })] },
    },
  ],
  ['I17', 'a position without a stop', { venue: { stops: [] } }],
  ['I17', 'a stop that is too small', { venue: { stops: [stop({ quantity: '0.009' })] } }],
  [
    'I17',
    'stops refused for long and no flatten',
    { venue: { stops: [] }, log: { stopsRefused: [{ fromMs: 0, toMs: 10_000 }] } },
  ],
  [
    'I17',
    'a stop cancelled before its successor was placed',
    {
      venue: {
        stops: [
          stop({}),
          stop({ seq: 8, atMs: 3_000, status: 'CANCELED' }),
          stop({ seq: 9, atMs: 3_010, id: '3' }),
        ],
      },
    },
  ],
  [
    'I17',
    'the stop of a position that has grown cancelled before the larger one was placed',
    {
      venue: {
        positions: [HELD, { ...HELD, seq: 7, atMs: 2_990, quantity: '0.02' }],
        stops: [
          stop({}),
          stop({ seq: 8, atMs: 3_000, status: 'CANCELED' }),
          stop({ seq: 9, atMs: 3_010, id: '3', quantity: '0.02' }),
        ],
      },
    },
  ],
  [
    'I18',
    'a stop behind a closed position',
    {
      venue: {
        orders: [order({}), order({ seq: 7, id: '5', clientOrderId: EXIT, side: 'sell', isReducing: true })],
        fills: [FILL, { ...FILL, seq: 8, tradeId: '8', orderId: '5', side: 'sell' }],
        positions: [HELD, { ...HELD, seq: 9, quantity: '0' }],
      },
    },
  ],
  ['I18', 'one stop too many', { venue: { stops: [stop({}), stop({ seq: 7, id: '3' })] } }],
  ['I19', 'an exit that may open', { venue: { requests: [request({ clientOrderId: EXIT })] } }],
  [
    'I19',
    'an exit that crosses zero',
    {
      venue: {
        orders: [order({}), order({ id: '5', clientOrderId: EXIT, side: 'sell' })],
        fills: [FILL, { ...FILL, seq: 8, tradeId: '8', orderId: '5', side: 'sell', quantity: '0.02' }],
      },
    },
  ],
  ['I20', 'a position after the flatten', { phase: 'flat' }],
  [
    'I20',
    'a flatten left undone',
    { database: { flattens: [{ flattenId: 'one', scope: 'all', isDone: false }] } },
  ],
  ['I21', 'another position', { database: { positions: [{ ...database.positions[0]!, quantity: '0.02' }] } }],
  ['I21', 'an unowned position', { database: { positions: [{ ...database.positions[0]!, botId: null }] } }],
  ['I21', 'a trade that was not booked', { database: { fills: [] } }],
  ['I21', 'other fees', { database: { positions: [{ ...database.positions[0]!, fees: '0.48' }] } }],
  ['I21', 'funding that was not booked', { venue: { funding: [{ transactionId: '1', amount: '-0.5' }] } }],
  [
    'I21',
    'an order of unknown fate',
    { database: { orders: [row({ status: 'unknown' }), database.orders[1]!] } },
  ],
  [
    'I22',
    'an entry after the signal to end',
    { log: { process: [...SOUND.log.process, { atMs: 450, kind: 'terminated' }] } },
  ],
  ['I22', 'an exit code', { log: { drain: { exitCode: 1, tookMs: 10, endedAtMs: 9_000 } } }],
  [
    'I22',
    'a position left bare',
    { venue: { stops: [] }, log: { drain: { exitCode: 0, tookMs: 10, endedAtMs: 9_000 } } },
  ],
  [
    'I21',
    'a live run that began with more than its bot was given',
    { database: { equities: [{ botId: BOT, allocated: '500', initialEquity: '10000' }] } },
  ],
  [
    'I21',
    'fills in no live run',
    { database: { equities: [{ botId: BOT, allocated: '500', initialEquity: null }] } },
  ],
  ['I23', 'a request before Retry-After', { log: { hasty: ['GET /fapi/v3/balance left 5 ms early'] } }],
  ['I25', 'never ready again', { log: { readiness: 'not ready' } }],
  ['I25', 'a loop without a pause', { log: { spinning: ['books.load 300 times in second 12'] } }],
  ['I25', 'a secret in a log', { log: { leaks: ['the log contains the apiSecret'] } }],
  ['I25', 'an event that was not published', { database: { unpublished: 1 } }],
];

describe('the checkers', () => {
  it('the checkers find nothing in a sound history', () => {
    expect(violationsOf(SOUND)).toEqual([]);
  });

  it('the checkers find nothing in a sound history of two bots on one symbol', () => {
    expect(violationsOf(SHARED)).toEqual([]);
  });

  it.each(SPOILT_BETWEEN_BOTS)('%s: %s', (invariant, _story, changes) => {
    const found = violationsOf(spoilt(changes, SHARED)).map((violation) => violation.invariant);
    expect(found).toContain(invariant);
  });

  it('the checkers excuse a bare position only on the symbol that a fault of the venue touches', () => {
    const bare = (symbol: string) =>
      spoilt({ venue: { stops: [] }, log: { disturbed: [{ fromMs: 900, toMs: 10_000, symbol }] } });
    const found = (symbol: string) => violationsOf(bare(symbol)).map(({ invariant }) => invariant);
    expect(found('BTCUSDT')).not.toContain('I17');
    expect(found('ETHUSDT')).toContain('I17');
  });

  it('the checkers ask for no stop over less than a lot, while lots are as coarse as that', () => {
    const found = (bare: string, toMs = 10_000) => {
      const coarse = [{ symbol: 'BTCUSDT', lot: '0.005', fromMs: 900, toMs }];
      const stops = [stop({ quantity: new Decimal('0.01').minus(bare).toFixed() })];
      return violationsOf(spoilt({ venue: { stops }, log: { coarse } })).map(({ invariant }) => invariant);
    };
    expect(found('0.004')).not.toContain('I17');
    expect(found('0.004', 5_000)).toContain('I17');
    expect(found('0.005')).toContain('I17');
  });

  it('the checkers count no entry that was refused before the next one, and none of another UTC day', () => {
    const found = (committedMs: number, ...statuses: readonly ('rejected' | 'submitting')[]) => {
      const other = { clientOrderId: OTHER_ENTRY, committedMs, notionalUsd: '401' };
      const changes = {
        database: {
          orders: [...database.orders, row(other)],
          orderSteps: [
            ...statuses.map((status) => step({ clientOrderId: OTHER_ENTRY, status })),
            step({ isNew: true }),
          ],
        },
      };
      return violationsOf(spoilt(changes)).map(({ invariant }) => invariant);
    };
    expect(found(1_000, 'submitting')).toContain('I13');
    expect(found(1_000, 'submitting', 'rejected')).not.toContain('I13');
    expect(found(-1, 'submitting')).not.toContain('I13');
  });

  it('the checkers see no gap between a bot’s stops when its side is closed at the venue alone', () => {
    const found = (quantity: string) => {
      const stops = [
        stop({}),
        stop({ seq: 9, atMs: 3_000, status: 'CANCELED' }),
        stop({ seq: 10, atMs: 3_010, id: '3' }),
      ];
      const positions = [HELD, { ...HELD, seq: 8, atMs: 2_900, quantity }];
      return violationsOf(spoilt({ venue: { stops, positions } })).map(({ invariant }) => invariant);
    };
    expect(found('0.01')).toContain('I17');
    expect(found('0')).not.toContain('I17');
  });

  it('the checkers see no gap where the venue took a stop away by itself', () => {
    const found = (isAskedFor: boolean) => {
      const stops = [
        stop({}),
        stop({ seq: 9, atMs: 3_000, status: 'CANCELED', isAskedFor }),
        stop({ seq: 10, atMs: 3_010, id: '3' }),
      ];
      return violationsOf(spoilt({ venue: { stops } })).map(({ invariant }) => invariant);
    };
    expect(found(true)).toContain('I17');
    expect(found(false)).not.toContain('I17');
  });

  it('the checkers let the market reach a stop before the close beside it is known, but not later', () => {
    const found = (stoppedAfterMs: number) => {
      const exitMs = 2_000;
      const orders = [
        ...SHARED.venue.orders,
        order({ seq: 20, id: '5', clientOrderId: EXIT, side: 'sell' }),
        order({ seq: 22, id: '6', clientOrderId: STOP, side: 'sell' }),
      ];
      const exit = { ...FILL, seq: 21, atMs: exitMs, tradeId: '9', orderId: '5', side: 'sell' } as const;
      const late = { ...exit, seq: 23, atMs: exitMs + stoppedAfterMs, tradeId: '10', orderId: '6' };
      const history = spoilt({ venue: { orders, fills: [...SHARED.venue.fills, exit, late] } }, SHARED);
      return violationsOf(history).map(({ invariant }) => invariant);
    };
    expect(found(SOUND.bounds.uncoveredMs)).not.toContain('I19');
    expect(found(SOUND.bounds.uncoveredMs + 1)).toContain('I19');
  });

  it('the checkers excuse no target that fills after the exit of its bot was sent, except after trouble', () => {
    const found = (...disturbed: Interval[]) => {
      const flat = { ...intent!, intentId: OTHER, side: 'flat' } as const;
      const orders = [
        ...SHARED.venue.orders,
        order({ seq: 20, id: '5', clientOrderId: `${OTHER.replaceAll('-', '')}x`, side: 'sell' }),
        order({ seq: 22, id: '6', clientOrderId: STOP.replace(/s$/, 't'), side: 'sell' }),
      ];
      const exit = { ...FILL, seq: 21, atMs: 2_000, tradeId: '9', orderId: '5', side: 'sell' } as const;
      const target = { ...exit, seq: 23, atMs: 2_010, tradeId: '10', orderId: '6' };
      const changes = {
        database: { intents: [...SHARED.database.intents, flat] },
        venue: { orders, fills: [...SHARED.venue.fills, exit, target] },
        log: { process: [{ atMs: -30_000, kind: 'ready' } as const], disturbed },
      };
      return violationsOf(spoilt(changes, SHARED)).map(({ invariant }) => invariant);
    };
    expect(found()).toContain('I19');
    expect(found({ fromMs: 1_000, toMs: 1_900 })).not.toContain('I19');
  });

  it('the checkers know on whom two closings of one bot fell, in whichever order they were booked', () => {
    const lastOf = (booked: readonly [string, string]) => {
      const orders = [
        ...SHARED.venue.orders,
        order({ seq: 20, id: '5', clientOrderId: EXIT, side: 'sell' }),
        order({ seq: 22, id: '6', clientOrderId: STOP, side: 'sell' }),
      ];
      const exit = { ...FILL, seq: 21, tradeId: '9', orderId: '5', side: 'sell' } as const;
      const stopped = { ...exit, seq: 23, tradeId: '10', orderId: '6' };
      const fills = [...SHARED.venue.fills, exit, stopped];
      const rows = booked.map((botId, index) => ({
        ...SHARED.database.fills[0]!,
        botId,
        tradeId: String(9 + index),
      }));
      const database = { fills: [...SHARED.database.fills, ...rows] };
      const history = spoilt({ venue: { orders, fills }, database }, SHARED);
      return [BOT, NEIGHBOUR].map((botId) =>
        timelineOf(history, { botId, symbol: 'BTCUSDT' }).at(-1)!.held.toFixed(),
      );
    };
    expect(lastOf([BOT, NEIGHBOUR])).toEqual(['0', '0']);
    expect(lastOf([NEIGHBOUR, BOT])).toEqual(['0', '0']);
    expect(lastOf([BOT, BOT])).toEqual(['0', '0.01']);
  });

  it('the checkers let bots that one flatten closes take from each other, and from no other bot', () => {
    const [first, second] = ['00000001000070008000000000000011f', '00000001000070008000000000000012f'];
    const found = (flattenOfNeighbour: string) => {
      const closing = { leg: 'flatten', intentId: null, notionalUsd: null } as const;
      const orders = [
        ...SHARED.database.orders,
        row({ ...closing, clientOrderId: first, flattenId: 'one' }),
        row({ ...closing, clientOrderId: second, botId: NEIGHBOUR, flattenId: flattenOfNeighbour }),
      ];
      const sale = order({ seq: 20, id: '5', clientOrderId: first, side: 'sell' });
      const fill = { ...FILL, seq: 21, tradeId: '9', orderId: '5', side: 'sell', quantity: '0.02' } as const;
      const changes = {
        database: { orders },
        venue: { orders: [...SHARED.venue.orders, sale], fills: [...SHARED.venue.fills, fill] },
      };
      return violationsOf(spoilt(changes, SHARED)).map(({ invariant }) => invariant);
    };
    expect(found('one')).not.toContain('I19');
    expect(found('another')).toContain('I19');
  });

  it('the checkers let a flatten take from every bot that it was asked to close, and from no other', () => {
    const clientOrderId = '00000001000070008000000000000011f';
    const found = (scope: string) => {
      const closing = row({
        clientOrderId,
        leg: 'flatten',
        intentId: null,
        notionalUsd: null,
        flattenId: 'one',
      });
      const sale = order({ seq: 20, id: '5', clientOrderId, side: 'sell' });
      const fill = { ...FILL, seq: 21, tradeId: '9', orderId: '5', side: 'sell', quantity: '0.02' } as const;
      const changes = {
        database: {
          orders: [...SHARED.database.orders, closing],
          flattens: [{ flattenId: 'one', scope, isDone: true }],
        },
        venue: { orders: [...SHARED.venue.orders, sale], fills: [...SHARED.venue.fills, fill] },
      };
      return violationsOf(spoilt(changes, SHARED)).map(({ invariant }) => invariant);
    };
    for (const scope of ['all', 'symbol:BTCUSDT']) expect(found(scope)).not.toContain('I19');
    for (const scope of [`bot:${BOT}`, 'symbol:ETHUSDT', 'cluster:majors'])
      expect(found(scope)).toContain('I19');
  });

  it('the checkers let the bound run as soon as a fault is over', () => {
    const { uncoveredMs } = SOUND.bounds;
    const bareSince = FILL.atMs;
    const found = (bareForMs: number) => {
      const disturbed = [{ fromMs: 900, toMs: bareSince + 400 }];
      const changes = { venue: { stops: [stop({ atMs: bareSince + 400 + bareForMs })] }, log: { disturbed } };
      return violationsOf(spoilt(changes)).map(({ invariant }) => invariant);
    };
    expect(found(uncoveredMs)).not.toContain('I17');
    expect(found(uncoveredMs + 1)).toContain('I17');
  });

  it('the checkers let a stop go without its row when the process was frozen just before', () => {
    const changes = {
      database: { orders: [row({})] },
      log: {
        process: [
          ...SOUND.log.process,
          { atMs: 500, kind: 'frozen' as const },
          { atMs: 900, kind: 'thawed' as const },
        ],
      },
    };
    expect(violationsOf(spoilt(changes)).map(({ invariant }) => invariant)).not.toContain('I2');
  });

  it.each(SPOILT)('%s: %s', (invariant, _story, changes) => {
    expect(violationsOf(spoilt(changes)).map((violation) => violation.invariant)).toContain(invariant);
  });

  it('each checker has been shown a violation', () => {
    const shown = new Set([...SPOILT, ...SPOILT_BY_SERVICES].map(([invariant]) => invariant));
    expect(CHECKERS.map(({ invariant }) => invariant).filter((invariant) => !shown.has(invariant))).toEqual(
      [],
    );
  });

  it('the checkers excuse a bare position without executor, a late row and a resend after refusal', () => {
    const away = { fromMs: 900, toMs: 10_000 };
    expect(
      violationsOf(spoilt({ venue: { stops: [] }, log: { disturbed: [away] } })).map(
        ({ invariant }) => invariant,
      ),
    ).not.toContain('I17');
    const unwritten = spoilt({ database: { orders: [row({})] }, log: { databaseAway: [away] } });
    expect(violationsOf(unwritten).map(({ invariant }) => invariant)).not.toContain('I2');
    const refused = request({ isAccepted: false, isRefused: true });
    expect(violationsOf(spoilt({ venue: { requests: [refused, ...venue.requests] } }))).toEqual([]);
  });
});

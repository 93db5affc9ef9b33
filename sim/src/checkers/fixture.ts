/**
 * Hand-made histories for the tests of the checkers: one bot that went long and is under its stop, and ways
 * to spoil that.
 */
import type {
  History,
  OrderRow,
  OrderStep,
  VenueHistory,
  VenueOrderState,
  VenueRequest,
  VenueStopState,
} from '../history/history';

const INTENT = '00000001-0000-7000-8000-000000000001';
export const BOT = '00000001-0000-7000-8000-b00000000001';
const ENTRY = `${INTENT.replaceAll('-', '')}e`;
export const STOP = `${INTENT.replaceAll('-', '')}s`;
export const EXIT = `${INTENT.replaceAll('-', '')}x`;

export function row(given: Partial<OrderRow>): OrderRow {
  return {
    clientOrderId: ENTRY,
    intentId: INTENT,
    botId: BOT,
    symbol: 'BTCUSDT',
    leg: 'entry',
    space: 'regular',
    quantity: '0.01',
    filledQuantity: '0.01',
    status: 'filled',
    notionalUsd: '600',
    committedMs: 1_000,
    flattenId: null,
    ...given,
  };
}

export function step(given: Partial<OrderStep>): OrderStep {
  const { clientOrderId, symbol, leg } = row({});
  return { clientOrderId, symbol, leg, isNew: false, status: 'submitting', filledQuantity: '0', ...given };
}

export function request(given: Partial<VenueRequest>): VenueRequest {
  return {
    seq: 1,
    atMs: 1_010,
    method: 'POST',
    path: '/fapi/v1/order',
    clientOrderId: ENTRY,
    principal: 0,
    isReducing: false,
    isAccepted: true,
    isRefused: false,
    ...given,
  };
}

export function order(given: Partial<VenueOrderState>): VenueOrderState {
  return {
    seq: 2,
    atMs: 1_010,
    id: '1',
    clientOrderId: ENTRY,
    symbol: 'BTCUSDT',
    side: 'buy',
    positionSide: 'long',
    quantity: '0.01',
    filledQuantity: '0.01',
    averagePrice: '60000',
    isReducing: false,
    isOpen: false,
    ...given,
  };
}

export function stop(given: Partial<VenueStopState>): VenueStopState {
  return {
    seq: 6,
    atMs: 1_050,
    id: '2',
    clientOrderId: STOP,
    symbol: 'BTCUSDT',
    side: 'sell',
    positionSide: 'long',
    quantity: '0.01',
    isStop: true,
    isReducing: true,
    status: 'NEW',
    isAskedFor: true,
    ...given,
  };
}

export const FILL = {
  seq: 3,
  atMs: 1_010,
  symbol: 'BTCUSDT',
  tradeId: '7',
  orderId: '1',
  side: 'buy',
  positionSide: 'long',
  quantity: '0.01',
  fee: '0.24',
} as const;
export const HELD: VenueHistory['positions'][number] = {
  seq: 4,
  atMs: 1_010,
  symbol: 'BTCUSDT',
  positionSide: 'long',
  quantity: '0.01',
};

/** Everything as it should be. */
export const SOUND: History = {
  phase: 'rest',
  bounds: {
    haltToSilenceMs: 1_000,
    latchFreshMs: 800,
    reconciledSeenMs: 50,
    uncoveredMs: 500,
    flattenBegunMs: 2_000,
    drainMs: 5_000,
    tripMs: 2_000,
    databaseBackMs: 500,
  },
  caps: { networkUsd: 2_000, perOrderUsd: 800, perBotDailyUsd: 1_000, globalDailyUsd: 2_000 },
  database: {
    intents: [
      {
        intentId: INTENT,
        botId: BOT,
        strategy: 'ewmac',
        symbol: 'BTCUSDT',
        side: 'long',
        quantity: '0.01',
        fence: 1,
        outcome: 'accepted',
        reason: null,
      },
    ],
    outcomeWrites: new Map([[INTENT, 1]]),
    decidedMs: new Map([[INTENT, 1_060]]),
    equities: [{ botId: BOT, allocated: '500', initialEquity: '500' }],
    orders: [
      row({}),
      row({
        clientOrderId: STOP,
        leg: 'sl',
        space: 'algo',
        status: 'new',
        filledQuantity: '0',
        notionalUsd: null,
        committedMs: 1_040,
      }),
    ],
    orderSteps: [step({ isNew: true }), step({ status: 'filled', filledQuantity: '0.01' })],
    latch: [],
    fences: [{ symbol: 'BTCUSDT', strategy: 'ewmac', fence: 1, committedMs: 500 }],
    fills: [{ symbol: 'BTCUSDT', tradeId: '7', botId: BOT, quantity: '0.01', fee: '0.24' }],
    positions: [{ symbol: 'BTCUSDT', botId: BOT, quantity: '0.01', fees: '0.24' }],
    funding: [],
    flattens: [],
    unpublished: 0,
    risk: { audits: [], statuses: [], drills: [], events: [] },
    bots: { decisions: [], asked: [], targets: [], divergences: 0 },
  },
  venue: {
    requests: [
      request({}),
      request({ seq: 5, atMs: 1_050, path: '/fapi/v1/algoOrder', clientOrderId: STOP, isReducing: true }),
    ],
    orders: [order({})],
    stops: [stop({})],
    fills: [FILL],
    positions: [HELD],
    funding: [],
  },
  log: {
    risk: [],
    second: [],
    process: [
      { atMs: 100, kind: 'spawned' },
      { atMs: 400, kind: 'ready' },
    ],
    disturbed: [],
    databaseAway: [],
    lostStatements: [],
    stopsRefused: [],
    coarse: [],
    played: { fromMs: 0, toMs: 9_000 },
    takenAtMs: 10_000,
    drain: null,
    readiness: 'ready',
    latchReads: [300],
    hasty: [],
    spinning: [],
    leaks: [],
  },
};

export interface Changes {
  readonly phase?: History['phase'];
  readonly database?: Partial<History['database']>;
  readonly venue?: Partial<History['venue']>;
  readonly log?: Partial<History['log']>;
}

export function spoilt({ phase = 'rest', database, venue, log }: Changes, sound = SOUND): History {
  return {
    ...sound,
    phase,
    database: { ...sound.database, ...database },
    venue: { ...sound.venue, ...venue },
    log: { ...sound.log, ...log },
  };
}

/** A second bot on the other bot's symbol and side, with an entry and a stop of its own. */
const SECOND = '00000001-0000-7000-8000-000000000002';
export const NEIGHBOUR = '00000001-0000-7000-8000-b00000000002';
const idOf = (letter: string) => `${SECOND.replaceAll('-', '')}${letter}`;
const { database, venue } = SOUND;
const [intent] = database.intents;
const ownRow = (given: Partial<OrderRow>) => row({ intentId: SECOND, botId: NEIGHBOUR, ...given });

export const SHARED: History = {
  ...SOUND,
  database: {
    ...database,
    intents: [...database.intents, { ...intent!, intentId: SECOND, botId: NEIGHBOUR, strategy: 'psar' }],
    outcomeWrites: new Map([...database.outcomeWrites, [SECOND, 1]]),
    orders: [
      ...database.orders,
      ownRow({ clientOrderId: idOf('e') }),
      ownRow({ ...database.orders[1]!, intentId: SECOND, botId: NEIGHBOUR, clientOrderId: idOf('s') }),
    ],
    fences: [...database.fences, { ...database.fences[0]!, strategy: 'psar' }],
    fills: [...database.fills, { ...database.fills[0]!, tradeId: '8', botId: NEIGHBOUR }],
    positions: [...database.positions, { ...database.positions[0]!, botId: NEIGHBOUR }],
  },
  venue: {
    ...venue,
    requests: [
      ...venue.requests,
      request({ seq: 11, clientOrderId: idOf('e') }),
      request({ ...venue.requests[1]!, seq: 15, clientOrderId: idOf('s') }),
    ],
    orders: [...venue.orders, order({ seq: 12, id: '11', clientOrderId: idOf('e') })],
    stops: [...venue.stops, stop({ seq: 16, id: '12', clientOrderId: idOf('s') })],
    fills: [...venue.fills, { ...FILL, seq: 13, tradeId: '8', orderId: '11' }],
    positions: [...venue.positions, { ...HELD, seq: 14, quantity: '0.02' }],
  },
};

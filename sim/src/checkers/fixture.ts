/** Hand-made histories for the tests of the checkers: one bot that went long and is under its stop, and ways to spoil that. */
import type {
  History,
  OrderRow,
  OrderStep,
  VenueOrderState,
  VenueRequest,
  VenueStopState,
} from '../history/history';

const INTENT = '00000001-0000-7000-8000-000000000001';
const BOT = '00000001-0000-7000-8000-b00000000001';
const ENTRY = `${INTENT.replaceAll('-', '')}e`;
export const STOP = `${INTENT.replaceAll('-', '')}s`;
export const EXIT = `${INTENT.replaceAll('-', '')}x`;

export function row(given: Partial<OrderRow>): OrderRow {
  return {
    ...{
      clientOrderId: ENTRY,
      intentId: INTENT,
      botId: BOT,
      symbol: 'BTCUSDT',
      leg: 'entry',
      space: 'regular',
    },
    ...{ quantity: '0.01', filledQuantity: '0.01', status: 'filled', notionalUsd: '600', committedMs: 1_000 },
    ...given,
  };
}

export function step(given: Partial<OrderStep>): OrderStep {
  const { clientOrderId, symbol, leg } = row({});
  return { clientOrderId, symbol, leg, isNew: false, status: 'submitting', filledQuantity: '0', ...given };
}

export function request(given: Partial<VenueRequest>): VenueRequest {
  return {
    ...{ seq: 1, atMs: 1_010, method: 'POST', path: '/fapi/v1/order', clientOrderId: ENTRY },
    ...{ isReducing: false, isAccepted: true, isRefused: false },
    ...given,
  };
}

export function order(given: Partial<VenueOrderState>): VenueOrderState {
  return {
    ...{
      seq: 2,
      atMs: 1_010,
      id: '1',
      clientOrderId: ENTRY,
      symbol: 'BTCUSDT',
      side: 'buy',
      quantity: '0.01',
    },
    ...{ filledQuantity: '0.01', averagePrice: '60000', isReducing: false, isOpen: false },
    ...given,
  };
}

export function stop(given: Partial<VenueStopState>): VenueStopState {
  return {
    ...{
      seq: 6,
      atMs: 1_050,
      id: '2',
      clientOrderId: STOP,
      symbol: 'BTCUSDT',
      side: 'sell',
      quantity: '0.01',
    },
    ...{ isStop: true, isReducing: true, status: 'NEW' },
    ...given,
  };
}

export const FILL = {
  seq: 3,
  symbol: 'BTCUSDT',
  tradeId: '7',
  orderId: '1',
  side: 'buy',
  quantity: '0.01',
  fee: '0.24',
} as const;
export const HELD = { seq: 4, atMs: 1_010, symbol: 'BTCUSDT', quantity: '0.01' };

/** Everything as it should be. */
export const SOUND: History = {
  phase: 'rest',
  bounds: {
    haltToSilenceMs: 1_000,
    uncoveredMs: 500,
    flattenBegunMs: 2_000,
    drainMs: 5_000,
    databaseBackMs: 500,
  },
  caps: { networkUsd: 2_000, perOrderUsd: 800, perBotDailyUsd: 1_000, globalDailyUsd: 2_000 },
  database: {
    intents: [
      {
        ...{
          intentId: INTENT,
          botId: BOT,
          strategy: 'ewmac',
          symbol: 'BTCUSDT',
          side: 'long',
          quantity: '0.01',
          fence: 1,
        },
        ...{ outcome: 'accepted', reason: null },
      },
    ],
    outcomeWrites: new Map([[INTENT, 1]]),
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
    fills: [{ symbol: 'BTCUSDT', tradeId: '7', quantity: '0.01', fee: '0.24' }],
    positions: [{ symbol: 'BTCUSDT', botId: BOT, quantity: '0.01', fees: '0.24' }],
    funding: [],
    unpublished: 0,
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
    process: [
      { atMs: 100, kind: 'spawned' },
      { atMs: 400, kind: 'ready' },
    ],
    disturbed: [],
    databaseAway: [],
    stopsRefused: [],
    takenAtMs: 10_000,
    drain: null,
    readiness: 'ready',
    leaks: [],
  },
};

export interface Changes {
  readonly phase?: History['phase'];
  readonly database?: Partial<History['database']>;
  readonly venue?: Partial<History['venue']>;
  readonly log?: Partial<History['log']>;
}

export function spoilt({ phase = 'rest', database, venue, log }: Changes): History {
  return {
    ...SOUND,
    phase,
    database: { ...SOUND.database, ...database },
    venue: { ...SOUND.venue, ...venue },
    log: { ...SOUND.log, ...log },
  };
}

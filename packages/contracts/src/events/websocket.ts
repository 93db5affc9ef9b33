/**
 * GET /ws of the manager, in camelCase. A client subscribes and, after a reconnect, names the last offset it
 * saw: it gets what it missed (at least once), then batches of live messages. `breaker_state` begins with a
 * snapshot; after anything that may have cost messages, each channel that shows a state sends a new one. A
 * client that cannot keep up is closed with 1013.
 */
import { type Static, Type } from 'typebox';
import { Closed, EpochMs, Nullable, OneOf } from '../schemas/primitives';

/**
 * The first five are the contract's, forwarded from database notifications; the others follow backtests,
 * experiments, bots and their fills.
 */
export const WEBSOCKET_CHANNELS = [
  'risk_halt_changed',
  'breaker_state',
  'portfolio_state',
  'source_freshness',
  'backfill_jobs',
  'run_progress',
  'experiment_progress',
  'bot_events',
  'fills',
] as const;
export type WebsocketChannel = (typeof WEBSOCKET_CHANNELS)[number];

export const WebsocketRequest = Closed({
  action: OneOf(['subscribe', 'unsubscribe', 'ping']),
  channels: Type.Optional(Type.Array(OneOf(WEBSOCKET_CHANNELS), { maxItems: WEBSOCKET_CHANNELS.length })),
  lastOffset: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
});
export type WebsocketRequest = Static<typeof WebsocketRequest>;

export const WebsocketMessage = Type.Object({
  channel: OneOf(WEBSOCKET_CHANNELS),
  type: OneOf(['snapshot', 'event']),
  offset: Nullable(Type.String({ description: 'Give it back as lastOffset after a reconnect' })),
  ts: EpochMs,
  payload: Type.Unknown(),
});
export type WebsocketMessage = Static<typeof WebsocketMessage>;

export const WebsocketBatch = Type.Object({ messages: Type.Array(WebsocketMessage) });
export type WebsocketBatch = Static<typeof WebsocketBatch>;

/** What the server says beside messages. */
export const WebsocketNotice = Type.Object({
  notice: OneOf(['subscribed', 'pong', 'invalid']),
  ts: EpochMs,
  channels: Type.Array(OneOf(WEBSOCKET_CHANNELS), { description: 'What the client is subscribed to now' }),
  message: Nullable(Type.String()),
});
export type WebsocketNotice = Static<typeof WebsocketNotice>;

/** Close codes beyond those of the protocol: 1013 too slow, 1001 the manager stops. */
export const WEBSOCKET_CLOSE = { goingAway: 1001, tooSlow: 1013 } as const;

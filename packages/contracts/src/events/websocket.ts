/**
 * GET /ws of the manager, in camelCase. A client subscribes and names the last offset it saw; it gets what it missed,
 * then batches of live messages. `breaker_state` begins with a snapshot.
 */
import { type Static, Type } from 'typebox';
import { Closed, EpochMs, Nullable, OneOf } from '../schemas/primitives';

/** The first five are forwarded from database notifications; run_progress is the manager's own, about backtests. */
export const WEBSOCKET_CHANNELS = [
  'risk_halt_changed',
  'breaker_state',
  'portfolio_state',
  'source_freshness',
  'backfill_jobs',
  'run_progress',
] as const;
export type WebsocketChannel = (typeof WEBSOCKET_CHANNELS)[number];

export const WebsocketRequest = Closed({
  action: OneOf(['subscribe', 'unsubscribe', 'ping']),
  channels: Type.Optional(Type.Array(OneOf(WEBSOCKET_CHANNELS), { maxItems: WEBSOCKET_CHANNELS.length })),
  lastOffset: Type.Optional(Type.String({ pattern: '^\\d{1,19}$' })),
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

/**
 * What PostgreSQL notifies. Every listener has a poll behind it: a notification may be lost, a row is not.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { EpochMs, JsonObject, OneOf, TimeframeName, TradingSymbol } from '../schemas/primitives';
import { MARKETS, NETWORKS } from '../vocabulary/trading';

export const DB_CHANNELS = {
  riskHaltChanged: 'risk_halt_changed',
  dataEvents: 'trading.data_events',
  orderIntents: 'trading.order_intents',
  botCommands: 'trading.bot_commands',
  botEvents: 'trading.bot_events',
  sourceCommands: 'ops.source_commands',
  /** Bars of a series were written by somebody else than live ingest. */
  historyChanged: 'market.history_changed',
  outbox: 'ops.outbox',
  breakerState: 'breaker_state',
  portfolioState: 'portfolio_state',
  sourceFreshness: 'source_freshness',
  backfillJobs: 'backfill_jobs',
} as const;
export type DbChannel = (typeof DB_CHANNELS)[keyof typeof DB_CHANNELS];

/** Rows of trading.bot_commands, consumed at least once behind a committed cursor. */
export const BOT_COMMAND_KINDS = ['pause', 'resume', 'stop', 'flatten'] as const;
export type BotCommandKind = (typeof BOT_COMMAND_KINDS)[number];

/** Payloads on trading.data_events. */
export const DataEvent = Type.Union([
  Type.Object({
    kind: Type.Literal('KlineWritten'),
    market: OneOf(MARKETS),
    symbol: TradingSymbol,
    timeframe: TimeframeName,
    open_time: EpochMs,
  }),
  Type.Object({ kind: Type.Literal('SourceQuarantined'), source: Type.String() }),
  Type.Object({ kind: Type.Literal('SourceUnquarantined'), source: Type.String() }),
  Type.Object({
    kind: Type.Literal('SourceFailure'),
    source: Type.String(),
    failure_streak: Type.Integer({ minimum: 1 }),
  }),
  Type.Object({ kind: Type.Literal('MacroWritten'), series_id: Type.String(), ts: EpochMs }),
  Type.Object({ kind: Type.Literal('GexSnapshot'), underlying: Type.String(), ts: EpochMs }),
]);
export type DataEvent = Static<typeof DataEvent>;

/**
 * What a payload of each channel must at least hold. Any database login may notify: a payload is a hint where
 * to look, never the truth, and one that does not fit counts as a lost notification.
 */
export const NOTIFICATION_PAYLOADS = {
  [DB_CHANNELS.riskHaltChanged]: Type.Object({ halted: Type.Boolean() }),
  [DB_CHANNELS.dataEvents]: DataEvent,
  [DB_CHANNELS.orderIntents]: Type.Object({ network: OneOf(NETWORKS), symbol: TradingSymbol }),
  [DB_CHANNELS.botCommands]: JsonObject,
  [DB_CHANNELS.botEvents]: Type.Object({ event_type: Type.String() }),
  [DB_CHANNELS.sourceCommands]: JsonObject,
  [DB_CHANNELS.historyChanged]: Type.Object({ market: OneOf(MARKETS), symbol: TradingSymbol }),
  [DB_CHANNELS.outbox]: JsonObject,
  [DB_CHANNELS.breakerState]: Type.Object({ breaker: Type.String(), status: Type.String() }),
  [DB_CHANNELS.portfolioState]: Type.Object({ network: OneOf(NETWORKS), symbol: TradingSymbol }),
  [DB_CHANNELS.sourceFreshness]: Type.Object({ source: Type.String() }),
  [DB_CHANNELS.backfillJobs]: Type.Object({ id: Type.String() }),
} as const satisfies Record<DbChannel, TSchema>;
export type NotificationPayload<C extends DbChannel> = Static<(typeof NOTIFICATION_PAYLOADS)[C]>;

/** What PostgreSQL notifies. Every listener has a poll behind it: a notification may be lost, a row is not. */
import { type Static, Type } from 'typebox';
import { EpochMs, OneOf, TimeframeName, TradingSymbol } from '../schemas/primitives';
import { MARKETS } from '../vocabulary/trading';

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

/** Rows of ops.source_commands. */
export const SOURCE_COMMAND_KINDS = ['unquarantine'] as const;
export type SourceCommandKind = (typeof SOURCE_COMMAND_KINDS)[number];

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
export type DataEventKind = DataEvent['kind'];

export const DATA_EVENT_KINDS = [
  'KlineWritten',
  'SourceQuarantined',
  'SourceUnquarantined',
  'SourceFailure',
  'MacroWritten',
  'GexSnapshot',
] as const satisfies readonly DataEventKind[];

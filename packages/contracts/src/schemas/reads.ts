/** Read projections of the manager for the console: camelCase throughout. */
import { type Static, Type } from 'typebox';
import {
  ALLOCATION_MODES,
  BOT_STATUSES,
  CANDLE_SOURCES,
  SIZING_MODES,
  WARMUP_MODES,
} from '../vocabulary/bots';
import { RESOLUTIONS } from '../vocabulary/runs';
import { MARKETS, NETWORKS } from '../vocabulary/trading';
import {
  Closed,
  DecimalString,
  EpochMs,
  IsoTime,
  JsonObject,
  Nullable,
  OneOf,
  PageQuery,
  TimeframeName,
  TradingSymbol,
  Uuid,
} from './primitives';
import { EquityPoint, PerformanceStats } from './runs';

export const BotIdParams = Closed({ bot_id: Uuid });

export const BotEventView = Type.Object({
  id: Type.String(),
  botId: Type.String(),
  eventType: Type.String(),
  createdAt: IsoTime,
  metadata: JsonObject,
});
export type BotEventView = Static<typeof BotEventView>;

/** The six proxied queries; null where the metrics server has no sample. */
export const MetricsSummary = Type.Object({
  botId: Type.String(),
  up: Nullable(Type.Number()),
  candlesProcessed: Nullable(Type.Number()),
  signalsEmitted: Nullable(Type.Number()),
  intentsEmitted: Nullable(Type.Number()),
  errors: Nullable(Type.Number()),
  leaseLivenessAgeSeconds: Nullable(Type.Number()),
});
export type MetricsSummary = Static<typeof MetricsSummary>;

export const PerformanceQuery = Closed({
  bot_id: Type.Optional(Uuid),
  resolution: Type.Optional(OneOf(RESOLUTIONS)),
  from_ts: Type.Optional(EpochMs),
  to_ts: Type.Optional(EpochMs),
});
export const PerformanceResponse = Type.Object({ stats: PerformanceStats, equity: Type.Array(EquityPoint) });
export type PerformanceResponse = Static<typeof PerformanceResponse>;
export type PerformanceQuery = Static<typeof PerformanceQuery>;

export const PositionView = Type.Object({
  network: OneOf(NETWORKS),
  symbol: TradingSymbol,
  botId: Nullable(Type.String()),
  side: OneOf(['long', 'short']),
  qty: DecimalString,
  entryPrice: DecimalString,
  markPrice: Nullable(DecimalString),
  unrealisedPnlUsd: Nullable(DecimalString),
  stopPrice: Nullable(DecimalString),
  liquidationPrice: Nullable(DecimalString),
  protected: Type.Boolean(),
});
export type PositionView = Static<typeof PositionView>;

const exposure = {
  longUsd: DecimalString,
  shortUsd: DecimalString,
  grossUsd: DecimalString,
  netUsd: DecimalString,
};

/** What the executor last saw of an account; a figure that could not be read is null. */
export const AccountView = Type.Object({
  network: OneOf(NETWORKS),
  positionMode: OneOf(['hedge', 'one_way']),
  walletUsd: Nullable(DecimalString),
  unrealisedPnlUsd: Nullable(DecimalString),
  marginUsedUsd: Nullable(DecimalString),
  availableUsd: Nullable(DecimalString),
  /** What open positions pay at their next settlements at the rates of now; below zero is received. */
  fundingDueUsd: Nullable(DecimalString),
  fundingDueAt: Nullable(IsoTime),
  allocatedUsd: Nullable(
    Type.String({
      description: 'Allocations of the bots that run or hold a position; null when one of them is not known',
    }),
  ),
  problem: Nullable(
    Type.String({ description: 'What keeps the account, or a symbol of it, from being traded' }),
  ),
  readAt: IsoTime,
  stale: Type.Boolean({ description: 'Not read for three minutes' }),
});
export type AccountView = Static<typeof AccountView>;

export const PortfolioResponse = Type.Object({
  asOf: IsoTime,
  accounts: Type.Array(AccountView, {
    description: 'The wallet of each network that the executor trades on',
  }),
  equityUsd: Nullable(DecimalString),
  pnlTodayUsd: Nullable(DecimalString),
  pnl7dUsd: Nullable(DecimalString),
  pnlAllUsd: Nullable(DecimalString),
  drawdownPct: Nullable(Type.Number()),
  grossExposureUsd: Nullable(DecimalString),
  exposureBySymbol: Type.Array(Type.Object({ symbol: TradingSymbol, ...exposure })),
  exposureByCluster: Type.Array(Type.Object({ clusterId: Nullable(Type.String()), ...exposure })),
  unprotectedPositions: Type.Integer(),
  positions: Type.Array(PositionView),
  bots: Type.Array(
    Type.Object({
      botId: Type.String(),
      botName: Type.String(),
      status: OneOf(BOT_STATUSES),
      equityUsd: Nullable(DecimalString),
      pnlTodayUsd: Nullable(DecimalString),
    }),
  ),
});
export type PortfolioResponse = Static<typeof PortfolioResponse>;

export const OverlayDecisionsQuery = Closed({ ...PageQuery, bot_id: Type.Optional(Uuid) });
export const OverlayDecisionView = Type.Object({
  id: Type.String(),
  botId: Type.String(),
  overlay: Type.String(),
  verdict: OneOf(['pass', 'veto', 'scale']),
  reason: Type.String(),
  barOpenTime: EpochMs,
  details: JsonObject,
  createdAt: IsoTime,
});
export type OverlayDecisionView = Static<typeof OverlayDecisionView>;

export const OverlaySummaryResponse = Type.Object({
  items: Type.Array(
    Type.Object({ overlay: Type.String(), decisions: Type.Integer(), vetoes: Type.Integer() }),
  ),
});

export const SourceHealthView = Type.Object({
  name: Type.String(),
  status: OneOf(['healthy', 'stale', 'quarantined', 'pending']),
  lastSuccessAt: Nullable(IsoTime),
  freshnessSeconds: Nullable(Type.Number()),
  cadenceSeconds: Type.Number(),
  consecutiveFailures: Type.Integer(),
  lastError: Nullable(Type.String()),
});
export const SourceHealthViewResponse = Type.Object({ items: Type.Array(SourceHealthView) });

export const DataStatusResponse = Type.Object({
  ready: Type.Boolean(),
  sources: Type.Array(SourceHealthView),
  runningJobs: Type.Integer(),
});

export const DataInventoryResponse = Type.Object({
  items: Type.Array(
    Type.Object({
      source: Type.String(),
      symbol: Nullable(Type.String()),
      market: Nullable(Type.String()),
      timeframe: Nullable(Type.String()),
      earliest: Nullable(EpochMs),
      latest: Nullable(EpochMs),
      rowCount: Type.Integer(),
      gapCount: Type.Integer(),
      gaps: Type.Array(Type.Object({ fromTs: EpochMs, toTs: EpochMs, missing: Type.Integer() }), {
        description: 'The first hundred, oldest first; toTs is exclusive',
      }),
    }),
  ),
});

export const BackfillJobView = Type.Object({
  id: Type.String(),
  source: Type.String(),
  status: Type.String(),
  symbols: Type.Array(Type.String()),
  fromTs: EpochMs,
  toTs: EpochMs,
  rowsFetched: Type.Integer(),
  rowsWritten: Type.Integer(),
  progress: Type.Number(),
  rowsPerSecond: Type.Number(),
  etaSeconds: Nullable(Type.Number()),
  startedAt: IsoTime,
  finishedAt: Nullable(IsoTime),
  error: Nullable(Type.String()),
});
export const BackfillJobsViewResponse = Type.Object({ items: Type.Array(BackfillJobView) });
export const BackfillCancelledView = Type.Object({ status: Type.Literal('cancelled') });
export const SourceUnquarantinedView = Type.Object({
  status: Type.Literal('unquarantine_requested'),
  name: Type.String(),
});

export const KlinesView = Type.Object({
  symbol: TradingSymbol,
  market: OneOf(MARKETS),
  timeframe: TimeframeName,
  klines: Type.Array(
    Type.Object({
      openTime: EpochMs,
      open: Type.Number(),
      high: Type.Number(),
      low: Type.Number(),
      close: Type.Number(),
      volume: Type.Number(),
    }),
  ),
});
export type KlinesView = Static<typeof KlinesView>;

export const ExchangePingResponse = Type.Object({
  networks: Type.Array(
    Type.Object({
      network: OneOf(NETWORKS),
      reachable: Type.Boolean(),
      roundTripMs: Nullable(Type.Number()),
      serverTimeOffsetMs: Nullable(Type.Number()),
    }),
  ),
});

export const BotDefaultsResponse = Type.Object({
  imageTag: Type.String(),
  autoDeploy: Type.Boolean(),
  network: OneOf(NETWORKS),
  allocation: Type.Object({ mode: OneOf(ALLOCATION_MODES), value: Type.Number() }),
  sizing: Type.Object({ mode: OneOf(SIZING_MODES), value: Type.Number() }),
  leverage: Type.Integer(),
  warmupMode: OneOf(WARMUP_MODES),
  candleSource: OneOf(CANDLE_SOURCES),
  overlays: Type.Array(JsonObject),
});

/** Fills are published per bot, so the browser says which it wants to follow. */
export const BusTokenRequest = Closed({ bot_ids: Type.Optional(Type.Array(Uuid, { maxItems: 100 })) });
export type BusTokenRequest = Static<typeof BusTokenRequest>;

export const BusTokenResponse = Type.Object({
  jwt: Type.String({ description: 'NATS bearer JWT of a short-lived user: subscribe-only, websocket only' }),
  url: Type.String(),
  expiresAt: IsoTime,
});
export type BusTokenResponse = Static<typeof BusTokenResponse>;

/**
 * Backtests and runs as the console sees them. Requests are written in snake_case; the manager also accepts
 * their camelCase spelling. `run_id` stands beside `runId` because the contract spells it so.
 */
import { type Static, Type } from 'typebox';
import { COVERAGE_GRADES, RESOLUTIONS, RUN_KINDS, RUN_STATUSES, SLIPPAGE_SOURCES } from '../vocabulary/runs';
import {
  Closed,
  DecimalString,
  EpochMs,
  IsoTime,
  JsonObject,
  Nullable,
  OneOf,
  PageQuery,
  PositiveDecimalString,
  TimeframeName,
  TradingSymbol,
  Uuid,
} from './primitives';

const bps = Type.Number({ minimum: 0, maximum: 1000 });

/** Options of every backtest, a single one or one of many. */
export const tradingOptions = {
  params: Type.Optional(JsonObject),
  initial_equity_usd: Type.Optional(PositiveDecimalString),
  costs: Type.Optional(Closed({ taker_fee_bps: Type.Optional(bps), slippage_bps: Type.Optional(bps) })),
  level: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2, description: '1: signal quality · 2: realistic simulation' }),
  ),
};

const backtestOptions = {
  ...tradingOptions,
  allow_partial_data: Type.Optional(
    Type.Boolean({ description: 'Run although too little of the span is stored; the coverage then says F' }),
  ),
  bot_id: Type.Optional({
    ...Uuid,
    description:
      'The bot whose days this simulates, with its strategy, symbol and time frame; its pages show the newest',
  }),
};

export const BacktestRequest = Closed({
  strategy: Type.String({ minLength: 1, description: 'Registered strategy name' }),
  symbol: TradingSymbol,
  timeframe: TimeframeName,
  from_ts: EpochMs,
  to_ts: EpochMs,
  ...backtestOptions,
});
export type BacktestRequest = Static<typeof BacktestRequest>;

/**
 * Only the name is required here, so that MANAGER_INVALID_STRATEGY comes before faults of the other fields.
 */
export const RunCreateRequest = Closed({
  strategy_name: Type.String({ description: 'Registered strategy name' }),
  kind: Type.Optional(OneOf(RUN_KINDS)),
  symbol: Type.Optional(TradingSymbol),
  timeframe: Type.Optional(TimeframeName),
  from_ts: Type.Optional(EpochMs),
  to_ts: Type.Optional(EpochMs),
  ...backtestOptions,
});
export type RunCreateRequest = Static<typeof RunCreateRequest>;

const count = Type.Integer({ minimum: 0 });

/** What a backtest stood on. */
export const RunCoverage = Type.Object({
  grade: OneOf(COVERAGE_GRADES),
  reasons: Type.Array(Type.String(), { description: 'What keeps it from an A, in sentences' }),
  askedFromMs: EpochMs,
  askedToMs: EpochMs,
  usedFromMs: Nullable(EpochMs),
  usedToMs: Nullable(EpochMs),
  barsExpected: count,
  barsFound: count,
  barsMissing: count,
  warmupBars: count,
  warmupBarsEaten: Type.Integer({ minimum: 0, description: 'Bars of the span that only warmed up' }),
  warmupBarsMissing: Type.Integer({ minimum: 0, description: 'Gaps among the bars before the span' }),
  auxiliaryBarsExpected: count,
  auxiliaryBarsFound: Type.Integer({ minimum: 0, description: 'Of the thinnest further series' }),
  fundingGiven: Type.Boolean(),
  settlementsExpected: Type.Integer({ minimum: 0, description: 'Eight-hour windows of the span used' }),
  settlementsFound: count,
  slippageBps: Type.Number({ minimum: 0 }),
  slippageSource: OneOf(SLIPPAGE_SOURCES),
});
export type RunCoverage = Static<typeof RunCoverage>;

export const RunAccepted = Type.Object({
  run_id: Type.String(),
  runId: Type.String(),
  status: OneOf(RUN_STATUSES),
  coverage: Nullable(RunCoverage),
});
export type RunAccepted = Static<typeof RunAccepted>;

export const RunDeleted = Type.Object({ status: OneOf(['cancelled', 'deleted']), runId: Type.String() });
export type RunDeleted = Static<typeof RunDeleted>;

/** What a person says about a run. Absent keeps its value; an empty text or null takes it away. */
export const RunLabelRequest = Closed({
  name: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
  note: Type.Optional(Nullable(Type.String({ maxLength: 4_000 }))),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 32, pattern: '^\\S+$' }), { maxItems: 16 }),
  ),
});
export type RunLabelRequest = Static<typeof RunLabelRequest>;

export const RunListQuery = Closed({
  ...PageQuery,
  kind: Type.Optional(OneOf(RUN_KINDS)),
  status: Type.Optional(OneOf(RUN_STATUSES)),
  resolution: Type.Optional(OneOf(RESOLUTIONS)),
  strategy: Type.Optional(Type.String()),
  symbol: Type.Optional(TradingSymbol),
  timeframe: Type.Optional(TimeframeName),
  tag: Type.Optional(Type.String({ maxLength: 32 })),
});
export type RunListQuery = Static<typeof RunListQuery>;

export const RunSummary = Type.Object({
  run_id: Type.String(),
  runId: Type.String(),
  id: Type.String(),
  botId: Nullable(Type.String()),
  kind: OneOf(RUN_KINDS),
  status: OneOf(RUN_STATUSES),
  strategy: Type.String(),
  symbol: Type.String(),
  timeframe: Type.String(),
  params: JsonObject,
  fromTs: Nullable(EpochMs),
  toTs: Nullable(EpochMs),
  sharpe: Nullable(Type.Number()),
  maxDrawdownPct: Nullable(Type.Number()),
  netPnlUsd: Nullable(DecimalString),
  returnPct: Nullable(Type.Number()),
  roundtripCount: Nullable(Type.Integer()),
  name: Nullable(Type.String()),
  note: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  createdAt: IsoTime,
});
export type RunSummary = Static<typeof RunSummary>;

export const PerformanceStats = Type.Object({
  sharpe: Nullable(Type.Number()),
  maxDrawdownPct: Nullable(Type.Number()),
  cagrPct: Nullable(Type.Number()),
  winRatePct: Nullable(Type.Number()),
  netPnlUsd: DecimalString,
  feesUsd: DecimalString,
  fundingUsd: DecimalString,
  slippageUsd: DecimalString,
  roundtripCount: Type.Integer(),
});
export type PerformanceStats = Static<typeof PerformanceStats>;

/** Digests that let anyone recompute the run and compare. */
export const Certificate = Type.Object({
  codeVersion: Type.String(),
  codeDigest: Type.String(),
  dataDigest: Type.String(),
  paramsDigest: Type.String(),
  costsDigest: Type.String(),
  decisionsDigest: Type.String(),
  coverageDigest: Nullable(Type.String({ description: 'Null for runs from before coverage was recorded' })),
});
export type Certificate = Static<typeof Certificate>;

/**
 * `asOf` is the newest point of the curve: profit, return and drawdown are of that moment. The other figures
 * are of `figuresAsOf`, which lies up to an hour before it while a live run goes on.
 */
export const RunDetail = Type.Object({
  ...RunSummary.properties,
  performance: Nullable(PerformanceStats),
  certificate: Nullable(Certificate),
  coverage: Nullable(RunCoverage),
  metrics: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Every figure of the engine, in camelCase',
  }),
  costs: JsonObject,
  asOf: Nullable(EpochMs),
  figuresAsOf: Nullable(EpochMs),
  initialEquityUsd: DecimalString,
  barCount: Nullable(Type.Integer()),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  warnings: Type.Array(Type.String()),
  error: Nullable(Type.String()),
  startedAt: Nullable(IsoTime),
  finishedAt: Nullable(IsoTime),
});
export type RunDetail = Static<typeof RunDetail>;

export const Roundtrip = Type.Object({
  seq: Type.Integer(),
  side: OneOf(['long', 'short']),
  entryTs: EpochMs,
  exitTs: EpochMs,
  durationMs: Type.Integer(),
  qty: DecimalString,
  entryPrice: DecimalString,
  exitPrice: DecimalString,
  pnlUsd: DecimalString,
  feesUsd: DecimalString,
  slippageUsd: DecimalString,
  fundingUsd: DecimalString,
  exitReason: Type.String(),
  maePct: Nullable(
    Type.Number({ description: 'Furthest against the position, in percent of its entry price' }),
  ),
  mfePct: Nullable(Type.Number({ description: 'Furthest in its favour, in percent of its entry price' })),
});
export type Roundtrip = Static<typeof Roundtrip>;

export const RoundtripQuery = Closed(PageQuery);

export const EquityQuery = Closed({ ...PageQuery, resolution: Type.Optional(OneOf(RESOLUTIONS)) });
export type EquityQuery = Static<typeof EquityQuery>;

export const EquityPoint = Type.Object({ ts: EpochMs, equityUsd: DecimalString, drawdownPct: Type.Number() });
export type EquityPoint = Static<typeof EquityPoint>;

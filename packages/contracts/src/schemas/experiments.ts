/**
 * Experiments in the manager's API: requests in snake_case, answers in camelCase. A figure that does not
 * exist is null.
 */
import { type Static, Type } from 'typebox';
import {
  EXPERIMENT_KINDS,
  EXPERIMENT_OBJECTIVES,
  EXPERIMENT_STATUSES,
  MONTE_CARLO_METHODS,
  MOST_TRIALS,
  TRIAL_FIGURES,
} from '../vocabulary/experiments';
import {
  Closed,
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
import { tradingOptions } from './runs';

const days = Type.Integer({ minimum: 2, maximum: 36_500 });

/** Which fields a kind needs is checked behind the shape: the message then says what is missing for what. */
export const ExperimentRequest = Closed({
  kind: OneOf(EXPERIMENT_KINDS),
  strategy: Type.String({ minLength: 1, maxLength: 64, description: 'Registered strategy name' }),
  symbols: Type.Array(TradingSymbol, {
    minItems: 1,
    maxItems: 200,
    description: 'One; several for multi_asset',
  }),
  timeframe: TimeframeName,
  from_ts: EpochMs,
  to_ts: EpochMs,
  grid: Type.Optional(
    Type.String({
      maxLength: 8_000,
      description: 'sweep and walk_forward: name=first:last:step or name=a|b|c, separated by commas',
    }),
  ),
  ...tradingOptions,
  objective: Type.Optional(OneOf(EXPERIMENT_OBJECTIVES)),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_TRIALS, description: 'Try a sample of so many combinations' }),
  ),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  train_days: Type.Optional(days),
  test_days: Type.Optional(days),
  purge_bars: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  anchored: Type.Optional(Type.Boolean()),
  methods: Type.Optional(
    Type.Array(OneOf(MONTE_CARLO_METHODS), { minItems: 1, maxItems: MONTE_CARLO_METHODS.length }),
  ),
  paths: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000, description: 'Of each method' })),
  block_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  noise: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  delay_bars: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
});
export type ExperimentRequest = Static<typeof ExperimentRequest>;

const count = Type.Integer({ minimum: 0 });
const figure = Nullable(Type.Number());
const text = Type.String();

export const TrialFigures = Type.Object(
  Object.fromEntries(TRIAL_FIGURES.map((name) => [name, figure])) as Record<
    (typeof TRIAL_FIGURES)[number],
    typeof figure
  >,
);
export type TrialFigures = Static<typeof TrialFigures>;

export const ExperimentAxis = Type.Object({
  name: text,
  values: Type.Array(Type.Union([Type.Number(), Type.Boolean(), Type.String()])),
});

const Luck = Type.Object({
  trialsEver: Type.Integer({
    minimum: 0,
    description: 'Sets ever tried on this strategy, symbol and time frame',
  }),
  expectedMaximumSharpe: figure,
  probabilisticSharpe: figure,
  deflatedSharpe: figure,
  minimumTrackRecordDays: figure,
});

const Overfitting = Type.Object({
  probability: Type.Number(),
  /** Logits in equal steps from -5 to 5; what lies beyond is in the first and the last. */
  histogram: Type.Array(count),
});

const dailyFigures = {
  sharpe: figure,
  totalReturn: figure,
  cagr: figure,
  maxDrawdownPct: figure,
  calmar: figure,
};

const JudgedWindow = Type.Object({
  trainFromMs: EpochMs,
  trainToMs: EpochMs,
  testFromMs: EpochMs,
  testToMs: EpochMs,
  params: Nullable(JsonObject),
  inSample: Nullable(Type.Object({ sharpe: figure, cagr: figure })),
  outOfSample: Type.Object({ ...dailyFigures, trades: count }),
});

export const ExperimentResult = Type.Object({
  failed: count,
  contradictory: Type.Integer({
    minimum: 0,
    description: 'Combinations whose parameters exclude each other',
  }),
  days: count,
  fromMs: Type.Integer({
    minimum: 0,
    description:
      'The bar on which every trial may trade first: later than asked where the warm-up is not stored',
  }),
  best: Nullable(Type.Object({ trial: count, params: JsonObject, figures: TrialFigures })),
  plateau: Nullable(
    Type.Object({ combinations: Type.Array(count), share: Type.Number(), neighbours: figure }),
  ),
  luck: Nullable(Luck),
  overfitting: Nullable(Overfitting),
  walkForward: Nullable(
    Type.Object({
      windows: Type.Array(JudgedWindow),
      consistency: figure,
      efficiency: figure,
      stability: figure,
      stitched: Type.Object({ ...dailyFigures, fromMs: EpochMs, curve: Type.Array(Type.Number()) }),
      passed: Type.Object({
        sharpe: Type.Boolean(),
        consistency: Type.Boolean(),
        maxDrawdownPct: Type.Boolean(),
        cagr: Type.Boolean(),
      }),
    }),
  ),
  runs: Nullable(
    Type.Array(
      Type.Object({ name: text, symbol: text, fromMs: EpochMs, params: JsonObject, figures: TrialFigures }),
    ),
  ),
  acrossSymbols: Nullable(
    Type.Object({
      profitable: Type.Number({ description: 'Share of the symbols' }),
      holdsOnCore: Type.Boolean({ description: 'Profitable on each of BTCUSDT, ETHUSDT and SOLUSDT' }),
      untriedCore: Type.Array(text),
    }),
  ),
  monteCarlo: Nullable(
    Type.Object({
      percentiles: Type.Array(Type.Number()),
      run: Type.Object({ totalReturn: figure, maxDrawdownPct: figure, sharpe: figure }),
      methods: Type.Array(
        Type.Object({
          method: OneOf(MONTE_CARLO_METHODS),
          failed: count,
          percentiles: Type.Object({
            totalReturn: Type.Array(figure),
            maxDrawdownPct: Type.Array(figure),
            sharpe: Type.Array(figure),
          }),
          lossProbability: figure,
          deeperThanRun: figure,
          fan: Type.Array(Type.Array(figure)),
        }),
      ),
    }),
  ),
});
export type ExperimentResult = Static<typeof ExperimentResult>;

const experimentFields = {
  id: Uuid,
  kind: OneOf(EXPERIMENT_KINDS),
  status: OneOf(EXPERIMENT_STATUSES),
  strategy: text,
  symbols: Type.Array(text),
  timeframe: TimeframeName,
  fromTs: EpochMs,
  toTs: EpochMs,
  trialCount: count,
  doneCount: count,
  failedCount: count,
  error: Nullable(text),
  requestedBy: text,
  createdAt: IsoTime,
  finishedAt: Nullable(IsoTime),
};

export const ExperimentSummary = Type.Object(experimentFields);
export type ExperimentSummary = Static<typeof ExperimentSummary>;

export const ExperimentDetail = Type.Object({
  ...experimentFields,
  objective: text,
  axes: Type.Array(ExperimentAxis),
  params: JsonObject,
  /** By symbol: what a fill is expected to slip differs between them. */
  costs: Type.Record(Type.String(), JsonObject),
  planDigest: text,
  dataDigest: text,
  codeDigest: text,
  resultDigest: Nullable(text),
  result: Nullable(ExperimentResult),
  waitsFor: Nullable(Type.String({ description: 'What holds it up at the moment; it goes on by itself' })),
});
export type ExperimentDetail = Static<typeof ExperimentDetail>;

export const ExperimentListQuery = Closed({
  ...PageQuery,
  kind: Type.Optional(OneOf(EXPERIMENT_KINDS)),
  status: Type.Optional(OneOf(EXPERIMENT_STATUSES)),
  strategy: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});
export type ExperimentListQuery = Static<typeof ExperimentListQuery>;

export const TrialListQuery = Closed({ ...PageQuery });
export type TrialListQuery = Static<typeof TrialListQuery>;

/** In order of their numbers. */
export const ExperimentTrial = Type.Object({
  trial: count,
  name: text,
  params: JsonObject,
  figures: Nullable(TrialFigures),
  fault: Nullable(Type.String({ description: 'Why it has no figures' })),
});
export type ExperimentTrial = Static<typeof ExperimentTrial>;

/** Trials in one answer of columns. */
export const MAX_TRIAL_COLUMNS = 20_000;

export const TrialColumns = Type.Object({
  axes: Type.Array(ExperimentAxis),
  combinations: Type.Array(count, {
    description: 'The place of each trial on the grid; the last axis turns fastest',
  }),
  figures: Type.Object(
    Object.fromEntries(TRIAL_FIGURES.map((name) => [name, Type.Array(figure)])) as Record<
      (typeof TRIAL_FIGURES)[number],
      ReturnType<typeof Type.Array<typeof figure>>
    >,
  ),
});
export type TrialColumns = Static<typeof TrialColumns>;

/** Sets that were tried from the command line, by the digest that both ledgers count. */
export const TriedSetsRequest = Closed({
  strategy: Type.String({ minLength: 1, maxLength: 64 }),
  symbol: TradingSymbol,
  timeframe: TimeframeName,
  digests: Type.Array(Type.String({ pattern: '^[0-9a-f]{32}$' }), { minItems: 1, maxItems: 10_000 }),
});
export type TriedSetsRequest = Static<typeof TriedSetsRequest>;

export const TriedSets = Type.Object({
  added: count,
  ever: Type.Integer({ minimum: 0, description: 'Sets ever tried on this strategy, symbol and time frame' }),
});
export type TriedSets = Static<typeof TriedSets>;

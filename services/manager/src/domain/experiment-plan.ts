/**
 * A request for an experiment, checked as far as that is possible without bars, and what its trials are once
 * there are bars.
 */
import { type ExperimentKind, type ExperimentRequest, MONTE_CARLO_METHODS } from '@platform/contracts';
import {
  barOpenTimeMs,
  err,
  firstBarFrom,
  ok,
  type Result,
  type Timeframe,
  timeframeMs,
} from '@platform/core';
import { type BacktestSettings, defaultSettings, LEVEL_SETTINGS, type Level } from '@platform/engine';
import {
  type Axis,
  ablationsOf,
  chooseTrials,
  countOf,
  cutWindows,
  daysFrom,
  type Experiment,
  MOST_TRIALS,
  type MonteCarloRules,
  movingDataFault,
  type Objective,
  paramsAt,
  parseGrid,
  parseSpace,
  rowLengthOf,
  type TrialMarket,
  tooMany,
  WINDOW_OBJECTIVES,
  type WindowObjective,
} from '@platform/research';
import {
  type CommonParams,
  type DatasetNeed,
  findStrategy,
  type StrategyDefinition,
} from '@platform/strategies';
import { type SettingsFault, strategyProblem, unknownStrategy } from './bot-settings';

/** Why an experiment ends whose bars are no longer those it began with. */
export const BARS_CHANGED = 'the stored bars changed since it began: start it again';

/** As it is stored: with the market's bars it determines every trial. */
export interface ExperimentPlan {
  readonly kind: ExperimentKind;
  readonly strategy: string;
  readonly symbols: readonly string[];
  readonly timeframe: Timeframe;
  readonly fromMs: number;
  /** Not after the last bar that had closed: later ones would come while it runs. */
  readonly toMs: number;
  /** Empty where the kind has none. */
  readonly grid: string;
  /** Combinations to try. */
  readonly size: number;
  readonly seed: number;
  readonly objective: Objective;
  /**
   * Of a kind without a grid: all of them, as they were when it was planned, whatever becomes of the
   * strategy.
   */
  readonly params: Readonly<Record<string, unknown>>;
  /** What differs from the defaults of the symbol. */
  readonly settings: Partial<BacktestSettings>;
  readonly windows: WindowPlan | null;
  readonly monteCarlo: MonteCarloRules | null;
}

interface WindowPlan {
  readonly trainDays: number;
  readonly testDays: number;
  /** Null: the warm-up of the slowest set. */
  readonly purgeBars: number | null;
  readonly isAnchored: boolean;
}

const EQUITY_USD = { min: 1, max: 1e12 } as const;
const HAS_GRID: readonly ExperimentKind[] = ['sweep', 'walk_forward'];

export function planExperiment(
  request: ExperimentRequest,
  nowMs: number,
): Result<ExperimentPlan, SettingsFault> {
  const strategy = findStrategy(request.strategy);
  if (strategy === undefined) return err(unknownStrategy('strategy'));
  const timeframe = request.timeframe as Timeframe;
  const { kind, symbols, from_ts: fromMs, params = {}, seed = 1 } = request;
  const problem = strategyProblem(strategy, timeframe, params);
  if (problem !== null) return err(problem);
  if (fromMs >= request.to_ts) return err(invalid('to_ts', 'to_ts must be after from_ts'));
  const toMs = Math.min(request.to_ts, barOpenTimeMs(timeframe, nowMs));
  if (fromMs >= toMs) return err(invalid('from_ts', `no ${timeframe} bar of that span has closed yet`));
  const fault = symbolsFault(request) ?? strayFault(request);
  if (fault !== null) return err(fault);
  const equity = request.initial_equity_usd === undefined ? undefined : Number(request.initial_equity_usd);
  if (equity !== undefined && (equity < EQUITY_USD.min || equity > EQUITY_USD.max)) {
    return err(invalid('initial_equity_usd', 'initial_equity_usd must be between 1 and 1000000000000'));
  }
  const size = sizeOf({ ...request, to_ts: toMs }, strategy);
  if (!size.ok) return size;
  const whole = HAS_GRID.includes(kind) ? params : { ...wholeParams(strategy, params) };
  return ok({
    kind,
    strategy: strategy.name,
    symbols,
    timeframe,
    fromMs,
    toMs,
    seed,
    params: whole,
    grid: request.grid ?? '',
    size: size.value,
    objective: request.objective ?? 'sharpe',
    settings: {
      ...(request.level === undefined ? {} : LEVEL_SETTINGS[request.level as Level]),
      ...(equity === undefined ? {} : { initialEquity: equity }),
      ...(request.costs?.taker_fee_bps === undefined ? {} : { takerFeeBps: request.costs.taker_fee_bps }),
      ...(request.costs?.slippage_bps === undefined ? {} : { slippageBps: request.costs.slippage_bps }),
    },
    windows: kind === 'walk_forward' ? windowsOf(request) : null,
    monteCarlo: kind === 'monte_carlo' ? rulesOf(request, seed) : null,
  });
}

function symbolsFault({ kind, symbols }: ExperimentRequest): SettingsFault | null {
  if (new Set(symbols).size < symbols.length) return invalid('symbols', 'a symbol is given twice');
  if (kind === 'multi_asset' && symbols.length < 2)
    return invalid('symbols', 'multi_asset takes two symbols at least');
  if (kind !== 'multi_asset' && symbols.length > 1) return invalid('symbols', `${kind} takes one symbol`);
  return null;
}

/** Which field belongs to which kinds: one that would be ignored is refused. */
const FIELDS_OF: Partial<Record<keyof ExperimentRequest, readonly ExperimentKind[]>> = {
  grid: HAS_GRID,
  limit: HAS_GRID,
  objective: HAS_GRID,
  params: ['ablation', 'multi_asset', 'monte_carlo'],
  train_days: ['walk_forward'],
  test_days: ['walk_forward'],
  purge_bars: ['walk_forward'],
  anchored: ['walk_forward'],
  methods: ['monte_carlo'],
  paths: ['monte_carlo'],
  block_days: ['monte_carlo'],
  noise: ['monte_carlo'],
  delay_bars: ['monte_carlo'],
};

function strayFault(request: ExperimentRequest): SettingsFault | null {
  const { kind } = request;
  for (const [field, kinds] of Object.entries(FIELDS_OF)) {
    const isGiven = request[field as keyof ExperimentRequest] !== undefined;
    if (isGiven && !kinds.includes(kind))
      return invalid(field, `${field} is for ${kinds.join(' and ')} only`);
  }
  if (kind === 'walk_forward') {
    if (request.train_days === undefined) return invalid('train_days', 'walk_forward needs train_days');
    if (request.test_days === undefined) return invalid('test_days', 'walk_forward needs test_days');
    const { objective } = request;
    if (objective !== undefined && !WINDOW_OBJECTIVES.some((name) => name === objective)) {
      return invalid('objective', `walk_forward chooses by ${WINDOW_OBJECTIVES.join(', ')}`);
    }
  }
  return null;
}

function sizeOf(request: ExperimentRequest, strategy: StrategyDefinition): Result<number, SettingsFault> {
  const { kind, grid = '', limit, from_ts, to_ts } = request;
  if (kind === 'monte_carlo') {
    const { methods, paths } = rulesOf(request, 1);
    const size = methods.length * paths;
    if (size > MOST_TRIALS)
      return err(invalid('paths', `${size} paths are too many: at most ${MOST_TRIALS} of all methods`));
    return ok(size);
  }
  if (!HAS_GRID.includes(kind)) return ok(0);
  if (grid.trim() === '')
    return err(invalid('grid', `${kind} needs a grid, e.g. atr_period=5:40:5,multiplier=1:6:0.5`));
  const axes = parseGrid(strategy, grid);
  if (!axes.ok) return err(invalid('grid', axes.error));
  const moving = movingDataFault(strategy, request.timeframe as Timeframe, axes.value);
  if (moving !== undefined) return err(invalid('grid', moving));
  const combinations = countOf(axes.value);
  if (combinations > MOST_TRIALS && limit === undefined) {
    const bars = Math.ceil((to_ts - from_ts) / timeframeMs(request.timeframe as Timeframe));
    const most = MOST_TRIALS.toLocaleString('en-US');
    const message = `${tooMany(combinations, bars, 1)} on one thread: coarsen the grid, or try a sample of them with limit (at most ${most})`;
    return err(invalid('limit', message));
  }
  return ok(Math.min(limit ?? combinations, combinations));
}

function windowsOf({ train_days, test_days, purge_bars, anchored }: ExperimentRequest): WindowPlan {
  const [trainDays, testDays] = [train_days!, test_days!];
  return { trainDays, testDays, purgeBars: purge_bars ?? null, isAnchored: anchored ?? false };
}

function rulesOf(request: ExperimentRequest, seed: number): MonteCarloRules {
  const { methods = MONTE_CARLO_METHODS, paths = 200, block_days, noise = 0.1, delay_bars = 2 } = request;
  return {
    methods: MONTE_CARLO_METHODS.filter((method) => methods.includes(method)),
    paths,
    seed,
    noise,
    blockDays: block_days ?? 10,
    mostDelayBars: delay_bars,
  };
}

export function settingsOf({ settings }: ExperimentPlan, symbol: string): BacktestSettings {
  return { ...defaultSettings(symbol), ...settings };
}

/** They need no strategy: an experiment is read for longer than its strategy may be there. */
export function axesOf({ grid }: ExperimentPlan): readonly Axis[] {
  if (grid === '') return [];
  const axes = parseSpace(grid);
  if (!axes.ok) throw new Error('the grid was checked before');
  return axes.value;
}

export function paramsOf({ strategy, params }: ExperimentPlan): CommonParams {
  return wholeParams(findStrategy(strategy)!, params);
}

function wholeParams(strategy: StrategyDefinition, params: ExperimentPlan['params']): CommonParams {
  const parsed = strategy.parse(params);
  if (!parsed.ok) throw new Error('the parameters were checked before');
  return parsed.value;
}

/**
 * What each variant of an ablation is tried with; undefined where the strategy is gone, or is another one
 * now.
 */
export function variantsOf(plan: ExperimentPlan): readonly CommonParams[] | undefined {
  const strategy = findStrategy(plan.strategy);
  const params = strategy?.parse(plan.params);
  if (params?.ok !== true) return undefined;
  return ablationsOf(strategy!, params.value, settingsOf(plan, plan.symbols[0]!)).map(
    (variant) => variant.params,
  );
}

/** What must be known before bars are read, and is the same wherever they come from. */
export interface TrialChoice {
  /** The numbers of the trials. */
  readonly indices: readonly number[];
  readonly warmupBars: number;
  /** Every set that is tried: the ledger counts them. */
  sets(): Iterable<CommonParams>;
}

export function chooseFor(plan: ExperimentPlan): Result<TrialChoice, SettingsFault> {
  const strategy = findStrategy(plan.strategy)!;
  const { timeframe, size, seed } = plan;
  if (plan.grid !== '') {
    const axes = axesOf(plan);
    const chosen = chooseTrials(strategy, timeframe, axes, size, seed);
    if (chosen.indices.length === 0) return err(invalid('grid', 'every combination contradicts itself'));
    return ok({ ...chosen, sets: () => setsOf(strategy, axes, chosen.indices) });
  }
  const params = paramsOf(plan);
  if (plan.kind === 'ablation') {
    const variants = ablationsOf(strategy, params, settingsOf(plan, plan.symbols[0]!));
    const warmupBars = Math.max(...variants.map((variant) => strategy.warmupBars(variant.params, timeframe)));
    const sets = variants.map((variant) => variant.params);
    return ok({ indices: variants.map((_, k) => k), warmupBars, sets: () => sets });
  }
  const count = plan.kind === 'monte_carlo' ? size : plan.symbols.length;
  const indices = Array.from({ length: count }, (_, k) => k);
  return ok({ indices, warmupBars: strategy.warmupBars(params, timeframe), sets: () => [params] });
}

function* setsOf(
  strategy: StrategyDefinition,
  axes: readonly Axis[],
  indices: readonly number[],
): Generator<CommonParams> {
  for (const index of indices) {
    const params = strategy.parse(paramsAt(axes, index));
    if (params.ok) yield params.value;
  }
}

/** As far back as the set that looks back furthest; all read the same markets. */
export function needsOf(
  { strategy, timeframe }: ExperimentPlan,
  choice: TrialChoice,
): readonly DatasetNeed[] {
  const furthest = new Map<DatasetNeed['input'], DatasetNeed>();
  for (const params of choice.sets()) {
    for (const need of findStrategy(strategy)!.datasets(params, timeframe)) {
      const { lookbackBars } = furthest.get(need.input) ?? { lookbackBars: -1 };
      if (need.lookbackBars > lookbackBars) furthest.set(need.input, need);
    }
  }
  return [...furthest.values()];
}

/** Of which every bar from the first on can be traded by the slowest set. */
export function trialMarket(
  plan: ExperimentPlan,
  symbol: string,
  warmupBars: number,
  series: Pick<TrialMarket, 'bars' | 'funding' | 'spot' | 'pair'>,
): Result<TrialMarket, SettingsFault> {
  const { timeframe, fromMs } = plan;
  const { bars } = series;
  const firstBar = Math.max(firstBarFrom(bars, fromMs), warmupBars - 1);
  if (firstBar >= bars.length) {
    const message = `${symbol}: ${bars.length} stored bars are too few: the slowest set needs ${warmupBars} to warm up`;
    return err(invalid('from_ts', message));
  }
  const days = daysFrom(bars, firstBar, timeframe);
  const strategy = findStrategy(plan.strategy)!;
  return ok({ strategy, symbol, timeframe, ...series, settings: settingsOf(plan, symbol), firstBar, days });
}

export function experimentOf(
  plan: ExperimentPlan,
  markets: readonly TrialMarket[],
  warmupBars: number,
): Result<Experiment, SettingsFault> {
  const { kind } = plan;
  switch (kind) {
    case 'sweep':
      return ok({ kind, axes: axesOf(plan) });
    case 'walk_forward': {
      const { purgeBars, ...rules } = plan.windows!;
      if (purgeBars !== null && purgeBars < warmupBars) {
        const message = `${purgeBars} bars are shorter than the warm-up of the slowest set, ${warmupBars}: its tests would begin on bars it was chosen on`;
        return err(invalid('purge_bars', message));
      }
      const { bars, timeframe, firstBar } = markets[0]!;
      const windows = cutWindows(bars, timeframe, firstBar, { ...rules, purgeBars: purgeBars ?? warmupBars });
      if (!windows.ok) return err(invalid('train_days', windows.error));
      return ok({
        kind,
        axes: axesOf(plan),
        windows: windows.value,
        objective: plan.objective as WindowObjective,
      });
    }
    case 'ablation': {
      const { strategy, settings } = markets[0]!;
      return ok({ kind, variants: ablationsOf(strategy, paramsOf(plan), settings) });
    }
    case 'multi_asset': {
      const params = paramsOf(plan);
      return ok({
        kind,
        variants: plan.symbols.map((name, market) => ({ name, market, params, settings: {} })),
      });
    }
    case 'monte_carlo':
      return ok({ kind, params: paramsOf(plan), rules: plan.monteCarlo! });
  }
}

/** Work of about half a second, and rows that fit into a message. */
const CHUNK_BARS = 10_000_000;
const CHUNK_BYTES = 400_000;
const MOST_PER_CHUNK = 500;

export function chunkSizeOf(experiment: Experiment, markets: readonly TrialMarket[]): number {
  const bars = Math.max(...markets.map((market) => market.bars.length));
  const rowBytes = 8 * (rowLengthOf(experiment) + 1);
  return Math.max(
    1,
    Math.min(MOST_PER_CHUNK, Math.floor(CHUNK_BARS / bars), Math.floor(CHUNK_BYTES / rowBytes)),
  );
}

function invalid(field: string, message: string): SettingsFault {
  return { code: 'MANAGER_INVALID_REQUEST', field, message };
}

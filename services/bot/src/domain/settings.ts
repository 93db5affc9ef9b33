/**
 * What one bot is: the environment says it, the bot's configuration row fills in what the environment leaves
 * open. Everything that can be wrong with it is found here, all at once, before anything is started.
 */
import {
  type CANDLE_SOURCES,
  MANUAL_STRATEGY,
  type Network,
  testModeFaults,
  type WarmupMode,
} from '@platform/contracts';
import { err, ok, type Result, type Timeframe } from '@platform/core';
import {
  type CommonParams,
  type ConfiguredOverlay,
  configureOverlay,
  findStrategy,
  type StrategyDefinition,
} from '@platform/strategies';

/** The part that comes from environment variables. */
export interface EnvironmentSettings {
  readonly botId: string;
  readonly strategy: string | undefined;
  readonly symbol: string | undefined;
  readonly timeframe: Timeframe | undefined;
  readonly params: Readonly<Record<string, unknown>> | undefined;
  readonly network: Network;
  readonly candleSource: (typeof CANDLE_SOURCES)[number];
  readonly shadow: boolean;
  readonly warmupMode: WarmupMode;
}

/** The part that the manager keeps in trading.bot_configs; a bot run by hand has none. */
export interface ConfiguredBot {
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sizing: { readonly kind: 'vol_target' | 'fixed'; readonly value: number };
  readonly leverage: number;
  readonly clusterId: string | null;
  readonly overlays: readonly { readonly name: string; readonly params?: unknown }[];
  readonly generation: string;
}

export interface StrategyPlan {
  readonly definition: StrategyDefinition;
  readonly params: CommonParams;
  readonly overlays: readonly ConfiguredOverlay[];
}

export interface BotSettings {
  readonly botId: string;
  readonly generation: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly network: Network;
  readonly shadow: boolean;
  readonly warmupMode: WarmupMode;
  /** Cap on notional / equity; undefined leaves the backtest's default. */
  readonly maxLeverage: number | undefined;
  readonly clusterId: string | null;
  /** Null for the manual strategy, which evaluates nothing. */
  readonly plan: StrategyPlan | null;
  readonly warnings: readonly string[];
}

export interface SettingFault {
  /** strategy, symbol, timeframe, candle_source, params/<field> or overlays/<index>/<field>. */
  readonly field: string;
  readonly message: string;
}

/** Intents need some time frame even where none is evaluated. */
const MANUAL_TIMEFRAME: Timeframe = '1m';

export function resolveSettings(
  environment: EnvironmentSettings,
  row: ConfiguredBot | undefined,
): Result<BotSettings, readonly SettingFault[]> {
  const strategy = environment.strategy ?? row?.strategy;
  const symbol = environment.symbol ?? row?.symbol;
  const isManual = strategy === MANUAL_STRATEGY;
  const timeframe = environment.timeframe ?? row?.timeframe ?? (isManual ? MANUAL_TIMEFRAME : undefined);
  const faults = missing({ strategy, symbol, timeframe });
  if (strategy === undefined || symbol === undefined || timeframe === undefined) return err(faults);

  const sizing = row === undefined ? {} : { size_hint: row.sizing };
  const params = { ...sizing, ...(environment.params ?? row?.params) };
  const plan = isManual ? ok(null) : resolvePlan(strategy, timeframe, params, environment.network);
  const overlays = resolveOverlays(isManual ? [] : (row?.overlays ?? []));
  const testModes = testModeFaults({ ...environment, strategy });
  if (!plan.ok || !overlays.ok || testModes.length > 0) {
    return err([...testModes, ...(plan.ok ? [] : plan.error), ...(overlays.ok ? [] : overlays.error)]);
  }
  const { botId, network, shadow, warmupMode } = environment;
  return ok({
    botId,
    strategy,
    symbol,
    timeframe,
    network,
    shadow,
    warmupMode,
    generation: row?.generation ?? '1',
    maxLeverage: row?.leverage,
    clusterId: row?.clusterId ?? null,
    plan: plan.value === null ? null : { ...plan.value, overlays: overlays.value },
    warnings: plan.value === null ? [] : unvalidated(plan.value.definition, timeframe),
  });
}

/** Whether the strategy may run so; shared with the check of the environment alone. */
export function resolvePlan(
  strategy: string,
  timeframe: Timeframe,
  input: Readonly<Record<string, unknown>>,
  network: Network,
): Result<Omit<StrategyPlan, 'overlays'>, readonly SettingFault[]> {
  const definition = findStrategy(strategy);
  if (definition === undefined) return err([{ field: 'strategy', message: 'must be a registered strategy' }]);
  const faults: SettingFault[] = [];
  if (!definition.timeframes.includes(timeframe)) {
    faults.push({ field: 'timeframe', message: `must be one of ${definition.timeframes.join(', ')}` });
  } else if (network === 'prod') {
    faults.push(...unvalidated(definition, timeframe).map((message) => ({ field: 'timeframe', message })));
  }
  const parsed = definition.parse(input);
  if (!parsed.ok) {
    faults.push(...parsed.error.map(({ field, message }) => ({ field: `params/${field}`, message })));
  }
  return parsed.ok && faults.length === 0 ? ok({ definition, params: parsed.value }) : err(faults);
}

function unvalidated(definition: StrategyDefinition, timeframe: Timeframe): readonly string[] {
  if (definition.validatedTimeframes.includes(timeframe)) return [];
  return [`${definition.name} is not validated on ${timeframe}: it may run on testnet only`];
}

function resolveOverlays(
  settings: ConfiguredBot['overlays'],
): Result<readonly ConfiguredOverlay[], readonly SettingFault[]> {
  const configured = settings.map(({ name, params }) => configureOverlay(name, params ?? {}));
  const faults = configured.flatMap((overlay, index) =>
    overlay.ok
      ? []
      : overlay.error.map(({ field, message }) => ({ field: `overlays/${index}/${field}`, message })),
  );
  return faults.length > 0
    ? err(faults)
    : ok(configured.flatMap((overlay) => (overlay.ok ? [overlay.value] : [])));
}

function missing(values: Readonly<Record<string, unknown>>): readonly SettingFault[] {
  return Object.entries(values)
    .filter(([, value]) => value === undefined)
    .map(([field]) => ({
      field,
      message: 'is set neither in the environment nor in the configuration of the bot',
    }));
}

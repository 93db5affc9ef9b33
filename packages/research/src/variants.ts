/**
 * A few named runs side by side.
 *
 * Ablation: what each component adds. The whole is run once, and once more with each component switched off
 * alone: the stop, the sizing, shorting, and what a strategy declares in its schema: `x-component` of a
 * parameter is the value that switches it off.
 *
 * Multi-asset: whether one set of parameters holds on other symbols.
 */
import type { BacktestSettings } from '@platform/engine';
import type { CommonParams, StrategyDefinition } from '@platform/strategies';
import type { TrialFigures } from './trial';

/** One backtest of an experiment that has a name instead of a place on a grid. */
export interface Variant {
  readonly name: string;
  /** Which of the experiment's markets. */
  readonly market: number;
  readonly params: CommonParams;
  /** What differs from the market's settings. */
  readonly settings: Partial<BacktestSettings>;
}

export const COMPONENT_KEY = 'x-component';

/** The whole first. A component that is off already is left out. */
export function ablationsOf(
  strategy: StrategyDefinition,
  params: CommonParams,
  settings: BacktestSettings,
): readonly Variant[] {
  const variant = (
    name: string,
    changed: object,
    other: Partial<BacktestSettings> = {},
  ): readonly Variant[] => {
    const parsed = strategy.parse({ ...params, ...changed });
    return parsed.ok ? [{ name, market: 0, params: parsed.value, settings: other }] : [];
  };
  return [
    ...variant('whole', {}),
    ...(settings.stops ? variant('stop', {}, { stops: false }) : []),
    ...(settings.sizing === 'full' ? [] : variant('sizing', {}, { sizing: 'full' })),
    ...(params.allow_short ? variant('shorting', { allow_short: false }) : []),
    ...componentsOf(strategy)
      .filter(({ field, off }) => (params as unknown as Record<string, unknown>)[field] !== off)
      .flatMap(({ field, off }) => variant(field, { [field]: off })),
  ];
}

function componentsOf({ schema }: StrategyDefinition): { field: string; off: unknown }[] {
  return Object.entries(schema.properties).flatMap(([field, property]) => {
    const declared = property as Record<string, unknown>;
    return COMPONENT_KEY in declared ? [{ field, off: declared[COMPONENT_KEY] }] : [];
  });
}

/** The least that a strategy must hold on. */
export const CORE_SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;

/** Of one set of parameters, run once on each symbol. `profitable` is a share. */
export function acrossSymbols(
  runs: readonly { readonly name: string; readonly figures: Pick<TrialFigures, 'totalReturn'> }[],
) {
  const returns = new Map(runs.map(({ name, figures }) => [name, figures.totalReturn]));
  return {
    profitable: runs.filter(({ figures }) => figures.totalReturn > 0).length / runs.length,
    holdsOnCore: CORE_SYMBOLS.every((symbol) => (returns.get(symbol) ?? 0) > 0),
    untriedCore: CORE_SYMBOLS.filter((symbol) => !returns.has(symbol)),
  };
}

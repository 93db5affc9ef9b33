/** The one list of strategies, used by the bot, the manager, the backtest and the console's forms. */
import { basisRevert } from './basis_revert/basis_revert';
import { bollingerBreakout } from './bollinger_breakout/bollinger_breakout';
import { ewmac } from './ewmac/ewmac';
import { fundingArb } from './funding_arb/funding_arb';
import { hurstRegimeSwitcher } from './hurst_regime_switcher/hurst_regime_switcher';
import { openingRangeBreakout } from './opening_range_breakout/opening_range_breakout';
import { ownStrategies } from './own';
import { pairsMr } from './pairs_mr/pairs_mr';
import { psar } from './psar/psar';
import { rsiMeanReversion } from './rsi_mean_reversion/rsi_mean_reversion';
import { supertrend } from './supertrend/supertrend';
import { tsmom } from './tsmom/tsmom';
import type { StrategyDefinition } from './types';
import { volumeSpikeBreakout } from './volume_spike_breakout/volume_spike_breakout';
import { vpinImpulse } from './vpin_impulse/vpin_impulse';
import { vwapStretchMr } from './vwap_stretch_mr/vwap_stretch_mr';

/**
 * The validated ones first, then by name; the user's own after the built-in ones, whose names they cannot
 * take.
 */
export const strategies: readonly StrategyDefinition[] = [
  supertrend,
  ewmac,
  psar,
  basisRevert,
  bollingerBreakout,
  fundingArb,
  hurstRegimeSwitcher,
  openingRangeBreakout,
  pairsMr,
  rsiMeanReversion,
  tsmom,
  volumeSpikeBreakout,
  vpinImpulse,
  vwapStretchMr,
  ...ownStrategies,
];

const byName = new Map(strategies.map((strategy) => [strategy.name, strategy]));
if (byName.size < strategies.length) throw new Error('two strategies share a name');

export function findStrategy(name: string): StrategyDefinition | undefined {
  return byName.get(name);
}

/** Whether its code is the user's own, which may throw or never come to an end. */
export function isOwnStrategy(name: string): boolean {
  return ownStrategies.some((strategy) => strategy.name === name);
}

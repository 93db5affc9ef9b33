/**
 * How a backtest executes: everything besides the bars, the strategy and its parameters that changes the
 * result.
 */
import { slippageBps, TAKER_FEE_BPS } from './costs';

export interface BacktestSettings {
  readonly initialEquity: number;
  readonly takerFeeBps: number;
  readonly slippageBps: number;
  /**
   * hint: as the signal asks · full: the whole equity · atr: so that the default stop loses `riskPerTrade`.
   */
  readonly sizing: 'hint' | 'full' | 'atr';
  /** Without stops, the sl and tp of signals are ignored and none is placed. */
  readonly stops: boolean;
  /** Distance of the default stop, in mean true ranges. */
  readonly slAtr: number;
  /** Fraction of equity lost at the stop; for sizing "atr". */
  readonly riskPerTrade: number;
  /** Cap on notional / equity for volatility and ATR sizing. */
  readonly maxLeverage: number;
}

export function defaultSettings(symbol: string): BacktestSettings {
  return {
    initialEquity: 10_000,
    takerFeeBps: TAKER_FEE_BPS,
    slippageBps: slippageBps(symbol),
    sizing: 'hint',
    stops: true,
    slAtr: 3,
    riskPerTrade: 0.02,
    maxLeverage: 2,
  };
}

/** Level 1 asks whether the signals are any good; level 2 whether they survive realistic trading. */
export const LEVEL_SETTINGS = {
  1: { sizing: 'full', stops: false },
  2: { sizing: 'atr', stops: true },
} as const satisfies Record<number, Partial<BacktestSettings>>;
export type Level = keyof typeof LEVEL_SETTINGS;

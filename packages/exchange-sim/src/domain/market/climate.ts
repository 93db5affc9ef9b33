/**
 * The days of the market: regimes, volatility that clusters, jumps, and a common factor that all symbols
 * share. Days are walked in order from GENESIS_MS and kept, which makes any day reachable in microseconds;
 * minutes are made on demand inside a day (see minutes.ts). Only + - * / sqrt are used, so that every machine
 * gets the same numbers.
 */
import { DAY_MS } from '@platform/core';
import { hashText, mix, normal, unit } from '../random';
import type { SymbolSpec } from '../symbols';

/** 2017-01-01: nothing existed before. */
export const GENESIS_MS = 1_483_228_800_000;

export function dayIndex(timeMs: number): number {
  return Math.floor((timeMs - GENESIS_MS) / DAY_MS);
}

interface Regime {
  readonly driftPerDay: number;
  readonly volatility: number;
}

const REGIMES: readonly Regime[] = [
  { driftPerDay: 0.0022, volatility: 0.9 },
  { driftPerDay: -0.002, volatility: 1.15 },
  { driftPerDay: 0, volatility: 0.65 },
  { driftPerDay: -0.005, volatility: 2.1 },
];

/** How long each regime tends to last, in days. */
const MEAN_LIFE_DAYS = [55, 45, 40, 7];

export interface MarketDay {
  readonly regime: Regime;
  /** The common factor's return in units of a calm day's standard deviation. */
  readonly factor: number;
  /** Volatility of the day relative to a calm one: regime times the memory of recent moves. */
  readonly volatility: number;
}

/** The weather everybody shares. */
export class Climate {
  readonly hash: number;
  private readonly days: MarketDay[] = [];
  private regime = 2;
  private memory = 1;

  constructor(seed: number) {
    this.hash = hashText(seed, 'climate');
  }

  day(index: number): MarketDay {
    while (this.days.length <= index) this.days.push(this.nextDay(this.days.length));
    return this.days[index]!;
  }

  private nextDay(index: number): MarketDay {
    const hash = mix(this.hash, index);
    if (unit(hash, 1) < 1 / MEAN_LIFE_DAYS[this.regime]!) {
      this.regime = (this.regime + 1 + Math.floor(unit(hash, 2) * 3)) % REGIMES.length;
    }
    const regime = REGIMES[this.regime]!;
    const volatility = regime.volatility * this.memory;
    const factor = normal(hash, 3) * volatility;
    this.memory = 0.3 + 0.6 * this.memory + 0.1 * Math.abs(factor);
    return { regime, factor, volatility };
  }
}

export interface SymbolDay {
  readonly open: number;
  readonly close: number;
  /** Standard deviation of one minute's return. */
  readonly minuteVolatility: number;
  /** The minute at which a jump happens and its size, part of the day's return; size 0 on most days. */
  readonly jumpMinute: number;
  readonly jumpReturn: number;
}

/** One symbol's days. Its price wanders freely but is drawn back to its anchor over months. */
export class SymbolDays {
  readonly hash: number;
  private readonly days: SymbolDay[] = [];

  constructor(
    seed: number,
    private readonly spec: SymbolSpec,
    private readonly climate: Climate,
  ) {
    this.hash = hashText(seed, spec.symbol);
  }

  day(index: number): SymbolDay {
    while (this.days.length <= index) this.days.push(this.nextDay(this.days.length));
    return this.days[index]!;
  }

  private nextDay(index: number): SymbolDay {
    const { spec } = this;
    const hash = mix(this.hash, index);
    const open = index === 0 ? spec.anchorPrice : this.days[index - 1]!.close;
    const market = this.climate.day(index);
    const own = normal(hash, 1) * market.volatility;
    const shock = spec.marketBeta * market.factor + Math.sqrt(1 - spec.marketBeta * spec.marketBeta) * own;
    const pull = clamp(0.008 * (spec.anchorPrice / open - 1), 0.01);
    const jumps = unit(hash, 2) < 0.02;
    const jumpReturn = jumps ? normal(hash, 3) * 2 * spec.dailyVolatility : 0;
    const dailyReturn = clamp(
      market.regime.driftPerDay + pull + spec.dailyVolatility * shock + jumpReturn,
      0.35,
    );
    return {
      open,
      close: open * (1 + dailyReturn),
      minuteVolatility: (spec.dailyVolatility * market.volatility) / Math.sqrt(1440),
      jumpMinute: 1 + Math.floor(unit(hash, 4) * 1438),
      jumpReturn,
    };
  }
}

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}

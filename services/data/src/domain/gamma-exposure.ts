/**
 * Gamma exposure of an option book: what dealers must trade for one percent of movement, if they are long
 * calls and short puts. Per option: gamma × open interest × spot² × 1 %, calls positive, puts negative.
 * Options forget after expiry.
 */
import { DAY_MS, HOUR_MS, log } from '@platform/core';

export interface OptionOpenInterest {
  readonly expiryMs: number;
  readonly strike: number;
  readonly isCall: boolean;
  readonly openInterest: number;
  readonly impliedVolatility: number;
}

export interface StrikeExposure {
  readonly strike: number;
  readonly gex_usd: number;
  readonly open_interest: number;
}

export interface GammaExposure {
  readonly totalUsd: number;
  /**
   * Where the total changes sign, nearest to the price; null when it does not between 60 % and 140 % of it.
   */
  readonly flipPrice: number | null;
  readonly strikes: readonly StrikeExposure[];
}

const YEAR_MS = 365 * DAY_MS;
const INVERSE_ROOT_TWO_PI = 0.3989422804014327;
const SEARCH = { from: 0.6, to: 1.4, step: 0.01 } as const;

export function gammaExposure(
  options: readonly OptionOpenInterest[],
  spot: number,
  nowMs: number,
): GammaExposure {
  const alive = options.filter(
    ({ expiryMs, impliedVolatility, openInterest, strike }) =>
      expiryMs > nowMs && impliedVolatility > 0 && openInterest > 0 && strike > 0,
  );
  const byStrike = new Map<number, { gex: number; openInterest: number }>();
  let totalUsd = 0;
  for (const option of alive) {
    const gex = exposureOf(option, spot, nowMs);
    const known = byStrike.get(option.strike) ?? { gex: 0, openInterest: 0 };
    byStrike.set(option.strike, {
      gex: known.gex + gex,
      openInterest: known.openInterest + option.openInterest,
    });
    totalUsd += gex;
  }
  const strikes = [...byStrike]
    .sort(([a], [b]) => a - b)
    .map(([strike, { gex, openInterest }]) => ({ strike, gex_usd: gex, open_interest: openInterest }));
  return { totalUsd, flipPrice: flipPrice(alive, spot, nowMs), strikes };
}

function exposureOf(option: OptionOpenInterest, spot: number, nowMs: number): number {
  const sign = option.isCall ? 1 : -1;
  return sign * gamma(option, spot, nowMs) * option.openInterest * spot * spot * 0.01;
}

/** Black and Scholes with no interest: the density of d1 over spot × volatility × √time. */
export function gamma(option: OptionOpenInterest, spot: number, nowMs: number): number {
  const years = Math.max(HOUR_MS, option.expiryMs - nowMs) / YEAR_MS;
  const deviation = option.impliedVolatility * Math.sqrt(years);
  const d1 = log(spot / option.strike) / deviation + deviation / 2;
  return (INVERSE_ROOT_TWO_PI * expOfNegative((-d1 * d1) / 2)) / (spot * deviation);
}

function flipPrice(options: readonly OptionOpenInterest[], spot: number, nowMs: number): number | null {
  let nearest: number | null = null;
  let previous: { price: number; total: number } | null = null;
  for (let factor = SEARCH.from; factor <= SEARCH.to; factor += SEARCH.step) {
    const price = spot * factor;
    const total = options.reduce((sum, option) => sum + exposureOf(option, price, nowMs), 0);
    if (previous !== null && previous.total * total < 0) {
      const crossing =
        previous.price + ((price - previous.price) * previous.total) / (previous.total - total);
      if (nearest === null || Math.abs(crossing - spot) < Math.abs(nearest - spot)) nearest = crossing;
    }
    previous = { price, total };
  }
  return nearest;
}

/** e to the power of x ≤ 0, from + - * / alone: halved until small, summed as a series, squared back. */
function expOfNegative(x: number): number {
  if (x < -700) return 0;
  let halvings = 0;
  let small = x;
  while (small < -0.5) {
    small /= 2;
    halvings += 1;
  }
  let sum = 1;
  let term = 1;
  for (let n = 1; n <= 16; n++) {
    term = (term * small) / n;
    sum += term;
  }
  for (; halvings > 0; halvings--) sum *= sum;
  return sum;
}

/**
 * Option values and sensitivities for the synthetic options market. Not on any decision path, so plain Math
 * is fine.
 */

export interface Valuation {
  /** Price as a fraction of the underlying, as the venue quotes it. */
  readonly price: number;
  readonly delta: number;
  readonly gamma: number;
  readonly vega: number;
  readonly theta: number;
}

export function value(
  isCall: boolean,
  underlying: number,
  strike: number,
  years: number,
  volatility: number,
): Valuation {
  const spread = volatility * Math.sqrt(years);
  const d1 = Math.log(underlying / strike) / spread + spread / 2;
  const d2 = d1 - spread;
  const density = Math.exp(-(d1 * d1) / 2) / Math.sqrt(2 * Math.PI);
  const call = underlying * cumulative(d1) - strike * cumulative(d2);
  const price = isCall ? call : call - underlying + strike;
  return {
    price: Math.max(0.0001, price / underlying),
    delta: isCall ? cumulative(d1) : cumulative(d1) - 1,
    gamma: density / (underlying * spread),
    vega: (underlying * density * Math.sqrt(years)) / 100,
    theta: -(underlying * density * volatility) / (2 * Math.sqrt(years)) / 365,
  };
}

/** Abramowitz and Stegun 26.2.17, good to seven digits. */
function cumulative(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}

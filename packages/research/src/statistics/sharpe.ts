/**
 * How much of a Sharpe ratio is skill. Ratios here are per period (per day), not annualised; the formulas are
 * those of Bailey and Lopez de Prado: "The Sharpe ratio efficient frontier" (2012) and "The deflated Sharpe
 * ratio" (2014).
 */
import type { Moments } from './moments';
import { normalCdf, normalQuantile } from './normal';

const EULER = 0.5772156649015329;

export type TrackRecord = Pick<Moments, 'count' | 'skewness' | 'kurtosis'> & { readonly sharpe: number };

/** The probability that the true ratio is above `benchmark`, given the length and the shape of the record. */
export function probabilisticSharpe(record: TrackRecord, benchmark = 0): number {
  const { sharpe, count } = record;
  return normalCdf(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(estimatorVariance(record)));
}

/**
 * How many periods it takes to believe, with `confidence`, that the true ratio is above `benchmark`; infinite
 * when it is not above.
 */
export function minimumTrackRecord(record: TrackRecord, benchmark = 0, confidence = 0.95): number {
  const { sharpe } = record;
  if (!(sharpe > benchmark)) return Number.POSITIVE_INFINITY;
  const distance = normalQuantile(confidence) / (sharpe - benchmark);
  return 1 + estimatorVariance(record) * distance * distance;
}

/**
 * The best ratio to expect from `trials` tries without any skill, when the tries' ratios have this variance.
 */
export function expectedMaximumSharpe(trials: number, variance: number): number {
  if (!(trials > 1)) return 0;
  const most =
    (1 - EULER) * normalQuantile(1 - 1 / trials) + EULER * normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * most;
}

/** The probability that a ratio is more than the luck of the best among many tries. */
export function deflatedSharpe(record: TrackRecord, trials: number, variance: number): number {
  return probabilisticSharpe(record, expectedMaximumSharpe(trials, variance));
}

/** Of the estimated ratio, times n - 1. */
function estimatorVariance({ sharpe, skewness, kurtosis }: TrackRecord): number {
  return 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
}

/** What closed trips made and cost, as numbers that can be added up. */
import { type CostSplit, costSplit, sumOfCosts } from '@platform/engine/report';
import type { Roundtrip, RunDetail } from './types';

export type CostFields = Pick<Roundtrip, 'pnlUsd' | 'feesUsd' | 'slippageUsd' | 'fundingUsd'>;

export function costsOfTrips(trips: readonly CostFields[]): CostSplit {
  const parts = trips.map((trip) => ({
    net: Number(trip.pnlUsd),
    fees: Number(trip.feesUsd),
    slippage: Number(trip.slippageUsd),
    funding: Number(trip.fundingUsd),
  }));
  return costSplit(sumOfCosts(parts));
}

/** Of a whole backtest, with a position still open at its end; null where the run does not say. */
export function costsOfRun({ kind, performance }: Pick<RunDetail, 'kind' | 'performance'>): CostSplit | null {
  if (kind !== 'backtest' || performance === null) return null;
  const { netPnlUsd, feesUsd, slippageUsd, fundingUsd } = performance;
  const [fees, slippage, funding] = [Number(feesUsd), Number(slippageUsd), Number(fundingUsd)];
  return costSplit({ net: Number(netPnlUsd), fees, slippage, funding });
}

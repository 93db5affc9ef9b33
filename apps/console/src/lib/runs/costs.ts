/** Where the money went: what the signals made before costs, what each cost took, what is left. */
import type { Roundtrip } from './types';

export interface CostSplit {
  readonly grossUsd: number;
  readonly feesUsd: number;
  readonly slippageUsd: number;
  /** Positive when paid, negative when received. */
  readonly fundingUsd: number;
  readonly netUsd: number;
}

export type CostFields = Pick<Roundtrip, 'pnlUsd' | 'feesUsd' | 'slippageUsd' | 'fundingUsd'>;

export function costSplit(roundtrips: readonly CostFields[]): CostSplit {
  let [net, fees, slippage, funding] = [0, 0, 0, 0];
  for (const trip of roundtrips) {
    net += Number(trip.pnlUsd);
    fees += Number(trip.feesUsd);
    slippage += Number(trip.slippageUsd);
    funding += Number(trip.fundingUsd);
  }
  const grossUsd = net + fees + slippage + funding;
  return { grossUsd, feesUsd: fees, slippageUsd: slippage, fundingUsd: funding, netUsd: net };
}

/** Where the money went: what the signals made before costs, what each cost took, what is left. */
export interface NetAndCosts {
  readonly net: number;
  readonly fees: number;
  readonly slippage: number;
  /** Positive when paid, negative when received. */
  readonly funding: number;
}

export interface CostSplit extends NetAndCosts {
  readonly gross: number;
}

export function costSplit({ net, fees, slippage, funding }: NetAndCosts): CostSplit {
  return { gross: net + fees + slippage + funding, fees, slippage, funding, net };
}

export function sumOfCosts(parts: readonly NetAndCosts[]): NetAndCosts {
  let [net, fees, slippage, funding] = [0, 0, 0, 0];
  for (const part of parts) {
    net += part.net;
    fees += part.fees;
    slippage += part.slippage;
    funding += part.funding;
  }
  return { net, fees, slippage, funding };
}

/**
 * GET /positions: what is booked, beside what the exchange showed a moment ago, and how far both can be
 * trusted.
 */
import type { Network, Position, PositionsResponse } from '@platform/contracts';
import { Decimal } from 'decimal.js';
import type { TradingNetwork } from '../app/trading-network';
import type { BookedPosition, PositionStore } from '../store/positions';

export interface PositionSources {
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly positions: PositionStore;
}

export async function showPositions({ networks, positions }: PositionSources): Promise<PositionsResponse> {
  const [booked, health] = await Promise.all([
    positions.list(),
    Promise.all(
      [...networks.values()].map(async (network) => ({
        network: network.exchange.network,
        state: network.state(),
        stream_live: network.isStreamLive(),
        last_reconcile_age_ms: network.lastReconcileAgeMs(),
        problem: network.problem(),
        multi_assets: network.accountSetup().isMultiAssets,
        fee_discount: network.accountSetup().hasFeeDiscount,
        unresolved_orders: await positions.unresolved(network.exchange.network),
      })),
    ),
  ]);
  return { positions: booked.map((position) => marked(position, networks)), networks: health };
}

/** The liquidation price is that of the side: bots that share it share the price. */
function marked(position: BookedPosition, networks: PositionSources['networks']): Position {
  const seen = networks.get(position.network)?.exchange.recentMark(position.symbol, position.side);
  if (seen === undefined) {
    return { ...position, mark_price: null, unrealised_pnl_usd: null, liquidation_price: null };
  }
  const { markPrice: mark_price, liquidationPrice: liquidation_price } = seen;
  const gain = new Decimal(mark_price).minus(position.entry_price).times(position.qty);
  const unrealised = position.side === 'long' ? gain : gain.neg();
  return {
    ...position,
    mark_price,
    unrealised_pnl_usd: unrealised.toDecimalPlaces(8).toFixed(),
    liquidation_price,
  };
}

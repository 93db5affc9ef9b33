/** GET /positions: what is booked, beside what the exchange showed a moment ago, and how far both can be trusted. */
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
        network: network.venue.network,
        state: network.state(),
        stream_live: network.isStreamLive(),
        last_reconcile_age_ms: network.lastReconcileAgeMs(),
        unresolved_orders: await positions.unresolved(network.venue.network),
      })),
    ),
  ]);
  return { positions: booked.map((position) => marked(position, networks)), networks: health };
}

/** The liquidation price is that of the netted position: bots that share a symbol share it. */
function marked(position: BookedPosition, networks: PositionSources['networks']): Position {
  const seen = networks.get(position.network)?.venue.lastSeen(position.symbol);
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

/**
 * What the executor knows beyond the database: what the exchange says of each position, and how its networks
 * are. It is asked at most once a second, and not waited for: without it the reads show what is booked.
 */
import type { ExecutionView, Position, PositionsResponse, PositionView } from '@platform/contracts';
import type { Time } from '@platform/service-kit';
import type { Upstream } from './ports';

const TIMEOUT_MS = 1_000;
const FRESH_MS = 1_000;

export class ExecutorClient {
  private answer: Promise<PositionsResponse | null> = Promise.resolve(null);
  private askedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly executor: Upstream,
    private readonly time: Time,
  ) {}

  async positions(): Promise<readonly Position[]> {
    return (await this.ask())?.positions ?? [];
  }

  async networks(): Promise<PositionsResponse['networks']> {
    return (await this.ask())?.networks ?? [];
  }

  private ask(): Promise<PositionsResponse | null> {
    const nowMs = this.time.monotonicMs();
    if (nowMs - this.askedMs < FRESH_MS) return this.answer;
    this.askedMs = nowMs;
    this.answer = this.executor
      .ask<PositionsResponse>('/positions', { timeoutMs: TIMEOUT_MS })
      .catch(() => null);
    return this.answer;
  }
}

/** The exchange's marks where it gives them; booked figures stay booked. */
export function withMarks(booked: readonly PositionView[], known: readonly Position[]): PositionView[] {
  const nameOf = (network: string, symbol: string, botId: string | null) => `${network} ${symbol} ${botId}`;
  const knownOf = new Map(known.map((at) => [nameOf(at.network, at.symbol, at.bot_id), at]));
  return booked.map((position) => {
    const at = knownOf.get(nameOf(position.network, position.symbol, position.botId));
    if (at === undefined) return position;
    const markPrice = at.mark_price ?? position.markPrice;
    return {
      ...position,
      markPrice,
      unrealisedPnlUsd: at.unrealised_pnl_usd ?? position.unrealisedPnlUsd,
      liquidationPrice: isAhead(position.side, at.liquidation_price, markPrice) ? at.liquidation_price : null,
    };
  });
}

/**
 * For a moment after a flip the exchange still gives the liquidation price of the other side, which lies
 * behind the mark.
 */
function isAhead(side: PositionView['side'], liquidation: string | null, mark: string | null): boolean {
  if (liquidation === null || mark === null) return true;
  return side === 'long' ? Number(liquidation) < Number(mark) : Number(liquidation) > Number(mark);
}

/**
 * The executor compares each symbol every few seconds; what is booked of it is the last time it compared all
 * of them.
 */
export function withNetworks(
  booked: ExecutionView,
  networks: PositionsResponse['networks'],
  nowMs: number,
): ExecutionView {
  const bookedOf = new Map(booked.networks.map((network) => [network.network, network]));
  const live = networks.map(({ network, state, stream_live, last_reconcile_age_ms: ageMs }) => ({
    ...(bookedOf.get(network) ?? {
      anomalies: null,
      fixed: null,
      reconcileAgeSeconds: null,
      lastReconcileAt: null,
    }),
    ...(ageMs !== null && {
      reconcileAgeSeconds: ageMs / 1_000,
      lastReconcileAt: new Date(nowMs - ageMs).toISOString(),
    }),
    network,
    state,
    streamLive: stream_live,
    quarantined: state === 'quarantined',
  }));
  return { ...booked, networks: live.length > 0 ? live : booked.networks };
}

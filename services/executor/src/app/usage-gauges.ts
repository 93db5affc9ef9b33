/**
 * Shows how much of the UTC day's notional is used, by bot and in all, read from the table: the same sums
 * that the caps judge by. Caps count per network, so each figure is that of the network nearest to its cap.
 * And how each network stands.
 */
import type { metricsByService } from '@platform/contracts';
import type { Instruments } from '@platform/service-kit';
import type { Entries } from './ports';
import type { TradingNetwork } from './trading-network';

type Metrics = Pick<
  Instruments<typeof metricsByService.executor>,
  'dailyNotionalUsed' | 'dailyNotionalUsedGlobal' | 'clockOffset' | 'networkReady' | 'reconcileAge'
>;

/** A read that fails leaves the gauges at their last word. */
export async function showUsage(
  entries: Pick<Entries, 'usage'>,
  metrics: Pick<Metrics, 'dailyNotionalUsed' | 'dailyNotionalUsedGlobal'>,
): Promise<void> {
  const used = await entries.usage();
  const byNetwork = new Map<string, number>();
  const byBot = new Map<string, number>();
  for (const { network, botId, usd } of used) {
    byNetwork.set(network, (byNetwork.get(network) ?? 0) + Number(usd));
    byBot.set(botId, Math.max(byBot.get(botId) ?? 0, Number(usd)));
  }
  metrics.dailyNotionalUsedGlobal.set(Math.max(0, ...byNetwork.values()));
  metrics.dailyNotionalUsed.reset();
  for (const [bot_id, usd] of byBot) metrics.dailyNotionalUsed.set({ bot_id }, usd);
}

export function showNetworks(networks: ReadonlyMap<string, TradingNetwork>, metrics: Metrics): void {
  const { clockOffset, networkReady, reconcileAge } = metrics;
  for (const [network, state] of networks) {
    const isReady = state.state() === 'ready' && state.isAccountFit();
    networkReady.set({ network }, isReady ? 1 : 0);
    clockOffset.set({ network }, state.exchange.port.clock.offsetMs() / 1000);
    const ageMs = state.lastReconcileAgeMs();
    if (ageMs !== null) reconcileAge.set({ network }, ageMs / 1000);
  }
}

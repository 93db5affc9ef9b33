/**
 * Shows how much of the UTC day's notional is used, by bot and in all, read from the table: the same sum that the caps judge by. And how each
 * network stands.
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
export async function showUsage(entries: Entries, metrics: Metrics): Promise<void> {
  const { global, byBot } = await entries.usage();
  metrics.dailyNotionalUsedGlobal.set(Number(global));
  metrics.dailyNotionalUsed.reset();
  for (const [bot_id, usd] of byBot) metrics.dailyNotionalUsed.set({ bot_id }, Number(usd));
}

export function showNetworks(networks: ReadonlyMap<string, TradingNetwork>, metrics: Metrics): void {
  const { clockOffset, networkReady, reconcileAge } = metrics;
  for (const [network, state] of networks) {
    const isReady = state.state() === 'ready' && state.problem() === null;
    networkReady.set({ network }, isReady ? 1 : 0);
    clockOffset.set({ network }, state.venue.exchange.clock.offsetMs() / 1000);
    const ageMs = state.lastReconcileAgeMs();
    if (ageMs !== null) reconcileAge.set({ network }, ageMs / 1000);
  }
}

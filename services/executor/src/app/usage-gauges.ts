/**
 * Shows how much of the UTC day's notional is used, by bot and in all, read from the table: the same sum that the caps judge by. And how each
 * network stands.
 */
import type { metricsByService } from '@platform/contracts';
import type { ErrorLog, Instruments } from '@platform/service-kit';
import type { EntryStore } from '../store/entries';
import type { TradingNetwork } from './trading-network';

const REFRESH_MS = 5_000;

export class UsageGauges {
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;

  constructor(
    private readonly entries: EntryStore,
    private readonly metrics: Instruments<typeof metricsByService.executor>,
    private readonly errors: ErrorLog,
    private readonly networks: ReadonlyMap<string, TradingNetwork>,
  ) {}

  start(): void {
    const read = () => {
      this.#reading ??= this.#read();
    };
    this.#timer = setInterval(this.errors.guard('usage gauges', read), REFRESH_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#reading;
  }

  async #read(): Promise<void> {
    this.#showNetworks();
    try {
      const { global, byBot } = await this.entries.usage();
      this.metrics.dailyNotionalUsedGlobal.set(Number(global));
      this.metrics.dailyNotionalUsed.reset();
      for (const [bot_id, usd] of byBot) this.metrics.dailyNotionalUsed.set({ bot_id }, Number(usd));
    } catch {
      // The pool has reported the fault; the gauges keep their last word.
    } finally {
      this.#reading = undefined;
    }
  }

  #showNetworks(): void {
    const { clockOffset, networkReady, reconcileAge } = this.metrics;
    for (const [network, state] of this.networks) {
      const isReady = state.state() === 'ready' && state.problem() === null;
      networkReady.set({ network }, isReady ? 1 : 0);
      clockOffset.set({ network }, state.venue.exchange.clock.offsetMs() / 1000);
      const ageMs = state.lastReconcileAgeMs();
      if (ageMs !== null) reconcileAge.set({ network }, ageMs / 1000);
    }
  }
}

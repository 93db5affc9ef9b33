/** The bot's figures, in the words of what happened. */
import type { botMetrics } from '@platform/contracts';
import type { Instruments } from '@platform/service-kit';
import type { OverlayDecision } from '@platform/strategies';
import type { RuntimeState } from './domain/runtime';

const LEASE_STATES = ['none', 'held', 'lost'] as const;

export class BotMeters {
  private wasConnected: boolean | undefined;

  constructor(private readonly metrics: Instruments<typeof botMetrics>) {
    // Composition begins only after the role probe has passed.
    metrics.roleProbePassed.set(1);
    this.lease('none');
  }

  leaseRenewed(fence: string | undefined): void {
    this.lease('held');
    this.metrics.leaseLivenessLastOk.set(Date.now() / 1000);
    if (fence !== undefined) this.metrics.fence.set(Number(fence));
  }

  leaseLost(): void {
    this.lease('lost');
  }

  state(state: RuntimeState): void {
    this.metrics.drainInProgress.set(state === 'draining' ? 1 : 0);
  }

  connected(connected: boolean): void {
    if (connected && this.wasConnected === false) this.metrics.wsReconnects.inc();
    this.wasConnected = connected;
    this.metrics.wsConnected.set(connected ? 1 : 0);
  }

  skipped(reason: string): void {
    this.metrics.candlesSkipped.inc({ reason });
  }

  /** While a gap is open, its bars come from the data service. */
  gap(isOpen: boolean): void {
    if (isOpen) this.metrics.candlesSkipped.inc({ reason: 'gap' });
    this.fallback(isOpen);
  }

  fallback(engaged: boolean): void {
    this.metrics.fallbackEngaged.set(engaged ? 1 : 0);
  }

  evaluated(seconds: number, side: string | undefined): void {
    this.metrics.candlesProcessed.inc();
    this.metrics.strategyEvaluationDuration.observe(seconds);
    if (side !== undefined) this.metrics.signalsEmitted.inc({ side });
  }

  overlay({ overlay, veto }: OverlayDecision): void {
    if (veto) this.metrics.overlayVetoes.inc({ overlay });
  }

  intentEmitted(): void {
    this.metrics.intentsEmitted.inc();
  }

  fault(doing: string): void {
    if (doing === 'committing decisions') this.metrics.intentEmitErrors.inc({ reason: 'database' });
  }

  freshness(dataset: string, freshnessMs: number): void {
    this.metrics.warmupFreshness.set({ dataset }, (Date.now() - freshnessMs) / 1000);
  }

  private lease(current: (typeof LEASE_STATES)[number]): void {
    for (const state of LEASE_STATES) this.metrics.leaseState.set({ state }, state === current ? 1 : 0);
  }
}

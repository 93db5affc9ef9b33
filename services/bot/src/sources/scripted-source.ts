/**
 * A market that is known in advance, for end-to-end tests: its first bars are the warm-up, the rest arrive at
 * a fixed cadence.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bar, BarSeries } from '@platform/core';
import type { MarketSeries } from '@platform/strategies';
import type { BarReceiver, BarSource, WarmupAnswer } from '../app/ports';
import type { WarmupPlan } from '../domain/warmup';

/** Without a cadence, so many at once. */
const CHUNK_BARS = 256;
const RETRY_MS = 1_000;

export class ScriptedSource implements BarSource {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly script: readonly Bar[],
    private readonly tickMs: number,
    private readonly onFault: (error: Error) => void,
  ) {}

  async warmup({ warmupBars, resumeAtMs }: WarmupPlan): Promise<WarmupAnswer> {
    const resumeAt = this.script.findIndex((bar) => bar.openTimeMs === resumeAtMs);
    const bars = this.script.slice(0, resumeAt >= warmupBars - 1 ? resumeAt + 1 : warmupBars - 1);
    return { bars, auxiliary: {}, served: [{ kind: 'perp_klines', freshnessMs: null }], warnings: [] };
  }

  async bars(fromMs: number, toMs: number): Promise<readonly Bar[]> {
    return this.script.filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs);
  }

  async market(fromMs: number, toMs: number): Promise<MarketSeries> {
    const bars = new BarSeries(this.script.length);
    for (const bar of await this.bars(fromMs, toMs)) bars.append(bar);
    return { bars };
  }

  async prepare(): Promise<void> {}

  async overlayData(): Promise<Record<string, never>> {
    return {};
  }

  start(receiver: BarReceiver): void {
    this.running ??= this.play(receiver);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** In a script every bar is the newest one when its turn comes. */
  isBehind(): boolean {
    return false;
  }

  private async play(receiver: BarReceiver): Promise<void> {
    let next = this.script.findIndex((bar) => bar.openTimeMs > receiver.lastOpenTimeMs());
    const chunk = this.tickMs === 0 ? CHUNK_BARS : 1;
    while (next >= 0 && next < this.script.length && !this.stopping.signal.aborted) {
      try {
        await receiver.deliver(this.script.slice(next, next + chunk));
        next += chunk;
        await this.pause(this.tickMs);
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        this.onFault(error as Error);
        await this.pause(RETRY_MS);
      }
    }
  }

  private async pause(delayMs: number): Promise<void> {
    await sleep(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

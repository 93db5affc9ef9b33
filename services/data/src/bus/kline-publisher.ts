/**
 * Written bars to the bus, in order, each with the id of the bar: a repetition stores nothing new. While the bus is away they wait in
 * memory, oldest first; whoever needs one that was given up for want of room reads it from the table.
 */
import { type KlineMessage, klineMessageId, klineSubject } from '@platform/contracts';
import { Backoff, type Bus } from '@platform/service-kit';
import type { KlinePublisher } from '../app/ports';

const IN_FLIGHT = 200;
const MAX_WAITING = 500_000;

export interface PublisherEvents {
  onFailed(reason: string, barCount: number): void;
  onWaiting(barCount: number): void;
  onPublished?(bar: KlineMessage): void;
}

export class BusKlinePublisher implements KlinePublisher {
  readonly #stop = new AbortController();
  readonly #backoff = new Backoff({ initialMs: 200, maximumMs: 2_000, signal: this.#stop.signal });
  #waiting: KlineMessage[] = [];
  #running: Promise<void> | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly events: PublisherEvents,
  ) {}

  enqueue(bars: readonly KlineMessage[]): void {
    for (const bar of bars) this.#waiting.push(bar);
    if (this.#waiting.length > MAX_WAITING) this.#waiting = this.#waiting.slice(-MAX_WAITING);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** What the bus does not take within moments is left to the table. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stop.signal.aborted) {
      const batch = this.#waiting.slice(0, IN_FLIGHT);
      const refused = await this.#publish(batch);
      this.#waiting = [...refused, ...this.#waiting.slice(batch.length)];
      this.events.onWaiting(this.#waiting.length);
      if (refused.length === 0) this.#backoff.reset();
      else await this.#backoff.wait();
    }
  }

  /** Those that were not acknowledged, in order. */
  async #publish(batch: readonly KlineMessage[]): Promise<KlineMessage[]> {
    let reason = '';
    const refused = await Promise.all(
      batch.map(async (bar) => {
        const { market, symbol, timeframe, open_time } = bar;
        const id = klineMessageId(market, symbol, timeframe, open_time);
        const outcome = await this.bus.publish(klineSubject(market, symbol, timeframe), bar, id);
        if (outcome.ok) {
          this.events.onPublished?.(bar);
          return undefined;
        }
        reason = outcome.error.kind;
        return bar;
      }),
    );
    const left = refused.filter((bar) => bar !== undefined);
    if (left.length > 0) this.events.onFailed(reason, left.length);
    return left;
  }
}

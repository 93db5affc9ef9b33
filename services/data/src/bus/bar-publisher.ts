/**
 * Written bars to the bus, in order, each with the id of the bar: a repetition stores nothing new. While the
 * bus is away they wait in memory, oldest first; one that was dropped for want of room can be read from the
 * table.
 */
import { type KlineMessage, klineMessageId, klineSubject } from '@platform/contracts';
import { Backoff, type Bus, systemChance, systemTime } from '@platform/service-kit';
import type { PublisherEvents } from '../app/ports';

const MAX_IN_FLIGHT = 1_000;
const MAX_WAITING = 500_000;

export class BarPublisher {
  private readonly stop = new AbortController();
  private readonly backoff = new Backoff({
    initialMs: 200,
    maximumMs: 2_000,
    time: systemTime,
    chance: systemChance,
    signal: this.stop.signal,
  });
  private waiting: KlineMessage[] = [];
  /** Sent and not acknowledged, in order; of those, so many may still be. */
  private readonly sent = new Set<KlineMessage>();
  private unanswered = 0;
  /**
   * Why one of them was refused: nothing more is sent until all of those have their answer and the refused
   * ones are sent again.
   */
  private fault: string | undefined;
  private idle: () => void = () => {};

  constructor(
    private readonly bus: Bus,
    private readonly events: PublisherEvents,
  ) {}

  /** Never throws. */
  enqueue(bars: readonly KlineMessage[]): void {
    for (const bar of bars) this.waiting.push(bar);
    if (this.waiting.length > MAX_WAITING) this.waiting = this.waiting.slice(-MAX_WAITING);
    this.send();
  }

  /** What the bus does not take within moments is left to the table. */
  async close(): Promise<void> {
    this.send();
    this.stop.abort();
    if (this.unanswered > 0) await new Promise<void>((resolve) => (this.idle = resolve));
  }

  /** The next ones are on their way while half of those before them are still being acknowledged. */
  private send(): void {
    if (this.fault !== undefined || this.unanswered > MAX_IN_FLIGHT / 2 || this.stop.signal.aborted) return;
    for (const bar of this.waiting.splice(0, MAX_IN_FLIGHT - this.unanswered)) this.publish(bar);
    this.reportWaiting();
  }

  private publish(bar: KlineMessage): void {
    this.sent.add(bar);
    this.unanswered += 1;
    const { market, symbol, timeframe, open_time } = bar;
    const id = klineMessageId(market, symbol, timeframe, open_time);
    const subject = klineSubject(market, symbol, timeframe);
    this.bus.publishThen(subject, bar, id, (outcome) => this.answered(bar, outcome));
  }

  private answered(bar: KlineMessage, outcome: Awaited<ReturnType<Bus['publish']>>): void {
    this.unanswered -= 1;
    if (outcome.ok) this.sent.delete(bar);
    else this.fault = outcome.error.kind;
    if (this.fault === undefined && this.waiting.length > 0) this.send();
    if (this.unanswered > 0) return;
    this.idle();
    if (this.fault !== undefined) void this.sendAgain(this.fault);
    else {
      this.backoff.reset();
      this.reportWaiting();
    }
  }

  private reportWaiting(): void {
    this.events.onWaiting(this.waiting.length + this.sent.size);
  }

  private async sendAgain(reason: string): Promise<void> {
    this.events.onFailed(reason, this.sent.size);
    this.waiting = [...this.sent, ...this.waiting];
    this.sent.clear();
    this.reportWaiting();
    await this.backoff.wait();
    this.fault = undefined;
    this.send();
  }
}

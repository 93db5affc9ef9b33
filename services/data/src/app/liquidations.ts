/**
 * Liquidations as the exchange reports them. They cannot be read again: what was missed while the stream was
 * down stays missed.
 */
import { largest } from '@platform/core';
import type { Liquidation, MarketEvent } from '@platform/exchange';
import type { Task, Tasks, Time } from '@platform/service-kit';
import type { StreamEvents } from './ingest-parts';
import type { LiquidationRecord } from './ports';

const WRITE_EVERY_MS = 200;

export interface LiquidationEvents extends StreamEvents {
  onDropped(reason: string): void;
  onWriteFailed(error: unknown, rowCount: number): void;
  onWritten(newestMs: number): void;
}

export class Liquidations {
  private readonly task: Task;
  private waiting: LiquidationRecord[] = [];
  private liveFromMs: number | undefined;

  constructor(
    private readonly write: (rows: readonly LiquidationRecord[]) => Promise<number>,
    private readonly events: LiquidationEvents,
    private readonly time: Time,
    tasks: Tasks,
  ) {
    this.task = tasks.open({ name: 'liquidations', run: () => this.flush() });
    this.task.start();
  }

  /** Since when nothing was missed; undefined while it is not connected. */
  liveSinceMs(): number | undefined {
    return this.liveFromMs;
  }

  /** What their own stream says: it may be silent for hours, which for minutes would be a fault. */
  hear(event: MarketEvent): void {
    switch (event.kind) {
      case 'liquidation':
        this.accept(event.liquidation);
        return;
      case 'gap':
        this.liveFromMs = this.time.nowMs();
        return;
      case 'down':
        this.liveFromMs = undefined;
        this.events.onDown(event.reason);
        return;
      case 'unreadable':
        this.events.onUnreadable(event.reason);
        return;
      default: // Only liquidations are subscribed to here.
    }
  }

  private accept({ symbol, side, price, quantity, timeMs }: Liquidation): void {
    const row = { symbol, side, ts: timeMs, price: Number(price), qty: Number(quantity) };
    if (!(row.price > 0 && row.qty > 0) || timeMs > this.time.nowMs() + 60_000) {
      this.events.onDropped(`a liquidation of ${quantity} at ${price}, ${timeMs}`);
      return;
    }
    this.waiting.push(row);
    this.task.wakeWithin(WRITE_EVERY_MS);
  }

  async close(): Promise<void> {
    await this.task.runNow();
    await this.task.close();
  }

  private async flush(): Promise<void> {
    const rows = this.waiting;
    this.waiting = [];
    if (rows.length === 0) return;
    try {
      await this.write(rows);
      this.events.onWritten(largest(rows.map(({ ts }) => ts)));
    } catch (error) {
      this.events.onWriteFailed(error, rows.length);
    }
  }
}

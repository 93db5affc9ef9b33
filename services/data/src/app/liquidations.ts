/** Liquidations as the exchange reports them. They cannot be read again: what was missed while the stream was down stays missed. */
import { largest } from '@platform/core';
import type { Liquidation } from '@platform/exchange';
import type { Task, Tasks, Time } from '@platform/service-kit';
import type { LiquidationRecord } from './ports';
import type { LiquidationStream } from './warmup';

const WRITE_EVERY_MS = 200;

export interface LiquidationEvents {
  onDropped(reason: string): void;
  onWriteFailed(error: unknown, rowCount: number): void;
  onWritten(newestMs: number): void;
}

export class Liquidations implements LiquidationStream {
  readonly #task: Task;
  #waiting: LiquidationRecord[] = [];
  #liveSinceMs: number | undefined;

  constructor(
    private readonly write: (rows: readonly LiquidationRecord[]) => Promise<number>,
    private readonly events: LiquidationEvents,
    private readonly time: Time,
    tasks: Tasks,
  ) {
    this.#task = tasks.open({ name: 'liquidations', run: () => this.#flush() });
    this.#task.start();
  }

  liveSinceMs(): number | undefined {
    return this.#liveSinceMs;
  }

  connected(): void {
    this.#liveSinceMs = this.time.nowMs();
  }

  lost(): void {
    this.#liveSinceMs = undefined;
  }

  accept({ symbol, side, price, quantity, timeMs }: Liquidation): void {
    const row = { symbol, side, ts: timeMs, price: Number(price), qty: Number(quantity) };
    if (!(row.price > 0 && row.qty > 0) || timeMs > this.time.nowMs() + 60_000) {
      this.events.onDropped(`a liquidation of ${quantity} at ${price}, ${timeMs}`);
      return;
    }
    this.#waiting.push(row);
    this.#task.wakeWithin(WRITE_EVERY_MS);
  }

  async close(): Promise<void> {
    await this.#task.runNow();
    await this.#task.close();
  }

  async #flush(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length === 0) return;
    try {
      await this.write(rows);
      this.events.onWritten(largest(rows.map(({ ts }) => ts)));
    } catch (error) {
      this.events.onWriteFailed(error, rows.length);
    }
  }
}

/**
 * The newest bars of series that somebody asked for, in memory: columns, and each bar as the JSON it is sent
 * as. Loaded once from the database, then kept up by live ingest. A change anywhere but at the end drops the
 * window; the next request loads it again.
 */
import { KlineColumns } from '@platform/columns';
import { type Kline, type KlineMessage, LOOKBACK_ROWS } from '@platform/contracts';
import { type Timeframe, timeframeMs } from '@platform/core';
import { JsonRows } from './json-rows';
import type { BarStore, Series, WrittenBars } from './ports';

/** About 1.3 MB each when full. */
const MAX_WINDOWS = 128;
const CAPACITY = LOOKBACK_ROWS.max;
const FAR_FUTURE_MS = 253_402_300_799_999;

export class Window {
  private bars = new KlineColumns(2 * CAPACITY);
  private json = new JsonRows();

  constructor(bars: KlineColumns) {
    for (let i = 0; i < bars.length; i++) this.add(bars.at(i));
  }

  /** The newest `count` bars, or all there are. */
  newest(count: number): { readonly bars: KlineColumns; readonly json: Uint8Array } {
    const { length } = this.bars;
    const from = Math.max(0, length - count);
    return { bars: this.bars.slice(from, length), json: this.json.from(from) };
  }

  /** False when the bar does not follow the newest one: then the window is of no use any more. */
  append(bar: Kline, stepMs: number): boolean {
    const { length, openTimeMs } = this.bars;
    if (length > 0 && bar.open_time !== openTimeMs[length - 1]! + stepMs) return false;
    if (length === 2 * CAPACITY) this.forgetOldest();
    this.add(bar);
    return true;
  }

  private add(bar: Kline): void {
    this.bars.append(bar);
    this.json.append(bar);
  }

  /**
   * Once in as many bars as a window holds: the older half makes room. Views handed out before stay as they
   * are.
   */
  private forgetOldest(): void {
    const kept = new KlineColumns(2 * CAPACITY);
    kept.appendAll(this.bars.slice(CAPACITY, this.bars.length));
    this.bars = kept;
    this.json = this.json.without(CAPACITY);
  }
}

export class WindowCache implements WrittenBars {
  /** Oldest use first. */
  private readonly windows = new Map<string, Window>();
  private readonly loading = new Map<string, Promise<Window>>();

  constructor(private readonly store: BarStore) {}

  async window(series: Series, timeframe: Timeframe): Promise<Window> {
    const key = keyOf(series, timeframe);
    const known = this.windows.get(key);
    if (known !== undefined) {
      this.windows.delete(key);
      this.windows.set(key, known);
      return known;
    }
    return await (this.loading.get(key) ?? this.load(key, series, timeframe));
  }

  appended(bars: readonly KlineMessage[]): void {
    for (const message of bars) {
      const key = keyOf(message, message.timeframe);
      // A window that is being loaded may or may not contain this bar: it is not kept.
      this.loading.delete(key);
      const window = this.windows.get(key);
      if (window === undefined) continue;
      const { market: _market, symbol: _symbol, timeframe, ...bar } = message;
      if (!window.append(bar, timeframeMs(timeframe))) this.windows.delete(key);
    }
  }

  changed({ market, symbol }: Series): void {
    const prefix = `${market}:${symbol}:`;
    for (const map of [this.windows, this.loading]) {
      for (const key of map.keys()) if (key.startsWith(prefix)) map.delete(key);
    }
  }

  clear(): void {
    this.windows.clear();
    this.loading.clear();
  }

  private async load(key: string, series: Series, timeframe: Timeframe): Promise<Window> {
    const loading = this.store
      .read(series, timeframe, 0, FAR_FUTURE_MS, CAPACITY)
      .then((bars) => new Window(bars));
    this.loading.set(key, loading);
    try {
      const window = await loading;
      if (this.loading.get(key) === loading) this.keep(key, window);
      return window;
    } finally {
      if (this.loading.get(key) === loading) this.loading.delete(key);
    }
  }

  private keep(key: string, window: Window): void {
    this.windows.set(key, window);
    for (const oldest of this.windows.keys()) {
      if (this.windows.size <= MAX_WINDOWS) return;
      this.windows.delete(oldest);
    }
  }
}

function keyOf({ market, symbol }: Series, timeframe: Timeframe): string {
  return `${market}:${symbol}:${timeframe}`;
}

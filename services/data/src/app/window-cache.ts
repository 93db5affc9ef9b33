/**
 * The newest bars of series that somebody asked for, in memory: columns, and each bar as the JSON it is sent as. Loaded once from the
 * database, then kept up by live ingest. A change anywhere but at the end drops the window; the next request loads it again.
 */
import { KlineColumns } from '@platform/columns';
import { type Kline, type KlineMessage, LOOKBACK_ROWS } from '@platform/contracts';
import { type Timeframe, timeframeMs } from '@platform/core';
import type { KlineStore, Series, WrittenBars } from './ports';

/** About 1.3 MB each when full. */
const MAX_WINDOWS = 128;
const CAPACITY = LOOKBACK_ROWS.max;
const FAR_FUTURE_MS = 253_402_300_799_999;

export class Window {
  constructor(
    readonly bars: KlineColumns,
    readonly json: string[],
  ) {}

  /** The newest `count` bars, or all there are. */
  newest(count: number): { readonly bars: KlineColumns; readonly json: readonly string[] } {
    const { length } = this.bars;
    const from = Math.max(0, length - count);
    return { bars: this.bars.slice(from, length), json: this.json.slice(from) };
  }
}

export class WindowCache implements WrittenBars {
  /** Oldest use first. */
  readonly #windows = new Map<string, Window>();
  readonly #loading = new Map<string, Promise<Window>>();

  constructor(private readonly store: KlineStore) {}

  async window(series: Series, timeframe: Timeframe): Promise<Window> {
    const key = keyOf(series, timeframe);
    const known = this.#windows.get(key);
    if (known !== undefined) {
      this.#windows.delete(key);
      this.#windows.set(key, known);
      return known;
    }
    return await (this.#loading.get(key) ?? this.#load(key, series, timeframe));
  }

  appended(bars: readonly KlineMessage[]): void {
    for (const message of bars) {
      const key = keyOf(message, message.timeframe);
      // A window that is being loaded may or may not contain this bar: it is not kept.
      this.#loading.delete(key);
      const window = this.#windows.get(key);
      if (window === undefined) continue;
      if (!append(window, message)) this.#windows.delete(key);
    }
  }

  changed({ market, symbol }: Series): void {
    const prefix = `${market}:${symbol}:`;
    for (const map of [this.#windows, this.#loading]) {
      for (const key of map.keys()) if (key.startsWith(prefix)) map.delete(key);
    }
  }

  clear(): void {
    this.#windows.clear();
    this.#loading.clear();
  }

  async #load(key: string, series: Series, timeframe: Timeframe): Promise<Window> {
    const loading = (async () => {
      const loaded = await this.store.read(series, timeframe, 0, FAR_FUTURE_MS, CAPACITY);
      const bars = new KlineColumns(2 * CAPACITY);
      bars.appendAll(loaded);
      const json = Array.from({ length: loaded.length }, (_, i) => JSON.stringify(loaded.at(i)));
      return new Window(bars, json);
    })();
    this.#loading.set(key, loading);
    try {
      const window = await loading;
      if (this.#loading.get(key) === loading) this.#keep(key, window);
      return window;
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }

  #keep(key: string, window: Window): void {
    this.#windows.set(key, window);
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= MAX_WINDOWS) return;
      this.#windows.delete(oldest);
    }
  }
}

/** False when the bar does not follow the newest one. */
function append(window: Window, message: KlineMessage): boolean {
  const { bars, json } = window;
  const { market: _market, symbol: _symbol, timeframe, ...bar } = message;
  const newestMs = bars.length === 0 ? undefined : bars.openTimeMs[bars.length - 1]!;
  if (newestMs !== undefined && bar.open_time !== newestMs + timeframeMs(timeframe)) return false;
  if (bars.length === 2 * CAPACITY) forgetOldest(window);
  bars.append(bar);
  json.push(JSON.stringify(bar satisfies Kline));
  return true;
}

/** Once in as many bars as a window holds: the older half makes room. */
function forgetOldest({ bars, json }: Window): void {
  const kept = new KlineColumns(2 * CAPACITY);
  kept.appendAll(bars.slice(CAPACITY, bars.length));
  Object.assign(bars, kept);
  json.splice(0, CAPACITY);
}

function keyOf({ market, symbol }: Series, timeframe: Timeframe): string {
  return `${market}:${symbol}:${timeframe}`;
}

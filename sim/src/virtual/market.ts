/**
 * Minutes of the simulated venue's prices, as the data service would keep and tell them: by the world's
 * clock, without gaps.
 */
import { type Bar, BarSeries, MINUTE_MS } from '@platform/core';
import type { Venue } from '@platform/exchange-sim';
import type { Scheduler } from './scheduler';

const SAMPLE_MS = 500;
/** Before the seed begins. */
const PAST_BARS = 120;
const VOLUME = 10;

type Listener = (bar: Bar) => void;

export class VirtualMarket {
  private readonly closed = new Map<string, Bar[]>();
  private readonly forming = new Map<string, Bar>();
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(
    scheduler: Scheduler,
    private readonly venue: Venue,
    private readonly wallMs: () => number,
    symbols: readonly string[],
  ) {
    for (const symbol of symbols) {
      this.closed.set(symbol, this.past(symbol));
      this.listeners.set(symbol, new Set());
    }
    scheduler.every(SAMPLE_MS, () => {
      for (const symbol of symbols) this.sample(symbol);
    });
  }

  priceOf(symbol: string): number | null {
    const { sim } = this.venue;
    return sim.venue.listings.has(symbol) ? Number(sim.venue.markPrice(symbol, sim.clock.nowMs())) : null;
  }

  /** That opened in [fromMs, toMs) and are over. */
  bars(symbol: string, fromMs: number, toMs: number): readonly Bar[] {
    return this.closed.get(symbol)!.filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs);
  }

  series(symbol: string, fromMs: number, toMs: number): BarSeries {
    const series = new BarSeries();
    for (const bar of this.bars(symbol, fromMs, toMs)) series.append(bar);
    return series;
  }

  nowMs(): number {
    return this.wallMs();
  }

  /** Returns how to stop listening. */
  onBar(symbol: string, call: Listener): () => void {
    const listeners = this.listeners.get(symbol)!;
    listeners.add(call);
    return () => listeners.delete(call);
  }

  private past(symbol: string): Bar[] {
    const { listings } = this.venue.sim.venue;
    const { market, perp } = listings.get(symbol)!;
    const toMs = this.minute();
    const rows = perp.range('1m', toMs - PAST_BARS * MINUTE_MS, toMs - 1, PAST_BARS, toMs);
    return rows.map(({ openTimeMs, open, high, low, close }) => ({
      openTimeMs,
      open: open / market.ticksPerUnit,
      high: high / market.ticksPerUnit,
      low: low / market.ticksPerUnit,
      close: close / market.ticksPerUnit,
      volume: VOLUME,
      takerBuyVolume: VOLUME / 2,
    }));
  }

  private minute(): number {
    return Math.floor(this.wallMs() / MINUTE_MS) * MINUTE_MS;
  }

  private sample(symbol: string): void {
    const price = this.priceOf(symbol)!;
    const openTimeMs = this.minute();
    const forming = this.forming.get(symbol);
    if (forming !== undefined && forming.openTimeMs !== openTimeMs) {
      this.closed.get(symbol)!.push(forming);
      for (const tell of [...this.listeners.get(symbol)!]) tell(forming);
    }
    const isSame = forming?.openTimeMs === openTimeMs;
    this.forming.set(symbol, {
      openTimeMs,
      open: isSame ? forming.open : price,
      close: price,
      high: isSame ? Math.max(forming.high, price) : price,
      low: isSame ? Math.min(forming.low, price) : price,
      volume: VOLUME,
      takerBuyVolume: VOLUME / 2,
    });
  }
}

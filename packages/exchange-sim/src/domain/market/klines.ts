/**
 * Klines of every interval the venue offers, perpetual and spot, aggregated from minutes. Closed days are
 * aggregated once. Prices stay in ticks and volumes in steps until they are printed.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '@platform/core';
import { GENESIS_MS } from './climate';
import type { Market, TickBar } from './market';
import type { DayBars } from './minutes';
import { tradesOf, tradesSoFar } from './trades';

export type MarketKind = 'perp' | 'spot' | 'mark';

export interface Kline extends TickBar {
  readonly openTimeMs: number;
  readonly closeTimeMs: number;
  /** Traded value in ticks × steps. */
  readonly turnover: number;
  readonly takerBuyTurnover: number;
  readonly trades: number;
}

const FIXED_INTERVALS: Readonly<Record<string, number>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '1w': WEEK_MS,
};

export function isKlineInterval(text: string): boolean {
  return text === '1M' || text in FIXED_INTERVALS;
}

/** 1970-01-05 was a Monday, and weeks open on Mondays. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

export function klineOpenTimeMs(interval: string, timeMs: number): number {
  if (interval === '1M') {
    const date = new Date(timeMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const lengthMs = FIXED_INTERVALS[interval]!;
  const anchorMs = interval === '1w' ? FIRST_MONDAY_MS : 0;
  return Math.floor((timeMs - anchorMs) / lengthMs) * lengthMs + anchorMs;
}

export function nextKlineOpenTimeMs(interval: string, openTimeMs: number): number {
  if (interval !== '1M') return openTimeMs + FIXED_INTERVALS[interval]!;
  const date = new Date(openTimeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

interface Tally {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  takerBuyVolume: number;
  turnover: number;
  takerBuyTurnover: number;
  trades: number;
}

export class Klines {
  private readonly closedDays = new Map<number, Tally>();

  constructor(
    private readonly market: Market,
    private readonly kind: MarketKind,
  ) {}

  /** The kline that opens at `openTimeMs`, as it stands at `nowMs`. */
  at(interval: string, openTimeMs: number, nowMs: number): Kline {
    const endMs = nextKlineOpenTimeMs(interval, openTimeMs);
    const tally = emptyTally();
    let atMs = Math.max(openTimeMs, GENESIS_MS);
    while (atMs < endMs && atMs <= nowMs) {
      if (atMs % DAY_MS === 0 && atMs + DAY_MS <= Math.min(endMs, nowMs)) {
        add(tally, this.closedDay(atMs));
        atMs += DAY_MS;
        continue;
      }
      add(tally, this.minuteTally(atMs, nowMs));
      atMs += MINUTE_MS;
    }
    return { ...tally, openTimeMs, closeTimeMs: endMs - 1 };
  }

  /**
   * Klines in time order as the venue's endpoint answers: from `startMs` on, or the last ones before `endMs`.
   */
  range(
    interval: string,
    startMs: number | undefined,
    endMs: number | undefined,
    limit: number,
    nowMs: number,
  ): Kline[] {
    return this.openTimes(interval, startMs, endMs, limit, nowMs).map((openTimeMs) =>
      this.at(interval, openTimeMs, nowMs),
    );
  }

  /** When the klines of a range open. */
  openTimes(
    interval: string,
    startMs: number | undefined,
    endMs: number | undefined,
    limit: number,
    nowMs: number,
  ): number[] {
    const lastMs = klineOpenTimeMs(interval, Math.min(endMs ?? nowMs, nowMs));
    const opens: number[] = [];
    if (startMs === undefined) {
      for (let at = lastMs; opens.length < limit && at >= GENESIS_MS; ) {
        opens.unshift(at);
        at = klineOpenTimeMs(interval, at - 1);
      }
    } else {
      let at = klineOpenTimeMs(interval, Math.max(startMs, GENESIS_MS));
      if (at < startMs) at = nextKlineOpenTimeMs(interval, at);
      for (; opens.length < limit && at <= lastMs; at = nextKlineOpenTimeMs(interval, at)) opens.push(at);
    }
    return opens;
  }

  private closedDay(dayMs: number): Tally {
    const known = this.closedDays.get(dayMs);
    if (known !== undefined) return known;
    const columns = this.kind === 'perp' ? this.market.dayColumns(dayMs) : undefined;
    const tally = columns === undefined ? this.tallyMinutes(dayMs) : tallyColumns(columns);
    this.closedDays.set(dayMs, tally);
    return tally;
  }

  private tallyMinutes(dayMs: number): Tally {
    const tally = emptyTally();
    for (let i = 0; i < DAY_MS; i += MINUTE_MS) add(tally, this.minuteTally(dayMs + i, dayMs + DAY_MS));
    return tally;
  }

  private minuteTally(minuteMs: number, nowMs: number): Tally {
    const closed = nowMs >= minuteMs + MINUTE_MS;
    const whole = this.market.minute(minuteMs);
    const bar = closed ? whole : this.market.formingMinute(nowMs);
    if (this.kind === 'mark') return this.markTally(bar, minuteMs, Math.min(nowMs, minuteMs + MINUTE_MS));
    const spot = this.kind === 'spot';
    const { open, high, low, close } = spot ? this.spotPrices(bar, minuteMs) : bar;
    const share = (steps: number) => (spot ? Math.ceil(steps / 4) : steps);
    const volume = share(bar.volume);
    const takerBuyVolume = spot ? Math.floor(bar.takerBuyVolume / 4) : bar.takerBuyVolume;
    const trades = tradesOf(share(whole.volume));
    const middle = Math.round((open + close) / 2);
    return {
      open,
      high,
      low,
      close,
      volume,
      takerBuyVolume,
      turnover: middle * volume,
      takerBuyTurnover: middle * takerBuyVolume,
      trades: closed ? trades : tradesSoFar(trades, nowMs - minuteMs),
    };
  }

  /** The last price's way at the mark's distance; the mark has no volume. */
  private markTally(bar: TickBar, minuteMs: number, toMs: number): Tally {
    const at = (ticks: number, timeMs: number) => ticks * (1 + this.market.markGapAt(timeMs));
    const path = this.market.minutePath(minuteMs);
    const turnMs = (price: number) =>
      Math.min(toMs, minuteMs + (price === path.firstTurn ? path.firstTurnAt : path.secondTurnAt) * 1000);
    const open = at(bar.open, minuteMs);
    const close = at(bar.close, toMs);
    return {
      ...emptyTally(),
      open,
      close,
      high: Math.max(open, close, at(bar.high, turnMs(path.bar.high))),
      low: Math.min(open, close, at(bar.low, turnMs(path.bar.low))),
      trades: Math.ceil((toMs - minuteMs) / 1000),
    };
  }

  /**
   * Both edges of a minute use their own moment's basis, so that one spot minute opens where the last one
   * closed.
   */
  private spotPrices(bar: TickBar, minuteMs: number): TickBar {
    const atOpen = 1 + this.market.basis.at(minuteMs);
    const atClose = 1 + this.market.basis.at(minuteMs + MINUTE_MS);
    const open = Math.round(bar.open / atOpen);
    const close = Math.round(bar.close / atClose);
    return {
      ...bar,
      open,
      close,
      high: Math.max(open, close, Math.round(bar.high / atOpen)),
      low: Math.max(1, Math.min(open, close, Math.round(bar.low / atOpen))),
    };
  }
}

/**
 * The same sums as minute by minute, without a record per minute: years of daily bars are asked for at once.
 */
function tallyColumns(bars: DayBars): Tally {
  const tally = emptyTally();
  const minutes = bars.open.length;
  tally.open = bars.open[0]!;
  tally.close = bars.close[minutes - 1]!;
  for (let i = 0; i < minutes; i++) {
    const volume = bars.volume[i]!;
    const takerBuyVolume = bars.takerBuyVolume[i]!;
    const middle = Math.round((bars.open[i]! + bars.close[i]!) / 2);
    tally.high = Math.max(tally.high, bars.high[i]!);
    tally.low = Math.min(tally.low, bars.low[i]!);
    tally.volume += volume;
    tally.takerBuyVolume += takerBuyVolume;
    tally.turnover += middle * volume;
    tally.takerBuyTurnover += middle * takerBuyVolume;
    tally.trades += tradesOf(volume);
  }
  return tally;
}

function emptyTally(): Tally {
  return {
    open: 0,
    high: 0,
    low: Number.POSITIVE_INFINITY,
    close: 0,
    volume: 0,
    takerBuyVolume: 0,
    turnover: 0,
    takerBuyTurnover: 0,
    trades: 0,
  };
}

function add(tally: Tally, part: Tally): void {
  if (tally.open === 0) tally.open = part.open;
  tally.high = Math.max(tally.high, part.high);
  tally.low = Math.min(tally.low, part.low);
  tally.close = part.close;
  tally.volume += part.volume;
  tally.takerBuyVolume += part.takerBuyVolume;
  tally.turnover += part.turnover;
  tally.takerBuyTurnover += part.takerBuyTurnover;
  tally.trades += part.trades;
}

/**
 * One symbol's market: closed minutes of any time since GENESIS_MS, and the price at any instant. The source
 * is the seeded generator, or a replay file with the generator joined on at both ends. An operator's pushes
 * multiply everything after their moment. Pure: the same arguments always give the same answer, apart from
 * pushes.
 */
import { DAY_MS, MINUTE_MS } from '@platform/core';
import { mix, normal } from '../random';
import { type SymbolSpec, stepsPerUnit, ticksPerUnit } from '../symbols';
import { Basis } from './basis';
import { type Climate, dayIndex, GENESIS_MS, SymbolDays } from './climate';
import { type ReplayBars, replayMinute } from './csv';
import { type DayBars, emptyDayBars, fillDayBars, MINUTES_PER_DAY, type MinuteFactors } from './minutes';
import { type BarPath, barPath, type PathBar, pathSlice, priceAt } from './path';

/** A bar in ticks and steps, as `DayBars` holds them. */
export interface TickBar extends PathBar {
  readonly volume: number;
  readonly takerBuyVolume: number;
}

interface Push {
  readonly fromMs: number;
  readonly factor: number;
}

/** Standard deviation of the mark around the last price. */
const MARK_GAP = 0.00015;
const CACHED_DAYS = 64;
const SECONDS = 60;

export class Market {
  readonly hash: number;
  readonly basis: Basis;
  readonly ticksPerUnit: number;
  readonly stepsPerUnit: number;
  private readonly days: SymbolDays;
  private readonly cache = new Map<number, DayBars>();
  private readonly scratch = emptyDayBars();
  private readonly pushes: Push[] = [];
  private path: { readonly minuteMs: number; readonly path: BarPath } | undefined;

  constructor(
    seed: number,
    readonly spec: SymbolSpec,
    climate: Climate,
    private readonly factors: MinuteFactors,
    private readonly replay: ReplayBars | undefined,
  ) {
    this.days = new SymbolDays(seed, spec, climate);
    this.hash = this.days.hash;
    this.basis = new Basis(this.hash);
    this.ticksPerUnit = ticksPerUnit(spec);
    this.stepsPerUnit = stepsPerUnit(spec);
  }

  /** The whole minute that opens at `minuteMs`, pushes included. */
  minute(minuteMs: number): TickBar {
    const plain = this.plainMinute(minuteMs);
    const last = this.pushes.at(-1);
    if (last === undefined || this.pushes[0]!.fromMs >= minuteMs + MINUTE_MS) return plain;
    return { ...plain, ...this.pushedSlice(minuteMs, 0, SECONDS) };
  }

  /** The minute as it stands at `timeMs`, still forming. */
  formingMinute(timeMs: number): TickBar {
    const minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    const plain = this.plainMinute(minuteMs);
    const share = (timeMs - minuteMs) / MINUTE_MS;
    return {
      ...this.pushedSlice(minuteMs, 0, share * SECONDS),
      volume: Math.floor(plain.volume * share),
      takerBuyVolume: Math.floor(plain.takerBuyVolume * share),
    };
  }

  /** Price in ticks, not rounded. */
  ticksAt(timeMs: number): number {
    const minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    return Math.max(
      1,
      priceAt(this.minutePath(minuteMs), (timeMs - minuteMs) / 1000) * this.factorAt(timeMs),
    );
  }

  priceAt(timeMs: number): number {
    return this.ticksAt(timeMs) / this.ticksPerUnit;
  }

  /** What margin and liquidation use: near the last price, never quite the same. */
  markPriceAt(timeMs: number): number {
    return this.priceAt(timeMs) * (1 + this.markGapAt(timeMs));
  }

  /** How far the mark is from the last price, as a fraction: a seeded line from minute to minute. */
  markGapAt(timeMs: number): number {
    const minute = Math.floor(timeMs / MINUTE_MS);
    const share = timeMs / MINUTE_MS - minute;
    const hash = mix(this.hash, 0x3a9c);
    return MARK_GAP * (normal(hash, minute) * (1 - share) + normal(hash, minute + 1) * share);
  }

  /** The underlying's spot price: the perpetual without its basis. */
  indexPriceAt(timeMs: number): number {
    return this.priceAt(timeMs) / (1 + this.basis.at(timeMs));
  }

  /** About the price at the start of a day, without making its minutes. */
  roughPriceOn(dayMs: number): number {
    return this.days.day(dayIndex(dayMs)).open * this.factorAt(dayMs);
  }

  /** A whole day's minutes as columns, good until the next call; undefined when a push touches them. */
  dayColumns(dayMs: number): DayBars | undefined {
    const pushed = this.pushes.length > 0 && this.pushes[0]!.fromMs < dayMs + DAY_MS;
    if (pushed) return undefined;
    const index = dayIndex(dayMs);
    const known = this.cache.get(index);
    if (known !== undefined) return known;
    this.fill(this.scratch, index);
    return this.scratch;
  }

  /** From now on the price is `factor` times what it would have been. */
  push(fromMs: number, factor: number): void {
    this.pushes.push({ fromMs, factor: factor * this.factorAt(fromMs) });
  }

  private factorAt(timeMs: number): number {
    for (let i = this.pushes.length - 1; i >= 0; i--) {
      if (this.pushes[i]!.fromMs <= timeMs) return this.pushes[i]!.factor;
    }
    return 1;
  }

  private pushedSlice(minuteMs: number, from: number, to: number): PathBar {
    const path = this.minutePath(minuteMs);
    const cuts = this.pushes
      .map((push) => (push.fromMs - minuteMs) / 1000)
      .filter((second) => second > from && second < to);
    const edges = [from, ...cuts, to];
    const pieces: PathBar[] = [];
    for (let i = 0; i + 1 < edges.length; i++) {
      const factor = this.factorAt(minuteMs + edges[i]! * 1000);
      const piece = pathSlice(path, edges[i]!, edges[i + 1]!);
      pieces.push({
        open: Math.round(piece.open * factor),
        high: Math.round(piece.high * factor),
        low: Math.round(piece.low * factor),
        close: Math.round(piece.close * factor),
      });
    }
    return {
      open: pieces[0]!.open,
      high: Math.max(...pieces.map((piece) => piece.high)),
      low: Math.max(1, Math.min(...pieces.map((piece) => piece.low))),
      close: pieces.at(-1)!.close,
    };
  }

  minutePath(minuteMs: number): BarPath {
    if (this.path?.minuteMs !== minuteMs) {
      const path = barPath(this.plainMinute(minuteMs), mix(this.hash, minuteMs / MINUTE_MS), SECONDS);
      this.path = { minuteMs, path };
    }
    return this.path.path;
  }

  private plainMinute(minuteMs: number): TickBar {
    const bars = this.plainDay(dayIndex(minuteMs));
    const i = (minuteMs % DAY_MS) / MINUTE_MS;
    return {
      open: bars.open[i]!,
      high: bars.high[i]!,
      low: bars.low[i]!,
      close: bars.close[i]!,
      volume: bars.volume[i]!,
      takerBuyVolume: bars.takerBuyVolume[i]!,
    };
  }

  private plainDay(index: number): DayBars {
    if (index < 0) throw new RangeError('the market did not exist yet');
    const known = this.cache.get(index);
    if (known !== undefined) return known;
    const bars = emptyDayBars();
    this.fill(bars, index);
    if (this.cache.size >= CACHED_DAYS) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(index, bars);
    return bars;
  }

  private fill(bars: DayBars, index: number): void {
    fillDayBars(bars, this.spec, this.days.day(index), mix(this.hash, index), this.factors.day(index));
    if (this.replay !== undefined) this.layReplay(bars, index, this.replay);
  }

  /**
   * Minutes inside the file come from it; outside, the generator is scaled to meet its first open or last
   * close.
   */
  private layReplay(bars: DayBars, index: number, replay: ReplayBars): void {
    const dayMs = GENESIS_MS + index * DAY_MS;
    for (let i = 0; i < MINUTES_PER_DAY; i++) {
      const minuteMs = dayMs + i * MINUTE_MS;
      if (minuteMs >= replay.startMs && minuteMs < replay.endMs) {
        const bar = replayMinute(replay, minuteMs);
        for (const column of ['open', 'high', 'low', 'close'] as const) {
          bars[column][i] = Math.max(1, Math.round(bar[column] * this.ticksPerUnit));
        }
        bars.takerBuyVolume[i] = Math.round(
          (bars.takerBuyVolume[i]! / bars.volume[i]!) * bar.volume * this.stepsPerUnit,
        );
        bars.volume[i] = Math.max(1, Math.round(bar.volume * this.stepsPerUnit));
        continue;
      }
      const scale = minuteMs < replay.startMs ? this.joinBefore(replay) : this.joinAfter(replay);
      for (const column of ['open', 'high', 'low', 'close'] as const) {
        bars[column][i] = Math.max(1, Math.round(bars[column][i]! * scale));
      }
    }
  }

  private joinBefore(replay: ReplayBars): number {
    return replay.columns.open[0]! / this.days.day(dayIndex(replay.startMs)).open;
  }

  private joinAfter(replay: ReplayBars): number {
    return replay.columns.close.at(-1)! / this.days.day(dayIndex(replay.endMs)).open;
  }
}

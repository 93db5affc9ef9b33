/**
 * The other yardstick: what a trial of an experiment does, written as one loop by hand. Beside the turns of
 * engine-fused.ts it has the costs, the stops, the sizes and all that a row is made of: marks, drawdown, mean
 * equity, daily returns with their moments, and the sums of the blocks. It keeps no log and knows supertrend
 * on hourly bars alone.
 */
import { type BarSeries, DAY_MS, HOUR_MS } from '@platform/core';
import { PBO_BLOCKS, sumBlocks } from '@platform/research';

const FEE = 0.0004;
const BUY = 1.0001;
const SELL = 0.9999;
const EQUITY = 10_000;
/** Sized for an annual volatility, by the returns of the last bars. */
const VOLATILITY = 0.4;
const MOST_LEVERAGE = 2;
const LOOKBACK = 36;
const YEAR_ROOT = Math.sqrt((365 * DAY_MS) / HOUR_MS);
/** Adding it and taking it away rounds to a whole number. */
const ROUNDER = 6_755_399_441_055_744;
const FIGURES = 9;

export interface FusedTrial {
  readonly flips: number;
  readonly trades: number;
  readonly totalReturn: number;
}

/** What it fills, so that all of it is computed. */
interface FusedRoom {
  readonly returns: Float64Array;
  readonly row: Float64Array;
}

export function fusedRoom(days: number): FusedRoom {
  return {
    returns: new Float64Array(days),
    row: new Float64Array(FIGURES + 3 * PBO_BLOCKS),
  };
}

export function fusedTrial(
  bars: BarSeries,
  atrPeriod: number,
  multiplier: number,
  firstBar: number,
  { returns, row }: FusedRoom,
): FusedTrial {
  const { open, high, low, close, openTimeMs, length } = bars;
  const bands = new Float64Array(4);
  const alpha = 1 / atrPeriod;
  let atr = 0;
  let rangeSum = 0;
  let upper = Number.NaN;
  let lower = Number.NaN;
  let isUp = false;
  let held = 0;
  let isPending = false;
  let wanted = 0;
  let wantedStop = Number.NaN;
  let quantity = 0;
  let entry = 0;
  let stop = Number.NaN;
  let entryBar = 0;
  let balance = EQUITY;
  let mark = EQUITY;
  let won = 0;
  let lost = 0;
  let turned = 0;
  let flips = 0;
  let trades = 0;
  let heldBars = 0;
  let markSum = 0;
  let peak = 0;
  let lowest = 0;
  let depth = 0;
  let dayEndMs = 0;
  let dayBegan = EQUITY;
  let days = 0;
  let before = close[0]!;
  for (let i = 0; i < length; i++) {
    const h = high[i]!;
    const l = low[i]!;
    const c = close[i]!;
    if (i >= firstBar) {
      const o = open[i]!;
      // Where the position is left: to turn at the open, or by its stop.
      let out = 0;
      if (isPending) {
        if (quantity !== 0) out = o;
      } else if (quantity > 0 ? l <= stop : quantity < 0 && h >= stop) {
        out = quantity > 0 ? Math.min(o, stop) : Math.max(o, stop);
      }
      for (let turn = 0; turn < 2; turn++) {
        if (out > 0) {
          const price = cut(out * (quantity > 0 ? SELL : BUY));
          const profit = cut(quantity * (price - entry));
          const notional = cut(price * Math.abs(quantity));
          balance += profit - cut(notional * FEE);
          turned += notional;
          if (profit > 0) won += profit;
          else lost -= profit;
          trades += 1;
          heldBars += i - entryBar;
          quantity = 0;
          out = 0;
        }
        if (!isPending) break;
        isPending = false;
        const price = cut(o * (wanted > 0 ? BUY : SELL));
        if (wanted > 0 ? wantedStop >= price : wantedStop <= price) break;
        quantity = wanted;
        entry = price;
        stop = wantedStop;
        entryBar = i;
        const notional = cut(price * Math.abs(quantity));
        turned += notional;
        balance -= cut(notional * FEE);
        if (quantity > 0 ? l <= stop : h >= stop) out = quantity > 0 ? Math.min(o, stop) : Math.max(o, stop);
      }
      mark = balance + quantity * (c - entry);
      markSum += mark;
      if (mark >= peak) {
        peak = mark;
        lowest = mark;
      } else if (mark < lowest) {
        lowest = mark;
        depth = Math.max(depth, (peak - mark) / peak);
      }
      const closedMs = openTimeMs[i]! + HOUR_MS;
      if (dayEndMs === 0) dayEndMs = Math.ceil(closedMs / DAY_MS) * DAY_MS;
      if (closedMs === dayEndMs || i === length - 1) {
        returns[days++] = mark / dayBegan - 1;
        dayBegan = mark;
        dayEndMs += DAY_MS;
      }
    }
    const top = before > h ? before : h;
    const bottom = before < l ? before : l;
    const range = i === 0 ? h - l : top - bottom;
    if (i < atrPeriod) {
      rangeSum += range;
      atr = rangeSum / atrPeriod;
    } else atr += alpha * (range - atr);
    if (i >= atrPeriod - 1) {
      const middle = (h + l) / 2;
      const basicUpper = middle + multiplier * atr;
      const basicLower = middle - multiplier * atr;
      if (i === atrPeriod - 1) {
        upper = basicUpper;
        lower = basicLower;
      } else {
        bands[0] = upper;
        bands[1] = basicUpper;
        bands[2] = lower;
        bands[3] = basicLower;
        upper = bands[Number(basicUpper < upper) | Number(before > upper)]!;
        lower = bands[2 + (Number(basicLower > lower) | Number(before < lower))]!;
        isUp = isUp ? c >= lower : c > upper;
      }
    }
    before = c;
    const direction = isUp ? 1 : -1;
    if (i >= firstBar && direction !== held) {
      held = direction;
      flips += 1;
      let sum = 0;
      let squares = 0;
      for (let k = i - LOOKBACK + 1; k <= i; k++) {
        const change = close[k]! / close[k - 1]! - 1;
        sum += change;
        squares += change * change;
      }
      const mean = sum / LOOKBACK;
      const volatility = Math.sqrt(squares / LOOKBACK - mean * mean) * YEAR_ROOT;
      wanted = direction * cut((mark * Math.min(MOST_LEVERAGE, VOLATILITY / volatility)) / c);
      wantedStop = cut(isUp ? lower : upper);
      isPending = true;
    }
  }
  const totalReturn = mark / EQUITY - 1;
  momentsInto(row, returns, days);
  row[4] = totalReturn;
  row[5] = depth;
  row[6] = won / lost;
  row[7] = turned / (markSum / (length - firstBar));
  row[8] = heldBars;
  sumBlocks(returns, days, row.subarray(FIGURES));
  return { flips, trades, totalReturn };
}

/** Mean, deviation, and the third and fourth moment, in one walk. */
function momentsInto(row: Float64Array, returns: Float64Array, days: number): void {
  let mean = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let k = 0; k < days; k++) {
    const count = k + 1;
    const difference = returns[k]! - mean;
    const step = difference / count;
    const square = step * step;
    const term = difference * step * k;
    mean += step;
    fourth += term * square * (count * count - 3 * count + 3) + 6 * square * second - 4 * step * third;
    third += term * step * (count - 2) - 3 * step * second;
    second += term;
  }
  row[0] = mean;
  row[1] = Math.sqrt(second / (days - 1));
  row[2] = third;
  row[3] = fourth;
}

function cut(value: number): number {
  return (value * 1e8 + ROUNDER - ROUNDER) / 1e8;
}

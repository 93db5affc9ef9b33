/**
 * Bars replayed from CSV (`open_time,open,high,low,close,volume…`, epoch milliseconds, ascending). Each row
 * is opened up into minutes along a path through its high and low, so that aggregating the minutes gives the
 * row back.
 */
import { MINUTE_MS } from '@platform/core';
import { mix } from '../random';
import { barPath, pathSlice } from './path';

export interface ReplayBars {
  readonly startMs: number;
  readonly endMs: number;
  readonly intervalMs: number;
  readonly openTimeMs: Float64Array;
  readonly columns: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', Float64Array>>;
}

export interface MinuteBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

const COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

export function parseReplayCsv(text: string): ReplayBars {
  const lines = text.trim().split(/\r?\n/);
  const header = lines[0]!.split(',');
  const timeColumn = header.indexOf('open_time');
  const indexes = COLUMNS.map((name) => header.indexOf(name));
  if (timeColumn < 0 || indexes.some((index) => index < 0) || lines.length < 3) {
    throw new Error(
      'a replay file needs the columns open_time,open,high,low,close,volume and at least two rows',
    );
  }
  const count = lines.length - 1;
  const openTimeMs = new Float64Array(count);
  const columns = {
    open: new Float64Array(count),
    high: new Float64Array(count),
    low: new Float64Array(count),
    close: new Float64Array(count),
    volume: new Float64Array(count),
  };
  for (let row = 0; row < count; row++) {
    const cells = lines[row + 1]!.split(',');
    openTimeMs[row] = Number(cells[timeColumn]);
    COLUMNS.forEach((name, i) => {
      columns[name][row] = Number(cells[indexes[i]!]);
    });
  }
  return checked(openTimeMs, columns);
}

function checked(openTimeMs: Float64Array, columns: ReplayBars['columns']): ReplayBars {
  const intervalMs = openTimeMs[1]! - openTimeMs[0]!;
  for (let row = 0; row < openTimeMs.length; row++) {
    const numbers = COLUMNS.map((name) => columns[name][row]!);
    if (!numbers.every((value) => value >= 0) || !(columns.low[row]! > 0)) {
      throw new Error(`row ${row + 1} of the replay file has a number that is missing or not positive`);
    }
    if (row > 0 && openTimeMs[row]! - openTimeMs[row - 1]! !== intervalMs) {
      throw new Error(
        `row ${row + 1} of the replay file does not follow its predecessor by ${intervalMs} ms`,
      );
    }
  }
  if (!(intervalMs >= MINUTE_MS) || intervalMs % MINUTE_MS !== 0) {
    throw new Error('rows of a replay file must be whole minutes apart');
  }
  const startMs = openTimeMs[0]!;
  return { startMs, endMs: startMs + openTimeMs.length * intervalMs, intervalMs, openTimeMs, columns };
}

/** The minute that opens at `minuteMs`, which must lie inside the file. */
export function replayMinute(bars: ReplayBars, minuteMs: number): MinuteBar {
  const row = Math.floor((minuteMs - bars.startMs) / bars.intervalMs);
  const bar = {
    open: bars.columns.open[row]!,
    high: bars.columns.high[row]!,
    low: bars.columns.low[row]!,
    close: bars.columns.close[row]!,
  };
  const minutes = bars.intervalMs / MINUTE_MS;
  const volume = bars.columns.volume[row]! / minutes;
  if (minutes < 3) return { ...bar, volume };
  const minute = (minuteMs - bars.openTimeMs[row]!) / MINUTE_MS;
  return { ...pathSlice(barPath(bar, mix(row, 0xc57), minutes), minute, minute + 1), volume };
}

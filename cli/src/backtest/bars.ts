/**
 * Bars from a file, in the time frame that was asked for: checked, aggregated where they are finer, cut to
 * the span.
 */
import {
  aggregateSeries,
  BAR_COLUMNS,
  BarSeries,
  barOpenTimeMs,
  canAggregate,
  findSeriesFault,
  TIMEFRAMES,
  type Timeframe,
  timeframeMs,
} from '@platform/core';
import { readBarFile } from './csv';
import { UsageFailure } from './failure';
import type { Span } from './options';

export interface LoadedBars {
  readonly bars: BarSeries;
  readonly hasTakerBuyVolume: boolean;
  /** A last bar that had not closed yet was left out. */
  readonly lastBarOpen: boolean;
}

export function loadBars(path: string, timeframe: Timeframe, nowMs: number): LoadedBars {
  const { bars, hasTakerBuyVolume } = readBarFile(path);
  if (bars.length === 0) throw new UsageFailure(`${path} holds no bars`);
  const fault = findSeriesFault(bars);
  // The file's first line names the columns, so bar 0 is on line 2.
  if (fault !== null) throw new UsageFailure(`${path}: line ${fault.index + 2}: ${fault.message}`);

  const source = sourceTimeframe(path, bars, timeframe);
  const isOpen = bars.openTimeMs[bars.length - 1]! + timeframeMs(source) > nowMs;
  if (isOpen) bars.length -= 1;
  if (source === timeframe) return { bars, hasTakerBuyVolume, lastBarOpen: isOpen };
  if (!canAggregate(source, timeframe)) {
    throw new UsageFailure(`${path} holds ${source} bars; they do not make up ${timeframe} bars`);
  }
  const aggregation = aggregateSeries(bars, source, timeframe);
  const lastBarOpen = isOpen || aggregation.unfinished !== null;
  return { bars: aggregation.bars, hasTakerBuyVolume, lastBarOpen };
}

/** The time frame of a file is the shortest step between its bars; every bar must open on it. */
function sourceTimeframe(path: string, bars: BarSeries, asked: Timeframe): Timeframe {
  let stepMs = bars.length === 1 ? timeframeMs(asked) : Number.POSITIVE_INFINITY;
  for (let i = 1; i < bars.length; i++) {
    stepMs = Math.min(stepMs, bars.openTimeMs[i]! - bars.openTimeMs[i - 1]!);
  }
  const source = TIMEFRAMES.find((timeframe) => timeframeMs(timeframe) === stepMs);
  if (source === undefined) {
    throw new UsageFailure(`${path}: bars ${stepMs} ms apart are of no time frame the platform knows`);
  }
  const stray = bars.openTimeMs
    .subarray(0, bars.length)
    .findIndex((openTimeMs) => barOpenTimeMs(source, openTimeMs) !== openTimeMs);
  if (stray < 0) return source;
  throw new UsageFailure(
    `${path}: line ${stray + 2}: no ${source} bar opens at ${new Date(bars.openTimeMs[stray]!).toISOString()}`,
  );
}

/** The bars that open in the span, after up to `warmupBars - 1` earlier ones. */
export function cutToSpan(path: string, bars: BarSeries, span: Span, warmupBars: number): BarSeries {
  const times = bars.openTimeMs.subarray(0, bars.length);
  const first = times.findIndex((openTimeMs) => openTimeMs >= span.fromMs);
  const beyond = times.findIndex((openTimeMs) => openTimeMs >= span.toMs);
  const end = beyond < 0 ? bars.length : beyond;
  if (first < 0 || first >= end) {
    const covers = [times[0]!, times[times.length - 1]!].map((t) => new Date(t).toISOString()).join(' to ');
    throw new UsageFailure(`no bar opens between --from and --to: ${path} covers ${covers}`);
  }
  const start = span.fromMs === Number.NEGATIVE_INFINITY ? 0 : Math.max(0, first - (warmupBars - 1));
  return slice(bars, start, end);
}

function slice(bars: BarSeries, start: number, end: number): BarSeries {
  const part = new BarSeries(0);
  for (const column of BAR_COLUMNS) part[column] = bars[column].subarray(start, end);
  part.length = end - start;
  return part;
}

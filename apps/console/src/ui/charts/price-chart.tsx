/**
 * Bars with what happened on them: entries, exits, stops and funding as marks, the path of one roundtrip as a
 * line, and the levels of an open position. Pointing at a bar names what happened on it.
 */
'use client';

import {
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type SeriesMarker,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useMemo, useState } from 'react';
import { type BarMark, describeMarks, marksByBar, standingMarks } from '../../lib/bar-marks';
import {
  type Bar,
  type ChartLine,
  type ChartMark,
  lastAtMost,
  type PriceLevel,
  type Span,
  type TripPath,
} from '../../lib/chart-data';
import { price, priceDecimals } from '../../lib/format';
import { utc } from '../../lib/time';
import { useBrush } from './brush';
import { ChartFrame } from './chart-frame';
import type { ChartColours } from './colours';
import { toTime, useChart } from './use-chart';

export interface PriceChartProps {
  readonly label: string;
  /** Ascending. */
  readonly bars: readonly Bar[];
  readonly marks?: readonly ChartMark[];
  readonly levels?: readonly PriceLevel[];
  /** What the strategy sees, on the scale of the price. */
  readonly lines?: readonly ChartLine[];
  readonly path?: TripPath | null;
  readonly span?: Span | null;
  readonly onSpan?: (span: Span | null) => void;
  readonly height?: number;
}

const NO_MARKS: readonly ChartMark[] = [];
const NO_LEVELS: readonly PriceLevel[] = [];
const NO_LINES: readonly ChartLine[] = [];

export function PriceChart(props: PriceChartProps) {
  const {
    label,
    bars,
    marks = NO_MARKS,
    levels = NO_LEVELS,
    lines = NO_LINES,
    path = null,
    span = null,
    onSpan,
    height = 360,
  } = props;
  const { container, chart, colours } = useChart();
  const openTimes = useMemo(() => bars.map(({ openTime }) => openTime), [bars]);
  const [atMs, setAtMs] = useState<number | null>(null);
  const series = usePriceSeries(chart, colours, bars);
  useBrush(chart, container, onSpan);
  const byBar = useMemo(() => marksByBar(marks, openTimes), [marks, openTimes]);
  useMarks(series, colours, byBar, openTimes);
  useLevels(series, colours, levels);
  useLines(chart, colours, lines);
  useVolume(chart, colours, bars);
  usePath(chart, colours, path, openTimes);
  useEffect(() => {
    if (chart === null || series === null || openTimes.length === 0) return;
    if (span === null) chart.timeScale().fitContent();
    else chart.timeScale().setVisibleRange({ from: toTime(span.fromMs), to: toTime(span.toMs) });
  }, [chart, series, span, openTimes]);
  useEffect(() => {
    chart?.subscribeCrosshairMove(({ time }) => setAtMs(time === undefined ? null : Number(time) * 1_000));
  }, [chart]);
  const shown = atMs === null ? bars.length - 1 : lastAtMost(openTimes, atMs + 999);
  const happened = atMs === null ? NO_MARKS : (byBar.get(shown) ?? NO_MARKS);
  const legend = <Legend bar={bars[shown]} happened={describeMarks(happened)} />;
  return <ChartFrame label={label} height={height} container={container} legend={legend} />;
}

function Legend({ bar, happened }: { bar: Bar | undefined; happened: string }) {
  if (bar === undefined) return null;
  const { openTime, open, high, low, close } = bar;
  return (
    <>
      <span className="text-faint">{utc(openTime).slice(0, 16)}</span>
      {Object.entries({ O: open, H: high, L: low, C: close }).map(([name, value]) => (
        <span key={name}>
          {name} <b className="font-medium text-ink">{price(value)}</b>
        </span>
      ))}
      <span>{happened}</span>
    </>
  );
}

type PriceSeries = ISeriesApi<'Candlestick'>;

function usePriceSeries(
  chart: IChartApi | null,
  colours: ChartColours,
  bars: readonly Bar[],
): PriceSeries | null {
  const [series, setSeries] = useState<PriceSeries | null>(null);
  useEffect(() => {
    if (chart === null) return;
    setSeries(chart.addSeries(CandlestickSeries, { priceLineVisible: false }));
    return () => setSeries(null);
  }, [chart]);
  useEffect(() => {
    const decimals = priceDecimals(bars.at(-1)?.close ?? 1);
    series?.applyOptions({
      upColor: colours.profit,
      wickUpColor: colours.profit,
      borderUpColor: colours.profit,
      downColor: colours.loss,
      wickDownColor: colours.loss,
      borderDownColor: colours.loss,
      priceFormat: { type: 'custom', minMove: 10 ** -decimals, formatter: price },
    });
    series?.setData(bars.map(({ openTime, ...rest }) => ({ time: toTime(openTime), ...rest })));
  }, [series, colours, bars]);
  return series;
}

function useMarks(
  series: PriceSeries | null,
  colours: ChartColours,
  byBar: ReturnType<typeof marksByBar>,
  openTimes: readonly number[],
): void {
  useEffect(() => {
    if (series === null) return;
    const placed = standingMarks(byBar).map((mark) => markerOf(mark, toTime(openTimes[mark.bar]!), colours));
    const plugin = createSeriesMarkers(series, placed);
    return () => plugin.detach();
  }, [series, colours, byBar, openTimes]);
}

function markerOf(
  { isBelow, mark: { kind, text } }: BarMark,
  time: UTCTimestamp,
  colours: ChartColours,
): SeriesMarker<UTCTimestamp> {
  if (kind === 'decision') {
    const position = isBelow ? 'belowBar' : 'aboveBar';
    return { time, position, shape: 'circle', color: colours.accent, size: 0.6 };
  }
  if (kind === 'funding') {
    return { time, position: 'belowBar', shape: 'circle', color: colours.faint, size: 0.4 };
  }
  const color = kind === 'entry' ? colours.accent : kind === 'stop' ? colours.loss : colours.muted;
  return {
    time,
    color,
    text,
    position: isBelow ? 'belowBar' : 'aboveBar',
    shape: kind === 'stop' ? 'square' : isBelow ? 'arrowUp' : 'arrowDown',
  };
}

function useLevels(series: PriceSeries | null, colours: ChartColours, levels: readonly PriceLevel[]): void {
  useEffect(() => {
    if (series === null) return;
    const tones = { neutral: colours.muted, danger: colours.loss, accent: colours.accent };
    const lines = levels.map(({ price: at, label, tone }) =>
      series.createPriceLine({
        price: at,
        title: label,
        color: tones[tone],
        lineStyle: LineStyle.Dashed,
        lineWidth: 1,
      }),
    );
    return () => {
      for (const line of lines) series.removePriceLine(line);
    };
  }, [series, colours, levels]);
}

function useLines(chart: IChartApi | null, colours: ChartColours, lines: readonly ChartLine[]): void {
  useEffect(() => {
    if (chart === null) return;
    const tones = {
      main: colours.accent,
      reference: colours.faint,
      second: colours.warn,
      third: colours.third,
      fourth: colours.fourth,
    };
    const drawn = lines.map(({ label, ts, values, tone, isBelow = false }) => {
      const options = { lineWidth: 1, priceLineVisible: false, crosshairMarkerVisible: false } as const;
      const pane = isBelow ? 1 : 0;
      const line = chart.addSeries(LineSeries, { ...options, title: label, color: tones[tone] }, pane);
      // A rate has its digits behind the point, an index before it.
      if (isBelow) line.applyOptions({ priceFormat: { type: 'custom', minMove: 1e-8, formatter: price } });
      line.setData(ts.map((time, i) => ({ time: toTime(time), value: values[i]! })));
      return line;
    });
    chart.panes()[0]?.setStretchFactor(3);
    chart.panes()[1]?.setStretchFactor(1);
    // The pane below goes with its last line.
    return () => removeAll(chart, drawn.reverse());
  }, [chart, colours, lines]);
}

/** The chart may be gone before what was drawn on it. */
function removeAll(chart: IChartApi, series: readonly ISeriesApi<'Line' | 'Histogram'>[]): void {
  try {
    for (const each of series) chart.removeSeries(each);
  } catch {
    // Disposed with everything on it.
  }
}

/** Volume in a low row behind the bars, where the source knows it. */
function useVolume(chart: IChartApi | null, colours: ChartColours, bars: readonly Bar[]): void {
  useEffect(() => {
    if (chart === null || bars.every(({ volume = 0 }) => volume === 0)) return;
    const volumes = chart.addSeries(HistogramSeries, {
      color: colours['strong-line'],
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      priceLineVisible: false,
      lastValueVisible: false,
    });
    volumes.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
    volumes.setData(bars.map(({ openTime, volume = 0 }) => ({ time: toTime(openTime), value: volume })));
    return () => removeAll(chart, [volumes]);
  }, [chart, colours, bars]);
}

function usePath(
  chart: IChartApi | null,
  colours: ChartColours,
  path: TripPath | null,
  openTimes: readonly number[],
): void {
  const [line, setLine] = useState<ISeriesApi<'Line'> | null>(null);
  useEffect(() => {
    if (chart === null) return;
    const options = { lineWidth: 2, priceLineVisible: false, lastValueVisible: false } as const;
    setLine(chart.addSeries(LineSeries, { ...options, crosshairMarkerVisible: false }));
    return () => setLine(null);
  }, [chart]);
  useEffect(() => {
    if (line === null) return;
    line.setData(path === null ? [] : pathPoints(path, openTimes));
    if (path !== null) line.applyOptions({ color: path.isWin ? colours.profit : colours.loss });
  }, [line, colours, path, openTimes]);
}

function pathPoints(path: TripPath, openTimes: readonly number[]) {
  const from = openTimes[Math.max(0, lastAtMost(openTimes, path.fromMs))];
  const to = openTimes[Math.max(0, lastAtMost(openTimes, path.toMs))];
  if (from === undefined || to === undefined) return [];
  const start = { time: toTime(from), value: path.fromPrice };
  return from === to ? [start] : [start, { time: toTime(to), value: path.toPrice }];
}

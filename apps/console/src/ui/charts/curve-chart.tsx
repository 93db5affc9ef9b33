/**
 * Lines over time on one scale, with a drawdown pane below on the same axis. Dragging chooses the range that
 * the page shows; the chart itself keeps all points, so letting go costs nothing.
 */
'use client';

import {
  BaselineSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  PriceScaleMode,
} from 'lightweight-charts';
import { useEffect, useMemo, useState } from 'react';
import { type ChartLine, lastAtMost, perSecond, type Span } from '../../lib/chart-data';
import { figure } from '../../lib/format';
import { utc } from '../../lib/time';
import { useBrush } from './brush';
import { ChartFrame } from './chart-frame';
import type { ChartColours } from './colours';
import { toTime, useChart } from './use-chart';

export interface CurveChartProps {
  /** What it shows, in a sentence. */
  readonly label: string;
  readonly lines: readonly ChartLine[];
  /** Percent below the running peak, positive; drawn downwards. */
  readonly drawdown?: { readonly ts: readonly number[]; readonly values: readonly number[] } | undefined;
  readonly isLogarithmic?: boolean;
  readonly span?: Span | null;
  readonly onSpan?: (span: Span | null) => void;
  readonly height?: number;
  readonly decimals?: number;
  /**
   * How a figure is written, instead of with so many decimals. The same function each time: another one draws
   * again.
   */
  readonly write?: ((value: number) => string) | undefined;
}

export function CurveChart(props: CurveChartProps) {
  const {
    label,
    lines,
    drawdown,
    isLogarithmic = false,
    span = null,
    onSpan,
    height = 320,
    decimals = 2,
    write,
  } = props;
  const { container, chart, colours } = useChart();
  const [atMs, setAtMs] = useState<number | null>(null);
  useBrush(chart, container, onSpan);
  useSeries(chart, colours, lines, drawdown, write);
  useEffect(() => {
    const mode = isLogarithmic ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
    chart?.priceScale('right', 0).applyOptions({ mode });
  }, [chart, isLogarithmic]);
  useVisibleSpan(chart, span, lines);
  useEffect(() => {
    chart?.subscribeCrosshairMove(({ time }) => setAtMs(time === undefined ? null : Number(time) * 1_000));
  }, [chart]);
  const legend = <Legend lines={lines} drawdown={drawdown} atMs={atMs} decimals={decimals} write={write} />;
  return <ChartFrame label={label} height={height} container={container} legend={legend} />;
}

const TONES: Readonly<Record<ChartLine['tone'], keyof ChartColours>> = {
  main: 'accent',
  reference: 'faint',
  second: 'warn',
  third: 'third',
  fourth: 'fourth',
};

/**
 * Lines above, drawdown below. Both are built together: a pane that lost its last series would vanish and
 * move the other up.
 */
function useSeries(
  chart: IChartApi | null,
  colours: ChartColours,
  lines: readonly ChartLine[],
  drawdown: CurveChartProps['drawdown'],
  write: CurveChartProps['write'],
): void {
  useEffect(() => {
    if (chart === null) return;
    const added = lines.map((line) => addLine(chart, colours, line, write));
    if (drawdown !== undefined) added.push(addDrawdown(chart, colours, drawdown));
    return () => removeAll(chart, added.reverse());
  }, [chart, colours, lines, drawdown, write]);
}

type Series = ISeriesApi<'Line' | 'Baseline'>;

function addLine(
  chart: IChartApi,
  colours: ChartColours,
  { tone, ts, values }: ChartLine,
  write: CurveChartProps['write'],
): Series {
  const decimals = spread(values) >= 1_000 ? 0 : 2;
  const line = chart.addSeries(LineSeries, {
    color: colours[TONES[tone]],
    lineWidth: tone === 'reference' ? 1 : 2,
    priceLineVisible: false,
    lastValueVisible: tone !== 'reference',
    priceFormat: { type: 'custom', formatter: write ?? ((value: number) => figure(value, { decimals })) },
  });
  line.setData(perSecond(ts, values).map(({ time, value }) => ({ time: toTime(time * 1_000), value })));
  return line;
}

function addDrawdown(
  chart: IChartApi,
  colours: ChartColours,
  { ts, values }: NonNullable<CurveChartProps['drawdown']>,
): Series {
  const below = chart.addSeries(
    BaselineSeries,
    {
      baseValue: { type: 'price', price: 0 },
      bottomLineColor: colours.loss,
      bottomFillColor1: `${colours.loss}1a`,
      bottomFillColor2: `${colours.loss}66`,
      topLineColor: colours.loss,
      lineWidth: 1,
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: { type: 'custom', formatter: (value: number) => `${figure(value, { decimals: 2 })} %` },
    },
    1,
  );
  below.setData(
    perSecond(ts, values).map(({ time, value }) => ({ time: toTime(time * 1_000), value: -value })),
  );
  chart.panes()[0]?.setStretchFactor(3);
  chart.panes()[1]?.setStretchFactor(1);
  return below;
}

function spread(values: readonly number[]): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high - low;
}

/** A chart that is already gone took its series with it. */
function removeAll(chart: IChartApi, series: readonly Series[]): void {
  try {
    for (const each of series) chart.removeSeries(each);
  } catch {
    return;
  }
}

function useVisibleSpan(chart: IChartApi | null, span: Span | null, lines: readonly ChartLine[]): void {
  useEffect(() => {
    if (chart === null || lines.every(({ ts }) => ts.length < 2)) return;
    if (span === null) chart.timeScale().fitContent();
    else chart.timeScale().setVisibleRange({ from: toTime(span.fromMs), to: toTime(span.toMs) });
  }, [chart, span, lines]);
}

interface LegendProps {
  readonly lines: readonly ChartLine[];
  readonly drawdown: CurveChartProps['drawdown'];
  readonly atMs: number | null;
  readonly decimals: number;
  readonly write: CurveChartProps['write'];
}

/** The values under the pointer; without one, the last. */
function Legend({ lines, drawdown, atMs, decimals, write }: LegendProps) {
  const lastMs = useMemo(() => Math.max(...lines.map(({ ts }) => ts.at(-1) ?? 0)), [lines]);
  const wantedMs = atMs === null ? lastMs : atMs + 999;
  const written = (value: number | undefined) =>
    write === undefined || value === undefined ? figure(value, { decimals }) : write(value);
  return (
    <>
      <span className="text-faint">{utc(wantedMs).slice(0, 16)}</span>
      {lines.map(({ label, tone, ts, values }) => (
        <span key={label} className="inline-flex items-center gap-1.5">
          <i aria-hidden className="h-0.5 w-3" style={{ background: `var(--${TONES[tone]})` }} />
          {label} <b className="font-medium text-ink">{written(values[lastAtMost(ts, wantedMs)])}</b>
        </span>
      ))}
      {drawdown === undefined ? null : (
        <span className="inline-flex items-center gap-1.5">
          <i aria-hidden className="h-0.5 w-3 bg-loss" />
          Drawdown{' '}
          <b className="font-medium text-ink">
            {figure(drawdown.values[lastAtMost(drawdown.ts, wantedMs)], { decimals: 2 })} %
          </b>
        </span>
      )}
    </>
  );
}

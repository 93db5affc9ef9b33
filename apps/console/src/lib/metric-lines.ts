/** Series of the metrics server as lines of a chart: those with the highest last values, as many as can be distinguished. */
import type { ChartLine } from './chart-data';

const TONES: readonly ChartLine['tone'][] = ['main', 'second', 'third', 'fourth', 'reference'];

interface Series {
  readonly labels: Readonly<Record<string, unknown>>;
  readonly ts: readonly number[];
  readonly values: readonly number[];
}

/** Labels that say nothing about the figure. */
const DULL = new Set(['instance', 'job']);

export function chartLines(series: readonly Series[]): {
  readonly lines: ChartLine[];
  readonly leftOut: number;
} {
  const drawn = series
    .filter(({ ts }) => ts.length > 0)
    .sort((a, b) => (b.values.at(-1) ?? 0) - (a.values.at(-1) ?? 0));
  const lines = drawn.slice(0, TONES.length).map(({ labels, ts, values }, i) => ({
    ...{ label: labelOf(labels), ts, values, tone: TONES[i]! },
  }));
  return { lines, leftOut: Math.max(0, drawn.length - lines.length) };
}

function labelOf(labels: Series['labels']): string {
  const telling = Object.entries(labels).filter(([name]) => !DULL.has(name));
  const shown = telling.length > 0 ? telling : Object.entries(labels).filter(([name]) => name === 'job');
  return shown.map(([, value]) => String(value).slice(0, 40)).join(' · ') || 'value';
}

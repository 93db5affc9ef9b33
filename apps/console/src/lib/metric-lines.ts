/**
 * Series of the metrics server as lines of a chart: the first that come, which are the worst, as many as can
 * be distinguished.
 */
import type { Panel } from '@platform/contracts';
import type { ChartLine } from './chart-data';
import { figure } from './format';
import { duration } from './time';

const TONES: readonly ChartLine['tone'][] = ['main', 'second', 'third', 'fourth', 'reference'];

interface Series {
  readonly labels: Readonly<Record<string, unknown>>;
  readonly ts: readonly number[];
  readonly values: readonly number[];
}

/** Labels that say nothing about the figure. */
const DULL = new Set(['instance', 'job']);

export function chartLines(
  series: readonly Series[],
  botNames: ReadonlyMap<string, string>,
): { readonly lines: ChartLine[]; readonly leftOut: number } {
  const drawn = series.filter(({ ts }) => ts.length > 0);
  const telling = labelsThatDiffer(drawn);
  const lines = drawn.slice(0, TONES.length).map(({ labels, ts, values }, i) => ({
    label: labelOf(labels, telling, botNames),
    ts,
    values,
    tone: TONES[i]!,
  }));
  return { lines, leftOut: Math.max(0, drawn.length - lines.length) };
}

/** What all series have in common distinguishes none of them. */
function labelsThatDiffer(series: readonly Series[]): ReadonlySet<string> {
  const names = new Set(series.flatMap(({ labels }) => Object.keys(labels)));
  const differs = (name: string) => new Set(series.map(({ labels }) => labels[name])).size > 1;
  return new Set([...names].filter((name) => !DULL.has(name) && (series.length === 1 || differs(name))));
}

function labelOf(
  labels: Series['labels'],
  telling: ReadonlySet<string>,
  botNames: ReadonlyMap<string, string>,
): string {
  const named = Object.entries(labels).filter(([name]) => telling.has(name));
  const shown = named.length > 0 ? named : Object.entries(labels).filter(([name]) => name === 'job');
  const words = shown.map(([name, value]) => {
    const text = String(value);
    return (name === 'botId' ? (botNames.get(text) ?? text) : text).slice(0, 40);
  });
  return words.join(' · ') || 'value';
}

const KIB = 1024;
const BYTES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
/** An axis adds its ticks up: what should be its zero may be 1.4e-15. */
const NOISE = 1e-12;

/** A figure with its unit, as long as it has to be. */
export const WRITTEN: Readonly<Record<Panel['unit'], (value: number) => string>> = {
  short: plain,
  s: (seconds) => {
    const size = Math.abs(seconds);
    if (size > NOISE && size < 1) return `${plain(seconds * 1_000)} ms`;
    return size < 60 ? `${plain(seconds)} s` : duration(seconds * 1_000);
  },
  bytes: (bytes) => {
    const size = Math.abs(bytes) < 1 ? 0 : Math.floor(Math.log(Math.abs(bytes)) / Math.log(KIB));
    const at = Math.min(size, BYTES.length - 1);
    return `${plain(bytes / KIB ** at)} ${BYTES[at]}`;
  },
  currencyUSD: (usd) => `${figure(usd)} USD`,
  percentunit: (share) => `${plain(share * 100)} %`,
};

function plain(value: number): string {
  const digits = Math.abs(value) < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
  return (Math.abs(value) < NOISE ? 0 : value).toLocaleString('en', digits);
}

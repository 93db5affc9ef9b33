/**
 * Two to four runs side by side: every figure with the best marked, and the settings in which they differ.
 */

import { utcDay } from '../time';
import { type Kpi, kpis } from './kpis';
import type { RunDetail } from './types';

export const COMPARED = { min: 2, max: 4 } as const;

export interface ComparedFigure {
  readonly kpi: Kpi;
  readonly values: readonly (number | null)[];
  /** Indices of the best; empty where no one figure is better or all are equal. */
  readonly best: readonly number[];
}

export interface Difference {
  readonly name: string;
  readonly values: readonly string[];
}

export function compareFigures(runs: readonly RunDetail[]): readonly ComparedFigure[] {
  const perRun = runs.map(kpis);
  return (perRun[0] ?? []).map((kpi, row) => {
    const values = perRun.map((figures) => figures[row]!.value);
    return { kpi, values, best: bestOf(values, kpi.better) };
  });
}

function bestOf(values: readonly (number | null)[], better: Kpi['better']): readonly number[] {
  const known = values.filter((value) => value !== null);
  if (better === 'none' || known.length < 2) return [];
  const best = better === 'higher' ? Math.max(...known) : Math.min(...known);
  if (known.every((value) => value === best)) return [];
  return values.flatMap((value, index) => (value === best ? [index] : []));
}

/** Identity, parameters and costs; only what is not the same everywhere. */
export function differences(runs: readonly RunDetail[]): readonly Difference[] {
  const flat = runs.map((run) => ({
    kind: run.kind,
    strategy: run.strategy,
    symbol: run.symbol,
    timeframe: run.timeframe,
    from: dayOr(run.fromTs),
    to: dayOr(run.toTs),
    ...flatten('params', run.params),
    ...flatten('costs', run.costs),
    code: run.certificate?.codeDigest.slice(0, 12) ?? '–',
    data: run.certificate?.dataDigest.slice(0, 12) ?? '–',
  }));
  const names = [...new Set(flat.flatMap((settings) => Object.keys(settings)))];
  return names
    .map((name) => ({
      name,
      values: flat.map((settings, index) => (settings as Settings)[name] ?? absent(name, runs[index]!, runs)),
    }))
    .filter(({ values }) => new Set(values).size > 1);
}

const dayOr = (timeMs: number | null) => (timeMs === null ? '–' : utcDay(timeMs));

/** A parameter that a run does not name has its default, where its strategy has such a parameter at all. */
function absent(name: string, { strategy }: RunDetail, runs: readonly RunDetail[]): string {
  if (!name.startsWith('params.')) return '–';
  const key = name.split('.')[1]!;
  return runs.some((run) => run.strategy === strategy && key in run.params) ? 'default' : '–';
}

type Settings = Readonly<Record<string, string>>;

function flatten(prefix: string, value: unknown): Settings {
  if (typeof value !== 'object' || value === null) return { [prefix]: String(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flatten(`${prefix}.${key}`, inner)),
  );
}

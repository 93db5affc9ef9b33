/** The trials of a grid as charts take them: columns of numbers, and where each trial lies on the axes. */
import type { TrialColumns, TrialFigure } from '@platform/contracts';
import { figure, percent } from '../format';
import { words } from '../words';

/** The place of a combination on each axis; the last axis turns fastest. */
export function placesOf(axes: TrialColumns['axes'], combination: number): number[] {
  const places: number[] = new Array(axes.length);
  let rest = combination;
  for (let a = axes.length - 1; a >= 0; a--) {
    const { length } = axes[a]!.values;
    places[a] = rest % length;
    rest = Math.floor(rest / length);
  }
  return places;
}

export function paramsOf(
  axes: TrialColumns['axes'],
  combination: number,
): Record<string, number | boolean | string> {
  const places = placesOf(axes, combination);
  return Object.fromEntries(axes.map(({ name, values }, a) => [name, values[places[a]!]!]));
}

/** Of very many trials the columns have the first; the rest is in the list of trials by page. */
export function shareShown(
  { doneCount, failedCount }: { readonly doneCount: number; readonly failedCount: number },
  { combinations }: Pick<TrialColumns, 'combinations'>,
): string {
  const done = doneCount - failedCount;
  const count = (value: number) => figure(value, { decimals: 0 });
  return combinations.length < done
    ? `The first ${count(combinations.length)} of ${count(done)} trials`
    : `${count(done)} trials`;
}

export interface HeatCells {
  /** By column, then by row; NaN where nothing was tried. The best of the trials that share a cell. */
  readonly values: Float64Array;
  /** From -1 to 1: how each cell compares with the furthest from zero, a drawdown as a loss. */
  readonly shares: Float64Array;
  /** The trial that each cell shows; -1 where none. */
  readonly trials: Int32Array;
  readonly isPlateau: Uint8Array;
}

/** -1 for a figure of which the lower one is better. */
export function senseOf(figure: TrialFigure): 1 | -1 {
  return figure === 'maxDrawdownPct' ? -1 : 1;
}

/** Fractions, shown in percent. */
const SHARES: readonly TrialFigure[] = ['totalReturn', 'cagr', 'winRate', 'exposure'];
const COUNTS: readonly TrialFigure[] = ['trades', 'days'];

export function figureText(name: TrialFigure, value: number | null | undefined): string {
  if (SHARES.includes(name)) return percent(value == null ? null : 100 * value);
  if (name === 'maxDrawdownPct') return percent(value);
  return figure(value, COUNTS.includes(name) ? { decimals: 0 } : {});
}

/** Parameters in a line; those of an object by their own names. */
export function paramsText(params: Readonly<Record<string, unknown>>): string {
  return Object.entries(params)
    .map(([name, value]) =>
      typeof value === 'object' && value !== null
        ? paramsText(value as Record<string, unknown>)
        : `${words(name)} ${String(value)}`,
    )
    .join(', ');
}

export function heatCells(
  { axes, combinations, figures }: TrialColumns,
  name: TrialFigure,
  across: number,
  down: number,
  plateau: readonly number[],
): HeatCells {
  // A single parameter is one row.
  const height = across === down ? 1 : axes[down]!.values.length;
  const size = axes[across]!.values.length * height;
  const values = new Float64Array(size).fill(Number.NaN);
  const trials = new Int32Array(size).fill(-1);
  const isPlateau = new Uint8Array(size);
  const onPlateau = new Set(plateau);
  const sign = senseOf(name);
  combinations.forEach((combination, k) => {
    const value = figures[name][k];
    if (value === null || value === undefined) return;
    const places = placesOf(axes, combination);
    const cell = places[across]! * height + (across === down ? 0 : places[down]!);
    if (onPlateau.has(combination)) isPlateau[cell] = 1;
    if (sign * values[cell]! >= sign * value) return;
    values[cell] = value;
    trials[cell] = k;
  });
  const extreme = values.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0);
  const shares = values.map((value) => (sign * value) / (extreme || 1));
  return { values, shares, trials, isPlateau };
}

type Side = 'left' | 'right' | 'top' | 'bottom';

/** The sides of cells where the plateau ends: column, row and side. */
export function plateauEdges(
  isPlateau: Uint8Array,
  wide: number,
  high: number,
): readonly (readonly [column: number, row: number, side: Side])[] {
  const isOn = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < wide && row < high && isPlateau[column * high + row] === 1;
  const edges: [number, number, Side][] = [];
  for (let column = 0; column < wide; column++) {
    for (let row = 0; row < high; row++) {
      if (!isOn(column, row)) continue;
      if (!isOn(column - 1, row)) edges.push([column, row, 'left']);
      if (!isOn(column + 1, row)) edges.push([column, row, 'right']);
      if (!isOn(column, row - 1)) edges.push([column, row, 'top']);
      if (!isOn(column, row + 1)) edges.push([column, row, 'bottom']);
    }
  }
  return edges;
}

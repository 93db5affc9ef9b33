/** The trials of a grid as charts take them: columns of numbers, and where each trial lies on the axes. */
import type { TrialColumns, TrialFigure } from '@platform/contracts';

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

export interface HeatCells {
  /** By column, then by row; NaN where nothing was tried. The best of the trials that share a cell. */
  readonly values: Float64Array;
  /** The trial that each cell shows; -1 where none. */
  readonly trials: Int32Array;
  readonly isPlateau: Uint8Array;
  readonly extreme: number;
}

export function heatCells(
  { axes, combinations, figures }: TrialColumns,
  figure: TrialFigure,
  across: number,
  down: number,
  plateau: readonly number[],
): HeatCells {
  const height = axes[down]!.values.length;
  const size = axes[across]!.values.length * height;
  const values = new Float64Array(size).fill(Number.NaN);
  const trials = new Int32Array(size).fill(-1);
  const isPlateau = new Uint8Array(size);
  const onPlateau = new Set(plateau);
  let extreme = 0;
  combinations.forEach((combination, k) => {
    const value = figures[figure][k];
    if (value === null || value === undefined) return;
    const places = placesOf(axes, combination);
    const cell = places[across]! * height + places[down]!;
    if (onPlateau.has(combination)) isPlateau[cell] = 1;
    if (values[cell]! >= value) return;
    values[cell] = value;
    trials[cell] = k;
    extreme = Math.max(extreme, Math.abs(value));
  });
  return { values, trials, isPlateau, extreme };
}

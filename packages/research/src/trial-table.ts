/** The figures of all trials of a grid, for lists of them: 112 bytes each, and nothing else of a row. */
import { FIGURES, type Figure, figureOf, figuresOf, hasRun, type TrialFigures } from './trial';

export class TrialTable {
  private readonly figures: Float64Array;

  constructor(readonly count: number) {
    this.figures = new Float64Array(count * FIGURES.length);
  }

  set(trial: number, row: Float64Array): void {
    this.figures.set(row.subarray(0, FIGURES.length), trial * FIGURES.length);
  }

  at(trial: number): TrialFigures {
    return figuresOf(this.row(trial));
  }

  /** The numbers of those that did not fail, in order. */
  done(): number[] {
    return Array.from({ length: this.count }, (_, trial) => trial).filter((trial) => hasRun(this.row(trial)));
  }

  /** Best first; trials without the figure come last, those that failed not at all. */
  ranked(objective: Figure): number[] {
    const value = (trial: number) => figureOf(this.row(trial), objective);
    return this.done().sort((a, b) => compare(value(b), value(a)) || a - b);
  }

  private row(trial: number): Float64Array {
    return this.figures.subarray(trial * FIGURES.length, (trial + 1) * FIGURES.length);
  }
}

/** What cannot be compared is below everything. */
function compare(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
  return a - b;
}

import { describe, expect, it } from 'vitest';
import { parseSpace } from './space';
import { SweepJudge } from './sweep';
import { FIGURES, ROW_LENGTH, type TrialFigures } from './trial';
import { TrialTable } from './trial-table';

const parsed = parseSpace('a=1:5,b=1:4');
const axes = parsed.ok ? parsed.value : [];

function row(sharpe: number, given: Partial<TrialFigures> = {}): Float64Array {
  const figures: Record<string, number> = {
    days: 500,
    kurtosis: 3,
    dailySharpe: sharpe / Math.sqrt(365),
    sharpe,
    ...given,
  };
  const numbers = new Float64Array(ROW_LENGTH);
  FIGURES.forEach((figure, k) => {
    numbers[k] = figures[figure] ?? 0;
  });
  return numbers;
}

/** By place: five values of a, four of b. */
function sweep(sharpes: readonly (readonly number[])[]): Float64Array[] {
  return sharpes.flat().map((sharpe) => (Number.isNaN(sharpe) ? failedRow() : row(sharpe)));
}

function judged(rows: readonly Float64Array[], trialsEver: number) {
  const judge = new SweepJudge(axes, 'sharpe', rows.length);
  rows.forEach((each, index) => {
    judge.add(index, each);
  });
  return judge.verdict(trialsEver);
}

function tableOf(rows: readonly Float64Array[]): TrialTable {
  const table = new TrialTable(rows.length);
  rows.forEach((each, trial) => {
    table.set(trial, each);
  });
  return table;
}

function failedRow(): Float64Array {
  return new Float64Array(ROW_LENGTH).fill(Number.NaN);
}

describe('the verdict on a sweep', () => {
  const GRID = [
    [0.1, 0.2, 0.1, 0.1],
    [0.9, 1.0, 0.9, 0.1],
    [0.9, 0.9, 0.9, 0.1],
    [0.1, 0.1, 0.1, 0.1],
    [0.1, 0.1, 0.1, 0.95],
  ];

  it('ranks by the objective and marks the plateau that single steps reach, not a lonely peak elsewhere', () => {
    const { best, plateau } = judged(sweep(GRID), 20);
    expect(best).toMatchObject({ index: 5, trial: 5 });
    expect(tableOf(sweep(GRID)).ranked('sharpe').slice(0, 2)).toEqual([5, 19]);
    expect(plateau!.indices).toEqual([4, 5, 6, 8, 9, 10]);
    expect(plateau!.share).toBeCloseTo(6 / 20, 12);
    expect(plateau!.neighbours).toBeCloseTo(0.9, 12);
  });

  it('the verdict on a sweep puts trials without the figure last and counts those that failed', () => {
    const grid = GRID.map((line) => [...line]);
    grid[1]![1] = Number.NaN;
    const rows = sweep(grid);
    rows[19] = row(Number.NaN);
    expect(judged(rows, 20).failed).toBe(1);
    const ranked = tableOf(rows).ranked('sharpe');
    expect(ranked).toHaveLength(19);
    expect(ranked.at(-1)).toBe(19);
  });

  it('believes the best one less the more was ever tried', () => {
    const luck = (ever: number) => judged(sweep(GRID), ever).luck!;
    expect(luck(20).deflatedSharpe).toBeGreaterThan(luck(20_000).deflatedSharpe);
    expect(luck(1).trialsEver).toBe(20);
    expect(luck(20).probabilisticSharpe).toBeGreaterThan(luck(20).deflatedSharpe);
  });

  it('the verdict on a sweep says nothing where everything failed', () => {
    expect(judged([failedRow(), failedRow()], 2)).toMatchObject({
      best: undefined,
      failed: 2,
      plateau: undefined,
      luck: undefined,
    });
  });
});

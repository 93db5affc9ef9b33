import type { TrialColumns } from '@platform/contracts';
import { TRIAL_FIGURES } from '@platform/contracts';
import { describe, expect, it } from 'vitest';
import { paramFields } from '../param-schema';
import { figureText, heatCells, paramsOf, paramsText, placesOf, plateauEdges } from './columns';
import { axisFault, combinationsOf, gridText, rangesFrom, usualRange } from './grid';

const fields = paramFields({
  type: 'object',
  properties: {
    period: { type: 'integer', minimum: 2, maximum: 50, default: 10 },
    factor: { type: 'number', minimum: 0.5, maximum: 10, default: 3 },
    allow_short: { type: 'boolean', default: true },
  },
});
const [period, factor, short] = fields;

describe('ranges', () => {
  const ranges = { period: ['5', '20', '5'], factor: ['1', '2', '0.5'], allow_short: ['true', 'false'] };

  it('parameter ranges make the grid that the manager reads, and count its combinations', () => {
    expect(gridText(fields, ranges)).toBe('period=5:20:5,factor=1:2:0.5,allow_short=true|false');
    expect(combinationsOf(fields, ranges)).toBe(4 * 3 * 2);
    expect(combinationsOf(fields, {})).toBe(1);
  });

  it('parameter ranges name what is wrong with them', () => {
    expect(axisFault(period!, ['1', '20', '5'])).toContain('Allowed');
    expect(axisFault(period!, ['5', '20', '0'])).toContain('above 0');
    expect(axisFault(period!, ['20', '5', '1'])).toContain('above the last');
    expect(axisFault(period!, ['5', '20', '0.5'])).toContain('Whole');
    expect(axisFault(factor!, ['1', '', '1'])).toContain('numbers');
    expect(axisFault(short!, [])).toContain('Choose');
    expect(axisFault(factor!, ['1', '2', '0.5'])).toBeNull();
  });

  it('parameter ranges begin sound, whatever the parameter', () => {
    for (const field of fields) expect(axisFault(field, usualRange(field))).toBeNull();
  });

  it('parameter ranges survive a mangled address', () => {
    expect(rangesFrom('{"period":["5","20","5"]}')).toEqual({ period: ['5', '20', '5'] });
    for (const text of ['', '[', '[]', '{"period":7}']) expect(rangesFrom(text)).toEqual({});
  });
});

describe('columns', () => {
  const axes = [
    { name: 'a', values: [1, 2] },
    { name: 'b', values: [10, 20, 30] },
  ];
  const none = Object.fromEntries(
    TRIAL_FIGURES.map((name) => [name, []]),
  ) as unknown as TrialColumns['figures'];
  const columns: TrialColumns = {
    axes,
    combinations: [0, 1, 5],
    figures: { ...none, sharpe: [0.5, null, -2] },
  };

  it('the columns of trials know the place of a combination', () => {
    expect(placesOf(axes, 5)).toEqual([1, 2]);
    expect(paramsOf(axes, 4)).toEqual({ a: 2, b: 20 });
  });

  it('become cells, of which those without the figure stay empty', () => {
    const { values, shares, trials, isPlateau } = heatCells(columns, 'sharpe', 0, 1, [5]);
    expect([...values]).toEqual([0.5, Number.NaN, Number.NaN, Number.NaN, Number.NaN, -2]);
    expect([...trials]).toEqual([0, -1, -1, -1, -1, 2]);
    expect([...isPlateau]).toEqual([0, 0, 0, 0, 0, 1]);
    expect([shares[0], shares[5]]).toEqual([0.25, -1]);
  });

  it('the columns of trials show the smallest drawdown of the trials that share one, as a loss', () => {
    const deep = { ...columns, combinations: [0, 1], figures: { ...none, maxDrawdownPct: [30, 10] } };
    const { values, shares, trials } = heatCells(deep, 'maxDrawdownPct', 0, 0, []);
    expect([values[0], shares[0], trials[0]]).toEqual([10, -1, 1]);
    expect(values).toHaveLength(2);
  });

  it('outline the plateau as a whole, not cell by cell', () => {
    const edges = plateauEdges(Uint8Array.from([1, 1, 0, 0, 0, 0]), 2, 3);
    expect(edges).toHaveLength(6);
    expect(edges).not.toContainEqual([0, 0, 'bottom']);
    expect(edges).toContainEqual([0, 1, 'bottom']);
  });

  it('columns are read as percent, counts and words', () => {
    expect(figureText('totalReturn', 0.196)).toContain('19.6');
    expect(figureText('trades', 29)).toBe('29');
    expect(paramsText({ period: 20, size_hint: { kind: 'fixed', value: 1 } })).toBe(
      'Period 20, Kind fixed, Value 1',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { chartLines } from './metric-lines';

const series = (labels: Record<string, string>, last: number) => ({ labels, ts: [1, 2], values: [0, last] });

describe('the lines of a metric', () => {
  it('are those with the highest last values, and the rest is counted', () => {
    const many = [1, 7, 3, 5, 2, 9, 4].map((last) => series({ bot_id: `b${last}` }, last));
    const { lines, leftOut } = chartLines(many);
    expect(lines.map(({ label }) => label)).toEqual(['b9', 'b7', 'b5', 'b4', 'b3']);
    expect(leftOut).toBe(2);
  });

  it('are named by the labels that tell them apart, else by their service', () => {
    const { lines } = chartLines([
      series({ instance: 'i', job: 'risk', breaker: 'vpin' }, 2),
      series({ instance: 'i', job: 'risk' }, 1),
    ]);
    expect(lines.map(({ label }) => label)).toEqual(['vpin', 'risk']);
  });

  it('leave out series without a sample', () => {
    expect(chartLines([{ labels: {}, ts: [], values: [] }])).toEqual({ lines: [], leftOut: 0 });
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CurvePoint, Downsampler, thinned } from './downsampling';

const curves = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 300 }).map((values) => {
  let peak = 0;
  return values.map((equity, index): CurvePoint => {
    peak = Math.max(peak, equity);
    return { ts: index * 60_000, equity, drawdownPct: 100 * (1 - equity / peak) };
  });
});

const extremes = (points: readonly CurvePoint[]) => ({
  low: Math.min(...points.map(({ equity }) => equity)),
  high: Math.max(...points.map(({ equity }) => equity)),
  deepest: Math.max(...points.map(({ drawdownPct }) => drawdownPct)),
  last: points.at(-1),
});

it('downsampling keeps every extreme of the curve in order, at most four points of each bucket', () => {
  fc.assert(
    fc.property(curves, fc.integer({ min: 1, max: 50 }), (curve, minutes) => {
      const kept: CurvePoint[] = [];
      const downsampler = new Downsampler(minutes * 60_000, (startMs, numbers) => {
        const points = numbers.map((number) => curve[number]!);
        expect(points.length).toBeLessThanOrEqual(4);
        const bucket = curve.filter(({ ts }) => ts >= startMs && ts < startMs + minutes * 60_000);
        expect(extremes(points)).toEqual(extremes(bucket));
        kept.push(...points);
      });
      curve.forEach(({ ts, equity, drawdownPct }, number) => {
        downsampler.push(number, ts, equity, drawdownPct);
      });
      downsampler.flush();
      expect(kept).toEqual(curve.filter((point) => kept.includes(point)));
      expect(extremes(kept)).toEqual(extremes(curve));
    }),
  );
});

it('thins a curve for a chart without losing its first, last, lowest or highest point', () => {
  fc.assert(
    fc.property(curves, fc.integer({ min: 1, max: 40 }), (curve, buckets) => {
      const timeMs = curve.map(({ ts }) => ts);
      const kept = thinned({ timeMs, equity: curve.map(({ equity }) => equity) }, buckets);
      expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
      expect(kept.length).toBeLessThanOrEqual(4 * (buckets + 1) + 1);
      expect(kept[0]).toBe(0);
      expect(extremes(kept.map((p) => curve[p]!))).toEqual(extremes(curve));
    }),
  );
});

/** The risk service on real PostgreSQL and NATS, with a real executor as the one that has to refuse. */
import type { Benchmark, BenchResult } from './benchmark';
import { RiskBed } from './risk-bed';
import { measureEvaluation } from './risk-evaluation';
import { measureHalt } from './risk-halt';

const PARTS = { halt: measureHalt, evaluation: measureEvaluation };

export const benchmark: Benchmark = {
  name: 'risk',
  summary: 'condition to latch, latch to refusal with and without NOTIFY, cost of an evaluation',
  parts: Object.keys(PARTS),
  run: async (progress, part) => {
    const bed = await RiskBed.open();
    try {
      const results: BenchResult[] = [];
      for (const [name, measure] of Object.entries(PARTS)) {
        if (part === undefined || part === name) results.push(...(await measure(bed, progress)));
      }
      return results;
    } finally {
      await bed.close();
    }
  },
};

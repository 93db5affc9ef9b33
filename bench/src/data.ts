/**
 * The data service's figures: history from the simulated venue into PostgreSQL, the idempotent write against a bare COPY, bars as columns
 * against row objects, warm-up against plain queries, and the way of a candle from the venue to the bus.
 */
import { rm } from 'node:fs/promises';
import { measureBackfill } from './data-backfill';
import { measureColumns } from './data-columns';
import { openDataBench } from './data-environment';
import { measureLatency } from './data-latency';
import { measureWarmup } from './data-warmup';
import { measureWrites } from './data-writes';
import type { Benchmark, BenchResult } from './index';

export const benchmark: Benchmark = {
  name: 'data',
  summary: 'backfill, idempotent writes, columns, warm-up, and candle close to bus',
  run: async (progress) => {
    const bench = await openDataBench();
    try {
      const results: BenchResult[] = [];
      for (const measure of [measureWrites, measureColumns, measureWarmup, measureBackfill, measureLatency]) {
        results.push(...(await measure(bench, progress)));
      }
      return results;
    } finally {
      await bench.close();
      await rm(bench.directory, { recursive: true, force: true });
    }
  },
};

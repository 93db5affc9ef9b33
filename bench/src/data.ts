/**
 * The data service's figures: history from the simulated venue into PostgreSQL, the idempotent write against a bare COPY, bars as columns
 * against row objects, warm-up against plain queries, and the way of a candle from the venue to the bus.
 */
import { rm } from 'node:fs/promises';
import type { Benchmark, BenchResult } from './benchmark';
import { measureBackfill } from './data-backfill';
import { measureColumns } from './data-columns';
import { openDataBench } from './data-environment';
import { measureLive } from './data-live';
import { measureWarmup } from './data-warmup';
import { measureWrites } from './data-writes';

const PARTS = {
  writes: measureWrites,
  columns: measureColumns,
  warmup: measureWarmup,
  backfill: measureBackfill,
  live: measureLive,
};

export const benchmark: Benchmark = {
  name: 'data',
  summary: 'idempotent writes, columns, warm-up, backfill, and 400 live series from close to bus',
  parts: Object.keys(PARTS),
  run: async (progress, part) => {
    const bench = await openDataBench();
    try {
      const results: BenchResult[] = [];
      for (const [name, measure] of Object.entries(PARTS)) {
        if (part === undefined || part === name) results.push(...(await measure(bench, progress)));
      }
      return results;
    } finally {
      await bench.close();
      await rm(bench.directory, { recursive: true, force: true });
    }
  },
};

/**
 * The manager's figures: backtests from request to stored report, pages read by many clients, live events to many sockets, a
 * reconcile pass. Each against the bare thing on the same servers in the same run: COPY, Fastify with pg, a loop over sockets.
 */
import { rm } from 'node:fs/promises';
import type { Benchmark, BenchResult } from './benchmark';
import { openDataBench } from './data-environment';
import { measureBacktests } from './manager-backtests';
import { measureFanOut } from './manager-fan-out';
import { measureReads } from './manager-reads';
import { measureReconcile } from './manager-reconcile';

const PARTS = {
  reads: measureReads,
  'fan-out': measureFanOut,
  reconcile: measureReconcile,
  backtests: measureBacktests,
};

export const benchmark: Benchmark = {
  name: 'manager',
  summary: 'backtests, reads by 16 clients, fan-out to 500 sockets, reconcile of 200 bots',
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

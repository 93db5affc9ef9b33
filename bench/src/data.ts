/**
 * The data service's figures: history from the simulated venue into PostgreSQL, the idempotent write against
 * a bare COPY, bars as columns against row objects, warm-up against plain queries, and the way of a bar from
 * the venue to the bus.
 */
import { inParts } from './benchmark';
import { measureBackfill } from './data-backfill';
import { measureColumns } from './data-columns';
import { openDataBench } from './data-environment';
import { measureLive } from './data-live';
import { measureWarmup } from './data-warmup';
import { measureWrites } from './data-writes';

export const benchmark = inParts({
  name: 'data',
  summary: 'idempotent writes, columns, warm-up, backfill, and 400 live series from close to bus',
  parts: {
    writes: measureWrites,
    columns: measureColumns,
    warmup: measureWarmup,
    backfill: measureBackfill,
    live: measureLive,
  },
  open: openDataBench,
  close: (bench) => bench.close(),
});

/**
 * History of minutes from the simulated venue into PostgreSQL, through the service as an operator would ask
 * for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackfillJob } from '@platform/contracts';
import { barOpenTimeMs, DAY_MS } from '@platform/core';
import type { BenchResult } from './benchmark';
import type { DataBench } from './data-environment';
import { OPERATOR_TOKEN, startData, startVenue } from './data-service';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'];
/** Three symbols in two markets: 2.6 million minutes. */
const DAYS = Number(process.env['BENCH_BACKFILL_DAYS'] ?? 301);

export async function measureBackfill(
  bench: DataBench,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`backfill: ${SYMBOLS.length} symbols × 2 markets × ${DAYS} days`);
  const venue = await startVenue(SYMBOLS);
  const service = await startData(bench, venue, SYMBOLS);
  try {
    const toMs = barOpenTimeMs('1d', Date.now());
    const body = JSON.stringify({ symbols: SYMBOLS, from_ts: toMs - DAYS * DAY_MS, to_ts: toMs });
    const headers = { 'content-type': 'application/json', 'x-operator-token': OPERATOR_TOKEN };
    const started = await fetch(`${service.url}/backfill/klines`, { method: 'POST', headers, body });
    let job = (await started.json()) as BackfillJob;
    const startedMs = performance.now();
    while (job.status === 'running') {
      await sleep(500);
      job = (await (await fetch(`${service.url}/backfill/jobs/${job.id}`)).json()) as BackfillJob;
    }
    if (job.status !== 'completed') throw new Error(`the backfill ended ${job.status}: ${job.error}`);
    const seconds = (performance.now() - startedMs) / 1000;
    return [
      { name: 'backfill: minutes fetched', value: job.rows_fetched, unit: 'rows' },
      {
        name: 'backfill: end to end, higher bars included',
        value: job.rows_fetched / seconds,
        unit: 'rows/s',
      },
    ];
  } finally {
    await service.end('SIGTERM');
    await venue.close();
  }
}

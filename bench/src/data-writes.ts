/** The same bars by bare COPY, by the idempotent write into an empty span, and by writing them all again. */
import { copyIn, encodeKlines, KLINE_COLUMNS_SQL } from '@platform/columns';
import { DAY_MS } from '@platform/core';
import type { BenchResult } from './benchmark';
import { type DataBench, generatedMinutes, secondsOf } from './data-environment';

const COPY = `COPY market.klines (${KLINE_COLUMNS_SQL}) FROM STDIN (FORMAT binary)`;
const CHUNK = 20_000;
const DAYS = 365;
const FIRST_DAY_MS = Date.UTC(2024, 0, 1);

export async function measureWrites(
  bench: DataBench,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`writes: ${DAYS} days of minutes, three ways`);
  const bars = generatedMinutes('BENCHUSDT', FIRST_DAY_MS, DAYS);
  await bench.pool.query('SELECT market.ensure_kline_partitions($1, $2)', [
    FIRST_DAY_MS,
    FIRST_DAY_MS + DAYS * DAY_MS,
  ]);
  const chunks = Array.from({ length: Math.ceil(bars.length / CHUNK) }, (_, i) =>
    bars.slice(i * CHUNK, Math.min(bars.length, (i + 1) * CHUNK)),
  );
  const series = { market: 'spot', symbol: 'BENCHUSDT' } as const;
  const client = await bench.pool.connect();
  let bare = 0;
  let first = 0;
  let again = 0;
  // In turns, so that whatever else the machine does falls on all three.
  for (const chunk of chunks) {
    const data = encodeKlines({ market: 'spot', symbol: 'BARECOPY', timeframe: '1m' }, chunk);
    bare += await secondsOf(() => copyIn(client, COPY, data));
    first += await secondsOf(() => bench.store.writeBulk(series, '1m', chunk));
    again += await secondsOf(() => bench.store.writeBulk(series, '1m', chunk));
  }
  client.release();
  const rate = (seconds: number) => bars.length / seconds;
  return [
    { name: 'bare COPY BINARY', value: rate(bare), unit: 'rows/s' },
    {
      name: 'idempotent write, new rows',
      value: rate(first),
      unit: 'rows/s',
      ratio: bare / first,
      aim: 'ratio >= 0.35',
      met: bare / first >= 0.35,
    },
    { name: 'idempotent write, all there already', value: rate(again), unit: 'rows/s', ratio: bare / again },
  ];
}

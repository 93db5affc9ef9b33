/**
 * Bars between PostgreSQL, disk and typed arrays, without a row object on the way.
 *
 * - `KlineColumns`: nine Float64Array columns, the shape of everything here; `toBarSeries` lends them to the
 *   engine.
 * - `readKlines`, `writeKlinesByCopy`: COPY BINARY in both directions; long reads over two connections when a
 *   second one may be opened.
 * - `MonthCache`: closed months as checksummed files, trusted only while the database's revision of the month
 *   is the same.
 * - `encodeWarmup`, `decodeWarmup`: the binary form of POST /warmup.
 *
 * For services, the command line and benchmarks. Pure packages never import it.
 */
export { copyIn, copyOut } from './copy';
export { KlineColumns, toBarSeries } from './kline-columns';
export type { KlineRange, KlineSpan } from './kline-range';
export type { OpenLane } from './lanes';
export { type CachedBars, MonthCache } from './month-cache';
export { readKlines } from './read-klines';
export { decodeWarmup, encodeWarmup, WARMUP_BINARY, type WarmupPart } from './warmup-binary';
export { type BarStream, encodeKlines, KLINE_COLUMNS_SQL } from './write-klines';

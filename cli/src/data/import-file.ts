/**
 * Bars as the file has them: CSV (plain or gzip) with a line of names, or Parquet. Both give rows by number.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Kline } from '@platform/contracts';
import { userPath } from '../backtest/csv';
import { DataFailure } from './failure';

export interface BarTable {
  readonly rowCount: number;
  row(i: number): Kline;
}

const FIELDS = [
  'open_time',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'quote_volume',
  'trades',
  'taker_buy_volume',
] as const satisfies readonly (keyof Kline)[];

/** What the exchange's own archives call them. */
const OTHER_NAMES: Readonly<Record<string, string>> = { trades: 'count' };

export async function readBarTable(file: string): Promise<BarTable> {
  const bytes = readBytes(file);
  const isParquet = bytes.toString('latin1', 0, 4) === 'PAR1';
  return isParquet ? await readParquet(file, bytes) : await readCsv(file, bytes);
}

async function readCsv(file: string, bytes: Buffer): Promise<BarTable> {
  const { CsvError, parse } = await import('csv-parse/sync');
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  let records: string[][];
  try {
    const text = isGzip ? gunzipSync(bytes) : bytes;
    records = parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) throw new DataFailure(`${file}: ${error.message}; nothing was imported`);
    throw error;
  }
  const places = placesOf(file, records[0] ?? []);
  return {
    rowCount: Math.max(0, records.length - 1),
    row: (i) =>
      barRowOf((field) => {
        const text = records[i + 1]![places[field]] ?? '';
        return text === '' ? Number.NaN : Number(text);
      }),
  };
}

async function readParquet(file: string, bytes: Buffer): Promise<BarTable> {
  const { parquetMetadata, parquetReadObjects, parquetSchema } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const buffer = new Uint8Array(bytes).buffer;
  const names = parquetSchema(parquetMetadata(buffer)).children.map(({ element }) => element.name);
  const places = placesOf(file, names);
  const rows = await parquetReadObjects({ file: buffer, compressors });
  return {
    rowCount: rows.length,
    row: (i) => barRowOf((field) => numberOf(rows[i]![names[places[field]]!])),
  };
}

function numberOf(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;
}

function barRowOf(value: (field: keyof Kline) => number): Kline {
  return Object.fromEntries(FIELDS.map((field) => [field, value(field)])) as unknown as Kline;
}

function placesOf(file: string, names: readonly string[]): Record<keyof Kline, number> {
  const places = FIELDS.map((field) => {
    const place = names.indexOf(field);
    return [field, place >= 0 ? place : names.indexOf(OTHER_NAMES[field] ?? field)] as const;
  });
  const missing = places.filter(([, place]) => place < 0).map(([field]) => field);
  if (missing.length > 0)
    throw new DataFailure(`${file} has no column ${missing.join(', ')}; nothing was imported`);
  return Object.fromEntries(places) as Record<keyof Kline, number>;
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(userPath(file));
  } catch (error) {
    throw new DataFailure(`cannot read ${file}: ${(error as Error).message}`);
  }
}

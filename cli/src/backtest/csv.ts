/**
 * Numeric CSV files (plain or gzip'd, first line names the columns) as float64 columns.
 * Every fault names the file and the line; no value is guessed.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BarSeries, type FundingSeries } from '@platform/core';
import { UsageFailure } from './failure';

const BAR_COLUMNS = ['open_time', 'open', 'high', 'low', 'close', 'volume'] as const;
const TAKER_BUY_COLUMN = 'taker_buy_volume';

export interface BarFile {
  readonly bars: BarSeries;
  /**
   * Older files carry no taker split; then the column is all zero and strategies that need it must not run.
   */
  readonly hasTakerBuyVolume: boolean;
}

export function readBarFile(path: string): BarFile {
  const table = readTable(path, BAR_COLUMNS, TAKER_BUY_COLUMN);
  const [openTimeMs, open, high, low, close, volume] = table.required;
  const bars = new BarSeries(0);
  bars.length = table.rowCount;
  bars.openTimeMs = openTimeMs!;
  bars.open = open!;
  bars.high = high!;
  bars.low = low!;
  bars.close = close!;
  bars.volume = volume!;
  bars.takerBuyVolume = table.optional ?? new Float64Array(table.rowCount);
  return { bars, hasTakerBuyVolume: table.optional !== null };
}

export function readFundingFile(path: string): FundingSeries {
  const table = readTable(path, ['funding_time', 'funding_rate']);
  const [timeMs, rate] = table.required;
  for (let i = 1; i < table.rowCount; i++) {
    if (timeMs![i]! <= timeMs![i - 1]!) {
      throw new UsageFailure(`${path}: line ${i + 2}: settlements are not in time order`);
    }
  }
  return { length: table.rowCount, timeMs: timeMs!, rate: rate! };
}

interface Table {
  readonly rowCount: number;
  readonly required: readonly Float64Array[];
  readonly optional: Float64Array | null;
}

function readTable(path: string, required: readonly string[], optional?: string): Table {
  const lines = readText(path).split('\n');
  if (lines.at(-1)?.trim() === '') lines.pop();
  const header = (lines[0] ?? '').trim().split(',');
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length > 0) {
    throw new UsageFailure(`${path}: the first line does not name the column ${missing.join(', ')}`);
  }
  const rowCount = lines.length - 1;
  const names = optional !== undefined && header.includes(optional) ? [...required, optional] : required;
  const columns = names.map(() => new Float64Array(rowCount));
  const positions = names.map((name) => header.indexOf(name));
  for (let row = 0; row < rowCount; row++) {
    const cells = lines[row + 1]!.split(',');
    for (let c = 0; c < columns.length; c++) {
      columns[c]![row] = readNumber(cells[positions[c]!], path, row + 2, names[c]!);
    }
  }
  return {
    rowCount,
    required: columns.slice(0, required.length),
    optional: columns[required.length] ?? null,
  };
}

function readNumber(cell: string | undefined, path: string, line: number, column: string): number {
  const text = cell?.trim() ?? '';
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) {
    throw new UsageFailure(`${path}: line ${line}: ${column} is not a number: "${text.slice(0, 40)}"`);
  }
  return value;
}

/** Paths are relative to where the user typed the command, not to where the platform lives. */
export function userPath(path: string): string {
  return resolve(process.env['PLATFORM_INVOKED_FROM'] ?? process.cwd(), path);
}

function readText(path: string): string {
  try {
    const bytes = readFileSync(userPath(path));
    const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return (gzipped ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (cause) {
    throw new UsageFailure(`cannot read ${path}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

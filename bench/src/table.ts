import type { BenchResult } from './benchmark';

/** Results as an aligned table for a terminal. */
export function formatTable(results: readonly BenchResult[]): string {
  const header = ['name', 'value', 'unit', 'ratio', 'aim', 'met'];
  const rows = results.map((result) => [
    result.name,
    formatNumber(result.value),
    result.unit,
    result.ratio === undefined ? '' : formatNumber(result.ratio),
    result.aim ?? '',
    result.met === undefined ? '' : result.met ? 'yes' : 'NO',
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const numeric = (column: number) => column === 1 || column === 3;
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        numeric(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd();
  return [header, ...rows].map(line).join('\n');
}

function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

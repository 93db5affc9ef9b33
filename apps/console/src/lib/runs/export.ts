/** A run as files: CSV for spreadsheets, JSON for programs. The page for people is the tear sheet. */
import type { Curve, Roundtrip, RunDetail } from './types';

const TRIP_COLUMNS = [
  'seq',
  'side',
  'entryTs',
  'exitTs',
  'durationMs',
  'qty',
  'entryPrice',
  'exitPrice',
  'pnlUsd',
  'feesUsd',
  'slippageUsd',
  'fundingUsd',
  'maePct',
  'mfePct',
  'exitReason',
] as const satisfies readonly (keyof Roundtrip)[];

export function roundtripsCsv(trips: readonly Roundtrip[]): string {
  return csv([TRIP_COLUMNS, ...trips.map((trip) => TRIP_COLUMNS.map((column) => trip[column]))]);
}

export function equityCsv({ ts, equityUsd, drawdownPct }: Curve): string {
  const rows = ts.map((timeMs, i) => [timeMs, equityUsd[i]!, drawdownPct[i]!]);
  return csv([['ts', 'equityUsd', 'drawdownPct'], ...rows]);
}

export function runJson(run: RunDetail, trips: readonly Roundtrip[], equity: Curve): string {
  return JSON.stringify({ run, roundtrips: trips, equity }, null, 1);
}

function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/**
 * Quoted where the comma, the quote or a line break would end the cell; never a formula for a spreadsheet to
 * run.
 */
function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^-?[\d.]+$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

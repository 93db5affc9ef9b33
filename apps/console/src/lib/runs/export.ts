/** A run as files: CSV for spreadsheets, JSON for programs, one HTML page that needs nothing else. */

import { MONTHS, monthlyReturns, thinned } from '@platform/engine/report';
import { figure, price, UNKNOWN } from '../format';
import { utc } from '../time';
import { words } from '../words';
import { columnsOf } from './curve';
import { type Kpi, kpis } from './kpis';
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

/** Quoted where the comma, the quote or a line break would end the cell; never a formula for a spreadsheet to run. */
function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^-?[\d.]+$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function runHtml(run: RunDetail, trips: readonly Roundtrip[], curve: Curve): string {
  const title = `${run.strategy} ${run.symbol} ${run.timeframe}`;
  const identity = [
    ...[
      ['Run', run.id],
      ['Kind', run.kind],
      ['From', utc(run.fromTs)],
      ['To', utc(run.toTs)],
    ],
    ...Object.entries(run.certificate ?? {}).map(([name, digest]) => [name, digest ?? '–']),
  ];
  const settings = [...Object.entries(run.params), ...Object.entries(run.costs)].map(([name, value]) => [
    words(name),
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  const years = monthlyReturns(columnsOf(curve), Number(run.initialEquityUsd));
  const months = years.map(({ year, months: cells, yearPct }) => [
    String(year),
    ...[...cells, yearPct].map((cell) => (cell === null ? '' : cell.toFixed(2))),
  ]);
  const tripRows = trips.map((trip) => [
    ...[String(trip.seq + 1), trip.side, utc(trip.entryTs), utc(trip.exitTs)],
    ...[price(trip.entryPrice), price(trip.exitPrice), figure(trip.pnlUsd, { signed: true })],
    ...[figure(trip.feesUsd), figure(trip.fundingUsd), words(trip.exitReason)],
  ]);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>${table([], identity)}
<h2>Figures</h2>${table(
    [],
    kpis(run).map((kpi) => [kpi.label, figureText(kpi), kpi.threshold?.text ?? '']),
  )}
${run.warnings.length === 0 ? '' : `<h2>Warnings</h2><ul>${run.warnings.map((each) => `<li>${escapeHtml(each)}</li>`).join('')}</ul>`}
<h2>Settings</h2>${table([], settings)}
<h2>Equity, USD</h2>${lineSvg(curve.ts, curve.equityUsd, (value) => figure(value))}
<h2>Drawdown, %</h2>${lineSvg(
    curve.ts,
    curve.drawdownPct.map((pct) => -pct),
    (value) => figure(value),
  )}
<h2>Monthly returns, %</h2>${table(['Year', ...MONTHS, 'Year'], months)}
<h2>Roundtrips</h2>${table(['#', 'Side', 'Entry', 'Exit', 'Entry price', 'Exit price', 'PnL USD', 'Fees USD', 'Funding USD', 'Exit by'], tripRows)}
</body></html>`;
}

const STYLE =
  'body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#16181d;background:#fff}' +
  'table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.15rem .6rem;border-bottom:1px solid #ddd;text-align:right}' +
  'td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto;font-size:11px}h2{margin-top:2rem}';

function figureText({ value, unit }: Kpi): string {
  if (value === null) return UNKNOWN;
  return unit === 'count' ? String(value) : `${value.toFixed(2)}${unit === 'percent' ? ' %' : ''}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${head.length === 0 ? '' : line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}

/** As many points as the page is wide, every extreme among them. The highest and lowest value and the first and last day are named. */
function lineSvg(ts: readonly number[], values: readonly number[], text: (value: number) => string): string {
  if (ts.length < 2) return '<p>Nothing to draw.</p>';
  const points = thinned({ timeMs: ts, equity: values }, 250);
  const kept = points.map((p) => values[p]!);
  const [low, high] = [Math.min(...kept), Math.max(...kept)];
  const y = (value: number) => (190 - (180 * (value - low)) / (high - low || 1)).toFixed(2);
  const [firstMs, lastMs] = [ts[0]!, ts.at(-1)!];
  const x = (timeMs: number) => (80 + (910 * (timeMs - firstMs)) / (lastMs - firstMs)).toFixed(1);
  const line = points.map((p) => `${x(ts[p]!)},${y(values[p]!)}`).join(' ');
  const level = (value: number) =>
    `<line x1="80" x2="990" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/><text x="74" y="${y(value)}" dy="4" text-anchor="end">${escapeHtml(text(value))}</text>`;
  const day = (timeMs: number, at: number, anchor: string) =>
    `<text x="${at}" y="212" text-anchor="${anchor}">${escapeHtml(utc(timeMs).slice(0, 10))}</text>`;
  const middle = (low + high) / 2;
  return `<svg viewBox="0 0 1000 220" role="img">${level(high)}${level(middle)}${level(low)}<polyline fill="none" stroke="#3b6fe0" stroke-width="1.5" points="${line}"/>${day(firstMs, 80, 'start')}${day(lastMs, 990, 'end')}</svg>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

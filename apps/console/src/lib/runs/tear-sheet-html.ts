/**
 * A run as one page to send and to print: a document that needs nothing else, with every text from outside
 * escaped.
 */
import {
  MONTHS,
  monthlyReturns,
  returnsByDay,
  rollingSharpe,
  thinned,
  worstDrawdowns,
} from '@platform/engine/report';
import { figure, percent, price, UNKNOWN } from '../format';
import { utc } from '../time';
import { words } from '../words';
import { costsOfRun, costsOfTrips } from './costs';
import { columnsOf } from './curve';
import { distribution } from './distribution';
import { type Kpi, kpis } from './kpis';
import { extremeTrips, rollingWindow } from './tear-sheet';
import type { Curve, Roundtrip, RunDetail } from './types';

const BINS = 24;
const EXTREMES = 5;
const DRAWDOWNS = 5;

export function tearSheetHtml(
  run: RunDetail,
  strategyTitle: string,
  trips: readonly Roundtrip[],
  curve: Curve,
): string {
  const what = `${strategyTitle} ${run.symbol} ${run.timeframe}`;
  const title = run.name ?? what;
  const daily = returnsByDay(columnsOf(curve), Number(run.initialEquityUsd));
  const window = rollingWindow(daily.returns.length);
  const rolling = rollingSharpe(daily, window);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle(run, what))}</p></header>
<section class="kpis">${kpis(run).map(kpiBox).join('')}</section>
${run.warnings.length === 0 ? '' : `<ul class="warnings">${run.warnings.map((each) => `<li>${escapeHtml(each)}</li>`).join('')}</ul>`}
<section class="wide"><h2>Equity, USD</h2>${lineSvg({ ts: curve.ts, values: curve.equityUsd }, 150)}</section>
<section class="wide"><h2>Drawdown, %</h2>${lineSvg({ ts: curve.ts, values: curve.drawdownPct.map((pct) => -pct) }, 80)}</section>
<div class="columns"><section><h2>Rolling Sharpe, ${window} days</h2>${lineSvg({ ts: rolling.dayMs, values: rolling.ratios.map((ratio) => ratio ?? 0) }, 110, 480)}</section>
<section><h2>Returns by day, %</h2>${histogramSvg(Array.from(daily.returns, (value) => 100 * value))}</section></div>
<section class="wide"><h2>Monthly returns, %</h2>${monthTable(run, curve)}</section>
<div class="columns"><section><h2>Costs, USD</h2>${costTable(run, trips)}<h2>Deepest drawdowns</h2>${drawdownTable(curve)}</section>
<section><h2>Best and worst trips</h2>${tripTable(trips)}</section></div>
<div class="columns"><section><h2>Settings</h2>${table([], settingsOf(run))}<h2>Coverage</h2>${coverageText(run)}</section>
<section><h2>Certificate</h2>${certificateText(run)}</section></div>
</body></html>`;
}

const STYLE =
  '@page{size:A4;margin:10mm}*{box-sizing:border-box}' +
  'body{font:11px/1.35 system-ui,sans-serif;margin:1.5rem auto;max-width:62rem;padding:0 1rem;color:#16181d;background:#fff}' +
  '@media print{body{margin:0;padding:0;font-size:8.5px;zoom:.92}section{break-inside:avoid}}' +
  'h1{font-size:1.7em;margin:0}h2{font-size:1em;margin:.7em 0 .2em}header p{margin:0;color:#555}' +
  '.kpis{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.5rem,1fr));gap:.3rem;margin:.6rem 0}' +
  '.kpis div{border-top:1px solid #bbb;padding-top:.15rem}.kpis b{display:block;font-size:1.25em;font-variant-numeric:tabular-nums}' +
  '.kpis span{color:#555}.columns{display:grid;grid-template-columns:1fr 1fr;gap:0 1.5rem}' +
  '@media (max-width:40rem){.columns{grid-template-columns:1fr}}' +
  'table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}td,th{padding:.08rem .3rem;border-bottom:1px solid #e3e3e3;text-align:right;font-weight:normal}' +
  'td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto;font-size:10px}.digest{word-break:break-all;font-family:ui-monospace,monospace}' +
  '.warnings{color:#8a5300;margin:.3rem 0;padding-left:1.1rem}';

function subtitle(run: RunDetail, what: string): string {
  const span = `${utc(run.fromTs).slice(0, 10)} to ${utc(run.toTs).slice(0, 10)}`;
  const kind = run.kind === 'backtest' ? 'backtest, net of fees, slippage and funding' : `${run.kind} run`;
  const tags = run.tags.length === 0 ? '' : ` · ${run.tags.join(' ')}`;
  return `${what} · ${span} · ${kind}${tags} · run ${run.id}`;
}

function kpiBox(kpi: Kpi): string {
  const note = kpi.threshold === null ? '' : `<span>${escapeHtml(kpi.threshold.text)}</span>`;
  return `<div><span>${escapeHtml(kpi.label)}</span><b>${escapeHtml(kpiText(kpi))}</b>${note}</div>`;
}

function kpiText({ value, unit }: Kpi): string {
  if (value === null) return UNKNOWN;
  return unit === 'count' ? String(value) : `${value.toFixed(2)}${unit === 'percent' ? ' %' : ''}`;
}

function monthTable(run: RunDetail, curve: Curve): string {
  const years = monthlyReturns(columnsOf(curve), Number(run.initialEquityUsd));
  const rows = years.map(({ year, months, yearPct }) => [
    String(year),
    ...[...months, yearPct].map((cell) => (cell === null ? '' : cell.toFixed(1))),
  ]);
  return table(['', ...MONTHS, 'Year'], rows);
}

function costTable(run: RunDetail, trips: readonly Roundtrip[]): string {
  const whole = costsOfRun(run);
  const { gross, fees, slippage, funding, net } = whole ?? costsOfTrips(trips);
  const signed = (value: number) => figure(value, { signed: true });
  return table(
    [],
    [
      ['Before costs', signed(gross)],
      ['Fees', signed(-fees)],
      ['Slippage', signed(-slippage)],
      ['Funding', signed(-funding)],
      [whole === null ? 'Net of closed trips' : 'Net', signed(net)],
    ],
  );
}

function drawdownTable(curve: Curve): string {
  const rows = worstDrawdowns(columnsOf(curve), DRAWDOWNS).map(
    ({ peakMs, troughMs, recoveredMs, depthPct }) => [
      utc(peakMs).slice(0, 10),
      utc(troughMs).slice(0, 10),
      recoveredMs === null ? 'lasts' : utc(recoveredMs).slice(0, 10),
      percent(depthPct),
    ],
  );
  return rows.length === 0 ? '<p>None.</p>' : table(['Peak', 'Trough', 'Recovered', 'Depth'], rows);
}

function tripTable(trips: readonly Roundtrip[]): string {
  const { best, worst } = extremeTrips(trips, EXTREMES);
  const rows = [...best, ...worst].map((trip) => [
    String(trip.seq + 1),
    trip.side,
    utc(trip.entryTs).slice(0, 16),
    price(trip.entryPrice),
    price(trip.exitPrice),
    figure(trip.pnlUsd, { signed: true }),
  ]);
  return rows.length === 0
    ? '<p>No trip was closed.</p>'
    : table(['#', 'Side', 'Entered', 'Entry', 'Exit', 'PnL, USD'], rows);
}

function settingsOf(run: RunDetail): string[][] {
  const text = (value: unknown) =>
    typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value);
  const params = Object.entries(run.params);
  return [
    ...(params.length === 0 ? [['Parameters', "the strategy's defaults"]] : []),
    ...[...params, ...Object.entries(run.costs)].map(([name, value]) => [words(name), text(value)]),
  ];
}

function coverageText({ coverage }: RunDetail): string {
  if (coverage === null) return '<p>Not recorded.</p>';
  const { grade, reasons, barsFound, barsExpected } = coverage;
  const why = reasons.length === 0 ? '' : `: ${reasons.join(' ')}`;
  return `<p>Grade ${escapeHtml(grade)}, ${barsFound} of ${barsExpected} bars${escapeHtml(why)}</p>`;
}

function certificateText({ certificate, id }: RunDetail): string {
  if (certificate === null) return '<p>None: it is written when a backtest completes.</p>';
  const rows = Object.entries(certificate).map(
    ([name, digest]) =>
      `<tr><td>${escapeHtml(words(name))}</td><td class="digest">${escapeHtml(digest ?? UNKNOWN)}</td></tr>`,
  );
  return `<table>${rows.join('')}</table><p>Recompute with <span class="digest">./platform verify ${escapeHtml(id)}</span></p>`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${head.length === 0 ? '' : line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}

interface Series {
  readonly ts: readonly number[];
  readonly values: readonly number[];
}

const LEFT = 60;
/** Of each the extremes and the last point stay: as many points as a page is wide. */
const BUCKETS = 250;

/** Three levels and the first, middle and last day are named. */
function lineSvg({ ts, values }: Series, height: number, width = 1_000): string {
  if (ts.length < 2) return '<p>Too little to draw.</p>';
  const kept = thinned({ timeMs: ts, equity: values }, BUCKETS);
  const shown = kept.map((i) => values[i]!);
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const y = (value: number) => (height - 8 - ((height - 16) * (value - low)) / (high - low || 1)).toFixed(1);
  const [firstMs, lastMs] = [ts[0]!, ts[ts.length - 1]!];
  const x = (timeMs: number) =>
    (LEFT + ((width - LEFT - 4) * (timeMs - firstMs)) / (lastMs - firstMs)).toFixed(1);
  const points = kept.map((i) => `${x(ts[i]!)},${y(values[i]!)}`).join(' ');
  const levels = [...new Set([high, (low + high) / 2, low, ...(low < 0 && high > 0 ? [0] : [])])];
  const level = (value: number) =>
    `<line x1="${LEFT}" x2="${width - 4}" y1="${y(value)}" y2="${y(value)}" stroke="${value === 0 ? '#888' : '#ddd'}"/><text x="${LEFT - 5}" y="${y(value)}" dy="3" text-anchor="end">${escapeHtml(figure(value))}</text>`;
  const day = (timeMs: number, at: number, anchor: string) =>
    `<text x="${at}" y="${height + 8}" text-anchor="${anchor}">${escapeHtml(utc(timeMs).slice(0, 10))}</text>`;
  const days = [
    day(firstMs, LEFT, 'start'),
    day((firstMs + lastMs) / 2, (LEFT + width - 4) / 2, 'middle'),
    day(lastMs, width - 4, 'end'),
  ];
  return `<svg viewBox="0 0 ${width} ${height + 12}" role="img">${levels.map(level).join('')}<polyline fill="none" stroke="#3b6fe0" stroke-width="1.3" points="${points}"/>${days.join('')}</svg>`;
}

function histogramSvg(values: readonly number[]): string {
  const bins = distribution(values, BINS);
  if (bins.length === 0) return '<p>Too little to draw.</p>';
  const most = Math.max(...bins.map(({ count }) => count));
  const width = 460 / bins.length;
  const bars = bins.map(({ from, count }, i) => {
    const tall = (95 * count) / most;
    const fill = from < 0 ? '#c4483e' : '#2f8f5b';
    return `<rect x="${(10 + i * width).toFixed(1)}" y="${(100 - tall).toFixed(1)}" width="${(width * 0.9).toFixed(1)}" height="${tall.toFixed(1)}" fill="${fill}"/>`;
  });
  const edge = (value: number, x: number, anchor: string) =>
    `<text x="${x}" y="116" text-anchor="${anchor}">${escapeHtml(figure(value))}</text>`;
  const names = [edge(bins[0]!.from, 10, 'start'), edge(bins.at(-1)!.to, 470, 'end')];
  return `<svg viewBox="0 0 480 122" role="img"><line x1="10" x2="470" y1="100" y2="100" stroke="#888"/>${bars.join('')}${names.join('')}<text x="240" y="116" text-anchor="middle">at most ${most} days</text></svg>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

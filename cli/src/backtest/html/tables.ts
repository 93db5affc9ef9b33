/** The tear-sheet's tables: headline figures, cost split, roundtrips, certificate. */
import type { Coverage, Performance, Roundtrip } from '@platform/engine';
import { costSplit } from '@platform/engine/report';
import type { FinishedBacktest } from '../finished';
import { count, day, decimals, duration, minute, NONE, percent, signed, signedPercent } from '../format';
import { dataLines } from '../summary';
import { escapeHtml, tone } from './markup';

/** A page with more rows than this would open slowly; the JSON result has them all. */
const MOST_ROUNDTRIPS = 2_000;

export function headline(figures: Performance): string {
  const cards: [label: string, figure: string, value: number | null, remark: string][] = [
    [
      'Net result',
      signedPercent(figures.totalReturn),
      figures.totalReturn,
      `${signed(figures.netPnl)} in all`,
    ],
    ['CAGR', signedPercent(figures.cagr), figures.cagr, `over ${decimals(figures.years, 1)} years`],
    ['Sharpe', signed(figures.sharpe), figures.sharpe, `Sortino ${signed(figures.sortino)}`],
    [
      'Max drawdown',
      percent(figures.maxDrawdownPct / 100),
      -figures.maxDrawdownPct,
      `${day(figures.maxDrawdownFromMs)} to ${day(figures.maxDrawdownToMs)}`,
    ],
    ['Calmar', signed(figures.calmar), figures.calmar, 'CAGR / drawdown'],
    ['Trades', count(figures.trades), null, `${percent(figures.winRate, 1)} won`],
    ['Profit factor', decimals(figures.profitFactor), null, 'won / lost'],
    ['Exposure', percent(figures.exposure, 1), null, `turnover ${decimals(figures.turnover, 1)}×`],
  ];
  return `<div class="cards">${cards
    .map(
      ([label, figure, value, remark]) =>
        `<div><dt>${label}</dt><dd class="${tone(value)}">${figure}</dd><p>${remark}</p></div>`,
    )
    .join('')}</div>`;
}

/** From what the signals made to what was left, each bar against the largest amount. */
export function costTable({ netPnl, fees, slippage, funding }: Performance): string {
  const split = costSplit({ net: netPnl ?? 0, fees, slippage, funding });
  const rows: [label: string, amount: number][] = [
    ['Before costs', split.gross],
    ['Fees', -split.fees],
    ['Slippage', -split.slippage],
    ['Funding', -split.funding],
    ['Net result', split.net],
  ];
  const largest = Math.max(...rows.map(([, amount]) => Math.abs(amount))) || 1;
  return `<table class="split">${rows
    .map(([label, amount]) => {
      const width = ((100 * Math.abs(amount)) / largest).toFixed(1);
      return `<tr><th scope="row">${label}</th><td class="number ${tone(amount)}">${signed(amount)}</td><td class="bar"><span class="${tone(amount)}" style="width:${width}%"></span></td></tr>`;
    })
    .join('')}</table>`;
}

export function roundtripTable(roundtrips: readonly Roundtrip[]): string {
  if (roundtrips.length === 0) return '<p class="note">No trade was made.</p>';
  const shown = roundtrips.slice(-MOST_ROUNDTRIPS).reverse();
  const note =
    shown.length < roundtrips.length
      ? `<p class="note">The latest ${count(shown.length)} of ${count(roundtrips.length)}; the JSON result has all.</p>`
      : '';
  const titles = [
    'Entry',
    'Side',
    'Quantity',
    'In',
    'Out',
    'Duration',
    'Net',
    'Return',
    'Fees',
    'Slippage',
    'Funding',
    'MAE',
    'MFE',
    'Exit',
  ];
  const head = titles.map((title) => `<th scope="col">${title}</th>`).join('');
  return `${note}<div class="scroll tall"><table class="trips"><thead><tr>${head}</tr></thead><tbody>${shown.map(roundtripRow).join('')}</tbody></table></div>`;
}

function roundtripRow(trip: Roundtrip): string {
  const number = (text: string, value: number | null = null) =>
    `<td class="number ${tone(value)}">${text}</td>`;
  return `<tr><td>${minute(trip.entryTimeMs)}</td><td>${trip.side}</td>${[
    number(decimals(trip.quantity, 4)),
    number(decimals(trip.entryPrice)),
    number(trip.exitPrice === null ? NONE : decimals(trip.exitPrice)),
    number(duration(trip.durationMs)),
    number(signed(trip.netPnl), trip.netPnl),
    number(signedPercent(trip.return), trip.return),
    number(decimals(trip.fees)),
    number(decimals(trip.slippage)),
    number(signed(trip.funding)),
    number(signedPercent(trip.mae, 1)),
    number(signedPercent(trip.mfe, 1)),
  ].join('')}<td>${trip.exitReason ?? 'open'}</td></tr>`;
}

/** What the figures stand on, and what keeps the grade from an A. */
export function coverageTable(coverage: Coverage): string {
  const rows = dataLines(coverage)
    .map(([label, figure, remark = '']) => {
      const text = escapeHtml(`${figure} ${remark}`);
      return `<tr><th scope="row">${escapeHtml(label)}</th><td>${text}</td></tr>`;
    })
    .join('');
  const reasons = coverage.reasons.map((reason) => `<li>${escapeHtml(reason)}</li>`).join('');
  return `<table>${rows}</table>${reasons === '' ? '' : `<ul>${reasons}</ul>`}`;
}

export function certificateTable({ input, certificate }: FinishedBacktest): string {
  const rows = Object.entries({
    run: certificate.run,
    code: certificate.code,
    data: certificate.data,
    params: certificate.params,
    costs: certificate.costs,
    decisions: certificate.decisions,
    coverage: certificate.coverage,
    version: String(certificate.version),
    parameters: JSON.stringify(input.params),
    settings: JSON.stringify(input.settings),
  });
  return `<table class="digests">${rows
    .map(
      ([label, value]) => `<tr><th scope="row">${label}</th><td><code>${escapeHtml(value)}</code></td></tr>`,
    )
    .join('')}</table>`;
}

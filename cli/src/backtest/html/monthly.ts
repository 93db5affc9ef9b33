/** Monthly returns as a table coloured by size: years down, months across. */
import type { BacktestResult } from '@platform/engine';
import { MONTHS, monthlyReturns } from '@platform/engine/report';
import { NONE, signed } from '../format';
import { tone } from './markup';

/** A month of this return in percent or beyond gets the full colour. */
const FULL_COLOUR_PCT = 20;

export function monthlyTable({ points, performance }: BacktestResult): string {
  const curve = { timeMs: points.times(), equity: points.equity };
  const years = monthlyReturns(curve, performance.initialEquity);
  if (years.length === 0) return `<p class="note">${NONE}</p>`;
  const head = ['', ...MONTHS, 'Year'].map((title) => `<th scope="col">${title}</th>`).join('');
  const rows = years.map(
    ({ year, months, yearPct }) =>
      `<tr><th scope="row">${year}</th>${[...months, yearPct].map(cell).join('')}</tr>`,
  );
  return `<div class="scroll"><table class="heat"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function cell(pct: number | null): string {
  if (pct === null) return '<td></td>';
  const strength = Math.round(Math.min(1, Math.abs(pct) / FULL_COLOUR_PCT) * 70);
  return `<td class="${tone(pct)}" style="--strength:${strength}%">${signed(pct, 1)}</td>`;
}

/** Monthly returns as a table coloured by size: years down, months across. */
import type { BacktestResult } from '@platform/engine';
import { NONE, signed } from '../format';
import { tone } from './markup';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** A month of this return or beyond gets the full colour. */
const FULL_COLOUR = 0.2;

/** Returns by "year-month" (month from 0), each from the end of the month before. */
export function monthlyReturns({ points, performance }: BacktestResult): Map<string, number> {
  const returns = new Map<string, number>();
  let before = performance.initialEquity;
  const monthOf = (p: number) => {
    const date = new Date(points.timeMs(p) - 1);
    return `${date.getUTCFullYear()}-${date.getUTCMonth()}`;
  };
  for (let p = 0; p < points.length; p++) {
    const month = monthOf(p);
    if (p + 1 < points.length && monthOf(p + 1) === month) continue;
    returns.set(month, before > 0 ? points.equity[p]! / before - 1 : 0);
    before = points.equity[p]!;
  }
  return returns;
}

export function monthlyTable(result: BacktestResult): string {
  const returns = monthlyReturns(result);
  if (returns.size === 0) return `<p class="note">${NONE}</p>`;
  const years = [...new Set([...returns.keys()].map((month) => month.split('-')[0]!))];
  const head = ['', ...MONTHS, 'Year'].map((title) => `<th scope="col">${title}</th>`).join('');
  const rows = years.map((year) => {
    const months = MONTHS.map((_, month) => returns.get(`${year}-${month}`));
    const whole = months.reduce<number>((growth, month) => growth * (1 + (month ?? 0)), 1) - 1;
    return `<tr><th scope="row">${year}</th>${[...months, whole].map(cell).join('')}</tr>`;
  });
  return `<div class="scroll"><table class="heat"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function cell(value: number | undefined): string {
  if (value === undefined) return '<td></td>';
  const strength = Math.round(Math.min(1, Math.abs(value) / FULL_COLOUR) * 70);
  return `<td class="${tone(value)}" style="--strength:${strength}%">${signed(100 * value, 1)}</td>`;
}

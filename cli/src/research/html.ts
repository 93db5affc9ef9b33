/** A sweep as one self-contained page: heat map of two parameters, the verdict, the best trials. */
import { type Axis, placesOf, type Trial } from '@platform/research';
import { FIGURE_TITLES, type FinishedSweep, paramsText, shown, verdictLines } from './report';

const SHOWN = 50;
const CELL = { width: 46, height: 26 };
const LEFT = 90;
const TOP = 34;

export function sweepPage(sweep: FinishedSweep): string {
  const { plan, verdict } = sweep;
  const { strategy, symbol, timeframe, objective } = plan;
  const title = `${strategy.name} on ${symbol} ${timeframe}: ${plan.indices.length} trials`;
  const rows = verdict.ranked.slice(0, SHOWN).map((trial, place) => tableRow(sweep, trial, place));
  const headers = ['', ...Object.values(FIGURE_TITLES), 'parameters'];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(title)}</title><style>
:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:1100px;margin:32px auto;padding:0 16px}
h1{font-size:20px}h2{font-size:15px;margin-top:28px}pre{white-space:pre-wrap;font-size:13px}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:3px 10px;text-align:right;border-bottom:1px solid #8884}
td:last-child,th:last-child{text-align:left}svg{max-width:100%;height:auto}svg text{font:11px system-ui;fill:currentColor}
.plateau{fill:none;stroke:currentColor;stroke-width:2}
</style></head><body><h1>${text(title)}</h1><pre>${text(verdictLines(verdict).join('\n'))}</pre>
<h2>${text(objective)} by parameters</h2>${heatMap(sweep)}
<h2>Best trials</h2><table><thead><tr>${headers.map((name) => `<th>${text(name)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>
</body></html>
`;
}

/** The two longest axes; of the combinations that share a cell the best is shown. */
function heatMap({ plan, verdict }: FinishedSweep): string {
  const { axes, objective } = plan;
  const order = axes.map((_, a) => a).sort((a, b) => axes[b]!.values.length - axes[a]!.values.length);
  const [x, y] = order;
  if (x === undefined || axes[x]!.values.length < 2)
    return '<p>One value only: there is nothing to compare.</p>';
  const across = axes[x]!;
  const down: Axis = y === undefined ? { name: '', values: [''] } : axes[y]!;
  const cells = new Map<string, { value: number; isPlateau: boolean }>();
  const plateau = new Set(verdict.plateau?.indices);
  for (const { index, figures } of verdict.ranked) {
    const places = placesOf(axes, index);
    const key = `${places[x]} ${y === undefined ? 0 : places[y]}`;
    const value = figures[objective];
    if (!Number.isNaN(value) && !cells.has(key)) cells.set(key, { value, isPlateau: plateau.has(index) });
  }
  const values = [...cells.values()].map(({ value }) => value);
  const extreme = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const drawn = [...cells].map(([key, { value, isPlateau }]) => {
    const [column, line] = key.split(' ').map(Number);
    const [left, top] = [LEFT + column! * CELL.width, TOP + line! * CELL.height];
    const box = `x="${left}" y="${top}" width="${CELL.width}" height="${CELL.height}"`;
    const label = shown(objective, value);
    const edge = isPlateau ? `<rect class="plateau" ${box}/>` : '';
    return `<g><rect ${box} fill="${colour(value / extreme)}"><title>${text(`${across.name}=${across.values[column!]} ${down.name}=${down.values[line!]}: ${label}`)}</title></rect>${edge}<text x="${left + CELL.width / 2}" y="${top + 17}" text-anchor="middle">${text(label)}</text></g>`;
  });
  const width = LEFT + across.values.length * CELL.width + 10;
  const height = TOP + down.values.length * CELL.height + 10;
  const names = [
    ...across.values.map((value, k) =>
      label(LEFT + (k + 0.5) * CELL.width, TOP - 6, 'middle', String(value)),
    ),
    ...down.values.map((value, k) => label(LEFT - 6, TOP + k * CELL.height + 17, 'end', String(value))),
    label(LEFT, 12, 'start', across.name),
    label(4, TOP - 6, 'start', down.name),
  ];
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${text(`${objective} for each ${across.name} and ${down.name}`)}">${names.join('')}${drawn.join('')}</svg><p>Outlined: the plateau around the best trial.</p>`;
}

function label(x: number, y: number, anchor: string, value: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${text(value)}</text>`;
}

/** Green above zero, red below, pale near it; the number stands in the cell. */
function colour(share: number): string {
  const strength = Math.round(12 + 58 * Math.min(1, Math.abs(share)));
  return `hsl(${share >= 0 ? 150 : 5} 60% 50% / ${strength}%)`;
}

function tableRow({ plan }: FinishedSweep, trial: Trial, place: number): string {
  const figures = Object.keys(FIGURE_TITLES) as (keyof typeof trial.figures)[];
  const cells = [
    String(place + 1),
    ...figures.map((figure) => shown(figure, trial.figures[figure])),
    paramsText(plan, trial),
  ];
  return `<tr>${cells.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>`;
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

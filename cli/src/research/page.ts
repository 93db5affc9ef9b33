/** A report as one self-contained page. */
import type { Report } from './report';

const WIDTH = 900;
const HEIGHT = 260;

export function reportPage({ title, lines, header, rows, charts }: Report): string {
  const cells = (row: readonly string[], tag: string) =>
    row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>
:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:1100px;margin:32px auto;padding:0 16px}
h1{font-size:20px}h2{font-size:15px;margin-top:28px}pre{white-space:pre-wrap;font-size:13px}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:3px 10px;text-align:right;border-bottom:1px solid #8884}
td:last-child,th:last-child{text-align:left}svg{max-width:100%;height:auto}svg text{font:11px system-ui;fill:currentColor}
.plateau,.line{fill:none;stroke:currentColor;stroke-width:2}.band{fill:hsl(210 60% 50% / 20%)}.zero{stroke:#8888}
</style></head><body><h1>${escaped(title)}</h1><pre>${escaped(lines.join('\n'))}</pre>
${charts()
  .map((chart) => `<h2>${escaped(chart.title)}</h2>${chart.svg}`)
  .join('\n')}
<h2>Figures</h2><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>
</body></html>
`;
}

export function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Green above zero, red below, pale near it; the number stands beside it. */
export function colour(share: number): string {
  const strength = Math.round(12 + 58 * Math.min(1, Math.abs(share)));
  return `hsl(${share >= 0 ? 150 : 5} 60% 50% / ${strength}%)`;
}

/** One line, and bands between pairs of further ones, outermost first; all of the same length. */
export function curve(
  line: readonly number[],
  label: string,
  bands: readonly (readonly [readonly number[], readonly number[]])[] = [],
): string {
  const all = [line, ...bands.flat()].flat().filter(Number.isFinite);
  const least = all.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const most = all.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
  if (all.length === 0 || line.length < 2) return '<p>Nothing to draw.</p>';
  const x = (k: number) => ((k / (line.length - 1)) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - ((value - least) / (most - least || 1)) * HEIGHT).toFixed(1);
  const points = (values: readonly number[]) => values.map((value, k) => `${x(k)},${y(value)}`);
  const areas = bands.map(
    ([low, high]) =>
      `<polygon class="band" points="${[...points(high), ...points(low).reverse()].join(' ')}"/>`,
  );
  const edges = `<text x="4" y="12">${most.toFixed(3)}</text><text x="4" y="${HEIGHT - 4}">${least.toFixed(3)}</text>`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(label)}">${areas.join('')}<polyline class="line" points="${points(line).join(' ')}"/>${edges}</svg>`;
}

export function bars(
  values: readonly { readonly name: string; readonly value: number; readonly label: string }[],
  label: string,
): string {
  const extreme = values.reduce((most, { value }) => Math.max(most, Math.abs(value) || 0), 0) || 1;
  const [left, right, line] = [160, 80, 26];
  const middle = left + (WIDTH - left - right) / 2;
  const drawn = values.map(({ name, value, label: text }, k) => {
    const share = (Number.isNaN(value) ? 0 : value) / extreme;
    const width = (Math.abs(share) * (WIDTH - left - right)) / 2;
    const y = k * line;
    return `<text x="${left - 8}" y="${y + 17}" text-anchor="end">${escaped(name)}</text><rect x="${(share < 0 ? middle - width : middle).toFixed(1)}" y="${y + 4}" width="${width.toFixed(1)}" height="${line - 8}" fill="${colour(share)}"/><text x="${WIDTH - right + 8}" y="${y + 17}">${escaped(text)}</text>`;
  });
  const height = values.length * line;
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(label)}"><line class="zero" x1="${middle}" x2="${middle}" y1="0" y2="${height}"/>${drawn.join('')}</svg>`;
}

/** A figure over two parameters, the plateau outlined. */
import { type Axis, type Figure, type Plateau, placesOf } from '@platform/research';
import { colour, escaped } from './page';
import { shown } from './report';

const CELL = { width: 46, height: 26 };
const LEFT = 90;
const TOP = 34;

/** The two longest axes; of the combinations that share a cell the best is shown. */
export function heatMap(
  axes: readonly Axis[],
  ranked: readonly { readonly index: number; readonly value: number }[],
  objective: Figure,
  plateauFound: Plateau | undefined,
): string {
  const order = axes.map((_, a) => a).sort((a, b) => axes[b]!.values.length - axes[a]!.values.length);
  const [x, y] = order;
  if (x === undefined || axes[x]!.values.length < 2)
    return '<p>One value only: there is nothing to compare.</p>';
  const across = axes[x]!;
  const down: Axis = y === undefined ? { name: '', values: [''] } : axes[y]!;
  const cells = new Map<string, { value: number; isPlateau: boolean }>();
  const plateau = new Set(plateauFound?.indices);
  for (const { index, value } of ranked) {
    const places = placesOf(axes, index);
    const key = `${places[x]} ${y === undefined ? 0 : places[y]}`;
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
    return `<g><rect ${box} fill="${colour(value / extreme)}"><title>${escaped(`${across.name}=${across.values[column!]} ${down.name}=${down.values[line!]}: ${label}`)}</title></rect>${edge}<text x="${left + CELL.width / 2}" y="${top + 17}" text-anchor="middle">${escaped(label)}</text></g>`;
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
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escaped(`${objective} for each ${across.name} and ${down.name}`)}">${names.join('')}${drawn.join('')}</svg><p>Outlined: the plateau around the best trial.</p>`;
}

function label(x: number, y: number, anchor: string, value: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(value)}</text>`;
}

/**
 * A table whose cells are shaded by their value; the value itself stands in each cell, so colour is never
 * alone in saying it.
 */
import type { ReactNode } from 'react';

export interface HeatCell {
  readonly key: string;
  readonly content: ReactNode;
  readonly title?: string;
  /** Between -1 (loss) and 1 (profit); null leaves the cell plain. */
  readonly heat: number | null;
}

interface HeatMapProps {
  readonly caption: string;
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly cells: readonly HeatCell[] }[];
}

/** Beyond this share of the colour the text would lose its contrast. */
const STRONGEST_PCT = 38;

export function HeatMap({ caption, corner, columns, rows }: HeatMapProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table className="w-full border-separate border-spacing-px text-right">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-faint">
            <th scope="col" className="h-8 pr-2 text-left font-medium">
              {corner}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row" className="h-8 pr-2 text-left font-medium whitespace-nowrap">
                {label}
              </th>
              {cells.map(({ key, content, title, heat }) => (
                <td key={key} title={title} className="rounded-sm px-2 whitespace-nowrap" style={shade(heat)}>
                  {content}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function shade(heat: number | null): { background: string } | undefined {
  if (heat === null || heat === 0) return undefined;
  const strength = Math.round(Math.min(1, Math.abs(heat)) * STRONGEST_PCT);
  return {
    background: `color-mix(in srgb, var(--${heat > 0 ? 'profit' : 'loss'}) ${strength}%, transparent)`,
  };
}

/**
 * Exposure as bars from the middle: long to the right, short to the left, the net in figures. A short is not
 * a loss: no red, no green.
 */
import { figure } from '../../lib/format';
import type { Answer } from '../../manager/types';
import { Panel } from '../../ui/page';

export interface Exposure {
  readonly name: string;
  readonly longUsd: string;
  readonly shortUsd: string;
  readonly netUsd: string;
}

type Held = Pick<Answer<'/portfolio'>, 'exposureBySymbol' | 'exposureByCluster'>;

export function ExposurePanels({ held }: { held: Held }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Panel title="Exposure by symbol, USD">
        <ExposureBars rows={held.exposureBySymbol.map((row) => ({ ...row, name: row.symbol }))} />
      </Panel>
      <Panel title="Exposure by cluster, USD">
        <ExposureBars
          rows={held.exposureByCluster.map((row) => ({ ...row, name: row.clusterId ?? 'no cluster' }))}
        />
      </Panel>
    </div>
  );
}

export function ExposureBars({ rows }: { rows: readonly Exposure[] }) {
  if (rows.length === 0) return <p className="py-4 text-muted">No exposure.</p>;
  const widest = Math.max(
    1e-9,
    ...rows.flatMap(({ longUsd, shortUsd }) => [Number(longUsd), Math.abs(Number(shortUsd))]),
  );
  const width = (usd: string) => `${(100 * Math.abs(Number(usd))) / widest}%`;
  return (
    <table className="w-full border-separate border-spacing-0">
      <thead>
        <tr className="text-left text-faint">
          <th scope="col" className="h-8 border-b font-medium">
            Name
          </th>
          <th scope="col" className="border-b text-right font-medium">
            Short
          </th>
          <th scope="col" className="w-2/5 border-b font-medium">
            <span className="sr-only">Short to the left, long to the right</span>
          </th>
          <th scope="col" className="border-b font-medium">
            Long
          </th>
          <th scope="col" className="border-b text-right font-medium">
            Net
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, longUsd, shortUsd, netUsd }) => (
          <tr key={name} className="h-8">
            <th scope="row" className="border-b text-left font-medium">
              {name}
            </th>
            <td className="border-b pr-2 text-right">
              {figure(Math.abs(Number(shortUsd)), { decimals: 0 })}
            </td>
            <td className="border-b">
              <span aria-hidden className="grid grid-cols-2 gap-px">
                <span className="flex h-2 justify-end">
                  <span className="h-full rounded-l-sm bg-muted" style={{ width: width(shortUsd) }} />
                </span>
                <span className="h-2">
                  <span className="block h-full rounded-r-sm bg-accent" style={{ width: width(longUsd) }} />
                </span>
              </span>
            </td>
            <td className="border-b pl-2">{figure(longUsd, { decimals: 0 })}</td>
            <td className="border-b text-right">{figure(netUsd, { decimals: 0, signed: true })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

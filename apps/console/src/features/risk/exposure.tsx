'use client';

import { figure } from '../../lib/format';
import type { Answer } from '../../manager/types';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';

type Held = Answer<'/portfolio'>;

interface Row {
  readonly name: string;
  readonly longUsd: string;
  readonly shortUsd: string;
  readonly grossUsd: string;
  readonly netUsd: string;
}

/** Exposure by symbol and by cluster: short to the left, long to the right, on one scale. */
export function ExposurePanels({ held }: { held: Held }) {
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      <ExposurePanel
        title="Exposure by symbol, USD"
        rows={held.exposureBySymbol.map(({ symbol, ...row }) => ({ name: symbol, ...row }))}
      />
      <ExposurePanel
        title="Exposure by cluster, USD"
        rows={held.exposureByCluster.map(({ clusterId, ...row }) => ({
          name: clusterId ?? 'no cluster',
          ...row,
        }))}
      />
    </div>
  );
}

function ExposurePanel({ title, rows }: { title: string; rows: readonly Row[] }) {
  const widest = Math.max(1, ...rows.flatMap(({ longUsd, shortUsd }) => [Number(longUsd), Number(shortUsd)]));
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <Empty title="Nothing is exposed" />
      ) : (
        <table className="w-full">
          <thead className="text-faint">
            <tr>
              <th scope="col" className="py-1 text-left font-medium">
                Name
              </th>
              <th scope="col" className="w-1/2 font-medium">
                Short · long
              </th>
              <th scope="col" className="text-right font-medium">
                Net
              </th>
              <th scope="col" className="text-right font-medium">
                Gross
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name} className="h-8 border-t">
                <th scope="row" className="pr-3 text-left font-normal">
                  {row.name}
                </th>
                <td>
                  <Bars long={Number(row.longUsd) / widest} short={Number(row.shortUsd) / widest} />
                </td>
                <td className="pl-3 text-right">{figure(row.netUsd)}</td>
                <td className="pl-3 text-right">{figure(row.grossUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** The sides have no colour of profit or loss: a short is not a loss. */
function Bars({ long, short }: { long: number; short: number }) {
  return (
    <div aria-hidden className="grid h-2 grid-cols-2">
      <div className="flex justify-end border-r border-strong-line">
        <div className="h-full bg-warn" style={{ width: `${short * 100}%` }} />
      </div>
      <div className="h-full bg-accent" style={{ width: `${long * 100}%` }} />
    </div>
  );
}

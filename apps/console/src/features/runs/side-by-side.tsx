/** Tables whose columns are runs. */
'use client';

import { Star } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { ComparedFigure, Difference } from '../../lib/runs/compare';
import type { RunDetail } from '../../lib/runs/types';
import { useStrategyTitles } from '../../manager/use-strategy-titles';
import { classNames } from '../../ui/class-names';
import { KpiFigure } from './kpi-figure';
import { runName } from './run-words';

type Runs = readonly RunDetail[];

/** The colours of the lines in the chart above, in the same order. */
const DOTS = ['bg-accent', 'bg-warn', 'bg-third', 'bg-fourth'] as const;

export function SideBySide({
  heading,
  runs,
  children,
}: {
  heading: string;
  runs: Runs;
  children: ReactNode;
}) {
  const titleOf = useStrategyTitles();
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            <th scope="col" className="h-8 border-b text-left font-medium text-faint">
              {heading}
            </th>
            {runs.map((run, index) => (
              <th key={run.id} scope="col" className="border-b px-3 text-right font-medium whitespace-nowrap">
                <i
                  aria-hidden
                  className={classNames('mr-1.5 inline-block size-2 rounded-full', DOTS[index])}
                />
                <Link href={`/runs/${run.id}`} className="hover:underline">
                  {index + 1} {runName(run, titleOf)}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function FigureRow({ row: { kpi, values, best }, runs }: { row: ComparedFigure; runs: Runs }) {
  return (
    <tr className="h-8 hover:bg-surface">
      <th scope="row" className="border-b text-left font-normal text-muted">
        {kpi.unit === 'usd' ? `${kpi.label}, USD` : kpi.label}
      </th>
      {runs.map(({ id }, index) => (
        <td
          key={id}
          className={classNames('border-b px-3 text-right', best.includes(index) && 'font-semibold')}
        >
          {best.includes(index) ? (
            <Star size={11} aria-label="best" className="mr-1 inline fill-current text-accent" />
          ) : null}
          <KpiFigure kpi={kpi} value={values[index] ?? null} />
        </td>
      ))}
    </tr>
  );
}

export function Differences({ runs, rows }: { runs: Runs; rows: readonly Difference[] }) {
  if (rows.length === 0)
    return <p className="text-muted">None: the same strategy, parameters, costs, code and data.</p>;
  return (
    <SideBySide heading="Setting" runs={runs}>
      {rows.map(({ name, values }) => (
        <tr key={name} className="h-8 hover:bg-surface">
          <th scope="row" className="border-b text-left font-normal text-muted">
            {name}
          </th>
          {runs.map(({ id }, index) => (
            <td key={id} className="border-b px-3 text-right font-mono text-xs">
              {values[index]}
            </td>
          ))}
        </tr>
      ))}
    </SideBySide>
  );
}

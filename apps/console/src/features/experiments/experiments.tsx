/** The list of experiments, newest first, with how far each is. */
'use client';

import { Grid3x3 } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { figure } from '../../lib/format';
import { utcDay } from '../../lib/time';
import { words } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import { useManagerPages } from '../../manager/use-manager';
import { useStrategyTitles } from '../../manager/use-strategy-titles';
import { LoadedPages } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Empty, SkeletonRows } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Moment } from '../../ui/time';
import { ExperimentStatus } from './experiment-status';

type Row = ItemOf<'/experiments'>;

export function Experiments() {
  return (
    <Page
      title="Experiments"
      lead="Many trials of a strategy, and statistics that separate skill from luck."
      actions={
        <Link
          href="/experiments/new"
          className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent px-3 font-medium text-on-accent"
        >
          <Grid3x3 size={14} aria-hidden /> New experiment
        </Link>
      }
    >
      <ExperimentTable />
    </Page>
  );
}

const columnsFor = (titleOf: (strategy: string) => string): readonly Column<Row>[] => [
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ id, kind }) => (
      <Link href={`/experiments/${id}`} className="text-accent underline underline-offset-2">
        {words(kind)}
      </Link>
    ),
    sortBy: ({ kind }) => kind,
  },
  {
    id: 'strategy',
    header: 'Strategy',
    cell: ({ strategy }) => titleOf(strategy),
    sortBy: ({ strategy }) => titleOf(strategy),
  },
  {
    id: 'market',
    header: 'Market',
    cell: ({ symbols, timeframe }) => `${symbols.join(', ')} · ${timeframe}`,
  },
  {
    id: 'span',
    header: 'Span',
    cell: ({ fromTs, toTs }) => `${utcDay(fromTs)} to ${utcDay(toTs - 1)}`,
    wideOnly: true,
  },
  {
    id: 'trials',
    header: 'Trials',
    align: 'right',
    cell: ({ doneCount, trialCount }) =>
      doneCount === trialCount
        ? figure(trialCount, { decimals: 0 })
        : `${figure(doneCount, { decimals: 0 })} of ${figure(trialCount, { decimals: 0 })}`,
    sortBy: ({ trialCount }) => trialCount,
  },
  { id: 'status', header: 'Status', cell: (row) => <ExperimentStatus experiment={row} /> },
  { id: 'created', header: 'Started', cell: ({ createdAt }) => <Moment at={createdAt} />, wideOnly: true },
];

function ExperimentTable() {
  const router = useRouter();
  const titleOf = useStrategyTitles();
  const columns = useMemo(() => columnsFor(titleOf), [titleOf]);
  const read = useManagerPages('/experiments', { query: { page_size: 100 }, pollMs: 5_000 });
  return (
    <LoadedPages read={read} skeleton={<SkeletonRows rows={8} />}>
      {(rows) => (
        <Table
          caption="Experiments"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          onSelect={({ id }) => router.push(`/experiments/${id}`)}
          empty={
            <Empty title="No experiments yet">
              Start with a sweep: it tries every combination of a few parameters on stored history.
            </Empty>
          }
        />
      )}
    </LoadedPages>
  );
}

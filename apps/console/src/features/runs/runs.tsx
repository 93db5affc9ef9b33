/**
 * The list of runs: filters and selection stand in the address, pages come by cursor, two to four can be
 * compared.
 */
'use client';

import { FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { figure, percent } from '../../lib/format';
import { COMPARED } from '../../lib/runs/compare';
import type { RunSummary } from '../../lib/runs/types';
import { utcDay } from '../../lib/time';
import { plural, words } from '../../lib/words';
import { useManagerPages } from '../../manager/use-manager';
import { useStrategyTitles } from '../../manager/use-strategy-titles';
import { Button } from '../../ui/button';
import { Check } from '../../ui/check';
import { Pnl, PnlPercent } from '../../ui/figures';
import { LoadedPages } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Empty, SkeletonRows } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Moment } from '../../ui/time';
import { urlValue, useUrlState } from '../../ui/url-state';
import { RunFilterBar, type RunFilters, useRunFilters } from './run-filters';
import { RunStatus } from './run-words';

export function Runs() {
  const filters = useRunFilters();
  return (
    <Page
      title="Runs"
      lead="Every backtest and every period of live trading, newest first."
      actions={
        <Link
          href="/backtest"
          className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent px-3 font-medium text-on-accent"
        >
          <FlaskConical size={14} aria-hidden /> New backtest
        </Link>
      }
    >
      <RunFilterBar filters={filters} />
      <RunTable filters={filters} />
    </Page>
  );
}

function RunTable({ filters }: { filters: RunFilters }) {
  const router = useRouter();
  const read = useManagerPages('/runs', { query: { ...filters.query, page_size: 100 }, pollMs: 15_000 });
  const selection = useSelection();
  const titleOf = useStrategyTitles();
  const columns = useMemo(() => columnsFor(selection, titleOf), [selection, titleOf]);
  return (
    <div className="space-y-3">
      <CompareBar selection={selection} />
      <LoadedPages read={read} skeleton={<SkeletonRows rows={12} />}>
        {(runs) => (
          <Table
            caption="Runs"
            columns={columns}
            rows={runs}
            rowKey={(run) => run.id}
            onSelect={(run) => router.push(`/runs/${run.id}`)}
            empty={<NoRuns isFiltered={filters.isActive} />}
          />
        )}
      </LoadedPages>
    </div>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No run matches these filters">Take one away, or clear them all.</Empty>
  ) : (
    <Empty
      title="No runs yet"
      command="./platform manager backtest --strategy supertrend --symbol BTCUSDT --timeframe 1h"
    >
      Start a{' '}
      <Link href="/backtest" className="text-accent underline">
        backtest
      </Link>
      , or a bot: each period of live trading becomes a run as well.
    </Empty>
  );
}

interface Selection {
  readonly ids: readonly string[];
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
}

function useSelection(): Selection {
  const [picked, setPicked] = useUrlState('pick');
  return useMemo(() => {
    const toggle = (id: string) => setPicked(toggled(idsOf(urlValue('pick')), id).join(','));
    return { ids: idsOf(picked), toggle, clear: () => setPicked('') };
  }, [picked, setPicked]);
}

const idsOf = (text: string) => (text === '' ? [] : text.split(','));

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}

/** Those that were given; the others have their defaults. */
function paramsText(params: RunSummary['params']): string {
  const given = Object.entries(params).map(([name, value]) => {
    const parts = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    return `${words(name)} ${parts.join(' ')}`;
  });
  return given.length === 0 ? 'defaults' : given.join(', ');
}

function CompareBar({ selection: { ids, clear } }: { selection: Selection }) {
  const router = useRouter();
  if (ids.length === 0) return null;
  const refusal =
    ids.length < COMPARED.min ? 'Choose a second run.' : ids.length > COMPARED.max ? 'Four at most.' : null;
  return (
    <div className="sticky top-0 z-20 flex items-center gap-3 border-y border-strong-line bg-raised px-3 py-2">
      <span>{plural(ids.length, 'run')} chosen</span>
      <Button
        tone="primary"
        refusal={refusal}
        onClick={() => router.push(`/runs/compare?ids=${ids.join(',')}`)}
      >
        Compare side by side
      </Button>
      <Button tone="quiet" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

function columnsFor(
  { ids, toggle }: Selection,
  titleOf: (strategy: string) => string,
): readonly Column<RunSummary>[] {
  return [
    {
      id: 'pick',
      header: 'Pick',
      cell: (run) => (
        <Check
          aria-label={`Choose ${titleOf(run.strategy)} ${run.symbol} for comparison`}
          checked={ids.includes(run.id)}
          onChange={() => toggle(run.id)}
        />
      ),
    },
    { id: 'status', header: 'Status', cell: (run) => <RunStatus status={run.status} /> },
    {
      id: 'strategy',
      header: 'Run',
      sortBy: (run) => run.name ?? titleOf(run.strategy),
      cell: (run) => (
        <Link
          href={`/runs/${run.id}`}
          className="font-medium hover:underline"
          onClick={(event) => event.stopPropagation()}
        >
          <span className="block max-w-56 truncate" title={run.name ?? titleOf(run.strategy)}>
            {run.name ?? titleOf(run.strategy)}
          </span>
        </Link>
      ),
    },
    { id: 'symbol', header: 'Symbol', sortBy: (run) => run.symbol, cell: (run) => run.symbol },
    { id: 'timeframe', header: 'Frame', cell: (run) => run.timeframe },
    {
      id: 'tags',
      header: 'Tags',
      wideOnly: true,
      cell: ({ tags }) => <span className="block max-w-32 truncate text-muted">{tags.join(' ')}</span>,
    },
    { id: 'kind', header: 'Kind', cell: (run) => run.kind, wideOnly: true },
    {
      id: 'params',
      header: 'Parameters',
      wideOnly: true,
      cell: ({ params }) => (
        <span className="block max-w-36 truncate text-muted" title={paramsText(params)}>
          {paramsText(params)}
        </span>
      ),
    },
    {
      id: 'span',
      header: 'Span, UTC',
      wideOnly: true,
      cell: (run) =>
        run.fromTs === null ? '–' : `${utcDay(run.fromTs)} → ${run.toTs === null ? 'now' : utcDay(run.toTs)}`,
    },
    {
      id: 'return',
      header: 'Return',
      align: 'right',
      sortBy: (run) => run.returnPct,
      cell: (run) => <PnlPercent value={run.returnPct} />,
    },
    {
      id: 'pnl',
      header: 'Net PnL, USD',
      align: 'right',
      wideOnly: true,
      sortBy: (run) => (run.netPnlUsd === null ? null : Number(run.netPnlUsd)),
      cell: (run) => <Pnl value={run.netPnlUsd} />,
    },
    {
      id: 'trips',
      header: 'Trips',
      align: 'right',
      wideOnly: true,
      sortBy: (run) => run.roundtripCount,
      cell: (run) => figure(run.roundtripCount, { decimals: 0 }),
    },
    {
      id: 'sharpe',
      header: 'Sharpe',
      align: 'right',
      sortBy: (run) => run.sharpe,
      cell: (run) => figure(run.sharpe),
    },
    {
      id: 'drawdown',
      header: 'Max drawdown',
      align: 'right',
      sortBy: (run) => run.maxDrawdownPct,
      cell: (run) => percent(run.maxDrawdownPct),
    },
    { id: 'created', header: 'Created, UTC', wideOnly: true, cell: (run) => <Moment at={run.createdAt} /> },
  ];
}

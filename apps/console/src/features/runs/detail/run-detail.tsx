/**
 * One run from its identity to its last roundtrip. Every panel shows the same range of time, which stands in
 * the address.
 */
'use client';

import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { useMemo } from 'react';
import { againAddress } from '../../../lib/backtest/again';
import { costsOfRun, costsOfTrips } from '../../../lib/runs/costs';
import { equityBefore, isWithin, spanOf, within } from '../../../lib/runs/curve';
import type { Roundtrip, RunDetail as Run } from '../../../lib/runs/types';
import { viewOf } from '../../../manager/error-view';
import { useStrategyTitles } from '../../../manager/use-strategy-titles';
import { Loaded } from '../../../ui/loaded';
import { Page, Panel } from '../../../ui/page';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/states';
import { RunStatus, runName } from '../run-words';
import { isFinished, useRoundtrips, useRun, useRunCurve } from '../use-run';
import { useSpan } from '../use-span';
import { CostPanel } from './cost-panel';
import { CoveragePanel } from './coverage-panel';
import { DeleteRun } from './delete-run';
import { DistributionPanels } from './distribution-panels';
import { EquityPanel } from './equity-panel';
import { ExportMenu } from './export-menu';
import { GroupPanel } from './group-panel';
import { IdentityPanel } from './identity-panel';
import { KpiStrip } from './kpi-strip';
import { MonthlyPanel } from './monthly-panel';
import { RunLabel } from './run-label';
import { RunProgress } from './run-progress';
import { TradePanels } from './trade-panels';
import { WarningList } from './warning-list';

export function RunDetail({ id }: { id: string }) {
  const read = useRun(id);
  const titleOf = useStrategyTitles();
  if (read.data === undefined && read.error !== null && read.error.view.field !== null) return <NoSuchRun />;
  return (
    <Loaded read={read} skeleton={<RunSkeleton />}>
      {(run) => (
        <Page
          title={
            <span className="flex flex-wrap items-center gap-x-3">
              <span className="min-w-0 break-words">{run.name ?? runName(run, titleOf)}</span>{' '}
              <RunStatus status={run.status} />
            </span>
          }
          lead={
            <>
              {run.name === null ? '' : `${runName(run, titleOf)} · `}
              {run.kind === 'backtest' ? 'Backtest, net of fees, slippage and funding.' : `${run.kind} run`}
            </>
          }
          actions={<RunActions run={run} />}
        >
          <RunLabel run={run} />
          {run.error === null ? null : <Failure reason={run.error} run={run} />}
          {run.kind === 'backtest' && !isFinished(run) ? (
            <RunProgress id={run.id} />
          ) : (
            <RunResult run={run} />
          )}
        </Page>
      )}
    </Loaded>
  );
}

function NoSuchRun() {
  return (
    <Page title="Run">
      <Empty title="There is no such run" icon={SearchX}>
        It may have been deleted, or the address is not whole.{' '}
        <Link href="/runs" className="text-accent underline underline-offset-2">
          All runs
        </Link>
      </Empty>
    </Page>
  );
}

function RunActions({ run }: { run: Run }) {
  return (
    <>
      <Link
        href={`/runs?pick=${run.id}`}
        className="inline-flex h-8 items-center rounded-md border border-strong-line px-3 font-medium hover:bg-raised"
      >
        Compare…
      </Link>
      <Link
        href={againAddress(run)}
        className="inline-flex h-8 items-center rounded-md border border-strong-line px-3 font-medium hover:bg-raised"
      >
        Run again with changes
      </Link>
      <Link
        href={`/bots/new?run=${run.id}`}
        className="inline-flex h-8 items-center rounded-md border border-strong-line px-3 font-medium hover:bg-raised"
      >
        Create a bot from it
      </Link>
      <ExportMenu run={run} />
      <DeleteRun run={run} />
    </>
  );
}

const NO_TRIPS: readonly Roundtrip[] = [];

function RunResult({ run }: { run: Run }) {
  const curveRead = useRunCurve(run);
  const { data: allTrips, error } = useRoundtrips(run);
  const trips = allTrips ?? NO_TRIPS;
  const [span, setSpan] = useSpan();
  const curve = curveRead.data;
  const shown = useMemo(() => (curve === undefined ? undefined : within(curve, span)), [curve, span]);
  const shownTrips = useMemo(() => trips.filter((trip) => isWithin(trip.exitTs, span)), [trips, span]);
  const whole = useMemo(() => (curve === undefined ? null : spanOf(curve)), [curve]);
  const wholeCosts = span === null ? costsOfRun(run) : null;
  const tripCosts = useMemo(() => costsOfTrips(shownTrips), [shownTrips]);
  const openUsd =
    span !== null || wholeCosts !== null || allTrips === undefined || run.performance === null
      ? null
      : Number(run.performance.netPnlUsd) - tripCosts.net;
  if (run.status === 'failed') return <IdentityPanel run={run} />;
  return (
    <>
      <WarningList warnings={run.warnings} />
      {run.coverage === null ? null : <CoveragePanel coverage={run.coverage} />}
      <KpiStrip run={run} />
      {curve === undefined ? (
        curveRead.error === null ? (
          <Skeleton className="h-96 w-full" />
        ) : (
          <ErrorPanel error={viewOf(curveRead.error)} />
        )
      ) : curve.ts.length < 2 ? (
        <Panel title="Equity">
          <Empty title="No equity points yet">
            {run.kind === 'backtest'
              ? 'The strategy decided nothing in this span: the warnings above say why.'
              : 'A live run writes its first one when its first bar closes.'}
          </Empty>
        </Panel>
      ) : (
        <EquityPanel run={run} curve={curve} span={span} onSpan={setSpan} />
      )}
      {error === null ? null : <ErrorPanel error={viewOf(error)} />}
      <TradePanels
        run={run}
        trips={shownTrips}
        isComplete={allTrips !== undefined}
        span={span}
        whole={whole}
        onSpan={setSpan}
      />
      {shown === undefined || curve === undefined ? null : (
        <MonthlyPanel curve={shown} beforeUsd={equityBefore(curve, span, Number(run.initialEquityUsd))} />
      )}
      <DistributionPanels trips={shownTrips} />
      <div className="grid gap-6 lg:grid-cols-2">
        <CostPanel split={wholeCosts ?? tripCosts} isWhole={wholeCosts !== null} openUsd={openUsd} />
        <GroupPanel trips={shownTrips} />
      </div>
      <IdentityPanel run={run} />
    </>
  );
}

const BACKTEST_FAILED = {
  code: 'MANAGER_BACKTEST_FAILED',
  severity: 'Error',
  category: 'Control',
  field: null,
  trace_id: '',
} as const;

function Failure({ reason, run }: { reason: string; run: Run }) {
  const action =
    run.kind === 'backtest'
      ? 'Run it again with changes; if the reason is missing history, fill it on the data page first.'
      : 'Look at the events of the bot and at the log.';
  return <ErrorPanel error={{ ...BACKTEST_FAILED, message: reason, action }} />;
}

function RunSkeleton() {
  return (
    <div className="space-y-6 px-4 py-5 lg:px-6">
      <Skeleton className="h-7 w-72" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}

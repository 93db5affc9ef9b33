/**
 * The promise of the platform, for one bot: what the audit found, and its live curve over a backtest of the
 * same span.
 */
'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import type { ChartLine } from '../../lib/chart-data';
import { percent } from '../../lib/format';
import { curveGapPct, sameSpanBacktest } from '../../lib/parity';
import type { Curve, RunDetail } from '../../lib/runs/types';
import { plural } from '../../lib/words';
import { useCommand } from '../../manager/request';
import { useManager } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { CurveChart } from '../../ui/charts';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty, ErrorPanel, Skeleton } from '../../ui/states';
import { Moment } from '../../ui/time';
import { useUrlState } from '../../ui/url-state';
import { useRefusal } from '../frame/providers';
import { isFinished } from '../runs/use-run';
import { type Bot, Parity } from './columns';

export function BotParity({ bot }: { bot: Bot }) {
  return (
    <div className="space-y-6">
      <Panel isFirst title="Decisions, bar by bar">
        <p className="flex flex-wrap items-center gap-2">
          <Parity bot={bot} />
          {bot.parity === null ? (
            <span className="text-muted">The bot audits itself soon after its first bar and every hour.</span>
          ) : (
            <span className="text-muted">
              {plural(bot.parity.barCount, 'bar')} decided again by the backtest’s engine,{' '}
              <Moment at={bot.parity.auditedAt} />
            </span>
          )}
        </p>
      </Panel>
      <Panel
        title="Live over backtest"
        aside="The same settings, capital and span; fills differ, decisions must not"
      >
        {bot.candleSource === 'scripted' ? (
          <Empty title="This bot reads a script">A backtest would read different bars.</Empty>
        ) : (
          <Overlaid bot={bot} />
        )}
      </Panel>
    </div>
  );
}

function Overlaid({ bot }: { bot: Bot }) {
  const runs = useManager('/bots/{id}/runs', { params: { id: bot.botId } });
  return (
    <Loaded read={runs}>
      {({ items }) => {
        const live = items.find(({ kind }) => kind === 'live');
        return live === undefined ? (
          <Empty title="No live run yet">A live run begins with the first fill.</Empty>
        ) : (
          <OverRun bot={bot} runId={live.id} />
        );
      }}
    </Loaded>
  );
}

function OverRun({ bot, runId }: { bot: Bot; runId: string }) {
  const run = useManager('/runs/{id}', { params: { id: runId } });
  const curve = useManager('/runs/{id}/curve', { params: { id: runId } });
  return (
    <Loaded read={run}>
      {(live) => (
        <Loaded read={curve} skeleton={<Skeleton className="h-80 w-full" />}>
          {(points) => <Comparison bot={bot} live={live} curve={points} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Comparison({ bot, live, curve }: { bot: Bot; live: RunDetail; curve: Curve }) {
  const [backtestId, setBacktestId] = useUrlState('over');
  const config = useManager('/bots/{id}', { params: { id: bot.botId }, pollMs: false }).data;
  const command = useCommand<{ runId: string }>();
  const role = useRefusal();
  const request = config === undefined ? null : sameSpanBacktest(live, curve, config.sizing);
  const refusal = role ?? (request === null ? 'Less than one bar has passed since the run began.' : null);
  const start = () =>
    void command
      .mutateAsync({ method: 'POST', path: '/backtest', body: { ...request, allow_partial_data: true } })
      .then(({ data }) => setBacktestId(data.runId))
      .catch(() => undefined);
  return (
    <div className="space-y-3">
      <Button refusal={refusal} disabled={command.isPending} onClick={start}>
        {command.isPending
          ? 'Running…'
          : backtestId === ''
            ? 'Run the backtest of this span'
            : 'Run it again up to now'}
      </Button>
      {command.error === null ? null : <ErrorPanel error={command.error.view} />}
      {backtestId === '' ? (
        <Lines live={curve} backtest={null} />
      ) : (
        <WithBacktest live={live} curve={curve} backtestId={backtestId} />
      )}
    </div>
  );
}

function WithBacktest({ live, curve, backtestId }: { live: RunDetail; curve: Curve; backtestId: string }) {
  const run = useManager('/runs/{id}', { params: { id: backtestId }, pollMs: 2_000 });
  const isDone = run.data !== undefined && isFinished(run.data);
  const backtest = useManager('/runs/{id}/curve', {
    params: { id: backtestId },
    pollMs: false,
    enabled: isDone,
  });
  const gap = backtest.data === undefined ? null : curveGapPct(curve, backtest.data);
  return (
    <>
      {run.error === null ? null : <ErrorPanel error={run.error.view} />}
      <p>
        {gap === null
          ? isDone
            ? 'The two share no moment yet.'
            : 'The backtest is running…'
          : `Live stands ${percent(gap, { signed: true })} from the backtest where both end.`}{' '}
        <Link
          href={`/runs/compare?ids=${live.id},${backtestId}`}
          className="text-accent underline underline-offset-2"
        >
          Figures side by side
        </Link>
      </p>
      <Lines live={curve} backtest={backtest.data ?? null} />
    </>
  );
}

function Lines({ live, backtest }: { live: Curve; backtest: Curve | null }) {
  const lines = useMemo((): ChartLine[] => {
    const line = (label: string, { ts, equityUsd }: Curve, tone: ChartLine['tone']) => ({
      label,
      ts,
      values: equityUsd,
      tone,
    });
    return [line('Live', live, 'main'), ...(backtest === null ? [] : [line('Backtest', backtest, 'second')])];
  }, [live, backtest]);
  if (live.ts.length < 2) return <Empty title="No equity points yet">They come with every bar.</Empty>;
  return <CurveChart label="Equity of the live run and of a backtest of the same span, USD" lines={lines} />;
}

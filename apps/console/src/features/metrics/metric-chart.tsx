'use client';

import type { Panel } from '@platform/contracts';
import { useMemo } from 'react';
import { chartLines, WRITTEN } from '../../lib/metric-lines';
import type { Query } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { CurveChart } from '../../ui/charts';
import { Loaded } from '../../ui/loaded';
import { Empty, Skeleton } from '../../ui/states';

interface MetricChartProps {
  /** The name of an alert or the id of a panel. */
  readonly chart: string;
  readonly title: string;
  readonly minutes: number;
  readonly unit?: Panel['unit'];
}

/** One expression over time, by the metrics server. */
export function MetricChart({ chart, title, minutes, unit = 'short' }: MetricChartProps) {
  const query = { chart, minutes } as Query<'/bff/metrics/chart'>;
  const read = useManager('/bff/metrics/chart', { query, pollMs: 15_000 });
  if (read.error?.view.code === 'MANAGER_UPSTREAM_UNAVAILABLE' && read.data === undefined) {
    return <Empty title="Prometheus does not answer" command="./platform doctor" />;
  }
  return (
    <Loaded read={read} skeleton={<Skeleton className="h-44 w-full" />}>
      {({ series, isCut }) => <Lines title={title} unit={unit} series={series} isCut={isCut} />}
    </Loaded>
  );
}

type Series = Parameters<typeof chartLines>[0];

interface LinesProps {
  readonly title: string;
  readonly unit: Panel['unit'];
  readonly series: Series;
  readonly isCut: boolean;
}

function Lines({ title, unit, series, isCut }: LinesProps) {
  const bots = useManager('/bff/bots', { pollMs: 15_000 }).data?.items;
  const names = useMemo(() => new Map(bots?.map(({ botId, botName }) => [botId, botName])), [bots]);
  const { lines, leftOut } = useMemo(() => chartLines(series, names), [series, names]);
  if (lines.length === 0) return <Empty title="No samples in this time" />;
  return (
    <>
      <CurveChart label={title} lines={lines} height={176} write={WRITTEN[unit]} />
      {leftOut > 0 || isCut ? (
        <p className="text-xs text-faint">
          {isCut ? 'More than 50 series' : `${leftOut} more series`} not drawn: these have the worst last
          values.
        </p>
      ) : null}
    </>
  );
}

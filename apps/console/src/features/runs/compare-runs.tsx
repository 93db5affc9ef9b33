/**
 * Two to four runs side by side: curves from the same hundred, figures with the best marked, and in what they
 * differ.
 */
'use client';

import { useQueries } from '@tanstack/react-query';
import Link from 'next/link';
import { useMemo } from 'react';
import type { ChartLine } from '../../lib/chart-data';
import { COMPARED, compareFigures, differences } from '../../lib/runs/compare';
import type { RunDetail } from '../../lib/runs/types';
import { viewOf } from '../../manager/error-view';
import { ask, pathOf } from '../../manager/request';
import type { Answer, ReadPath } from '../../manager/types';
import { managerKey } from '../../manager/use-manager';
import { useStrategyTitles } from '../../manager/use-strategy-titles';
import { Button } from '../../ui/button';
import { CurveChart } from '../../ui/charts';
import { Page, Panel } from '../../ui/page';
import { Empty, ErrorPanel, SkeletonRows } from '../../ui/states';
import { useUrlState } from '../../ui/url-state';
import { Differences, FigureRow, SideBySide } from './side-by-side';

export function CompareRuns() {
  const [list] = useUrlState('ids');
  const ids = useMemo(() => list.split(',').filter((id) => id !== ''), [list]);
  return (
    <Page
      title="Compare runs"
      lead="The same figures side by side; a star marks the best."
      actions={
        <Link href={`/runs?pick=${ids.join(',')}`} className="text-accent underline underline-offset-2">
          Choose others
        </Link>
      }
    >
      {ids.length < COMPARED.min || ids.length > COMPARED.max ? (
        <Empty title="Choose two to four runs">Mark them in the list of runs, then compare.</Empty>
      ) : (
        <Comparison ids={ids} />
      )}
    </Page>
  );
}

function useEach<P extends ReadPath>(path: P, ids: readonly string[]) {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: managerKey(path, { id }),
      queryFn: async () => (await ask<Answer<P>>(pathOf(path, { id }))).data,
    })),
    combine: (reads) => ({
      data: reads.flatMap(({ data }) => (data === undefined ? [] : [data as Answer<P>])),
      error: reads.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
}

function Comparison({ ids }: { ids: readonly string[] }) {
  const runs = useEach('/runs/{id}', ids);
  const curves = useEach('/runs/{id}/curve', ids);
  const isWhole = runs.data.length === ids.length;
  const error = runs.error ?? curves.error;
  if (error !== null) return <ErrorPanel error={viewOf(error)} />;
  if (!isWhole) return <SkeletonRows rows={12} />;
  return (
    <>
      {curves.data.length === ids.length ? (
        <Curves runs={runs.data} curves={curves.data} />
      ) : (
        <SkeletonRows rows={10} />
      )}
      <Panel title="Figures">
        <SideBySide heading="Figure" runs={runs.data}>
          {compareFigures(runs.data).map((row) => (
            <FigureRow key={row.kpi.id} row={row} runs={runs.data} />
          ))}
        </SideBySide>
      </Panel>
      <Panel title="Differences">
        <Differences runs={runs.data} rows={differences(runs.data)} />
      </Panel>
    </>
  );
}

const TONES: readonly ChartLine['tone'][] = ['main', 'second', 'third', 'fourth'];

function Curves({
  runs,
  curves,
}: {
  runs: readonly RunDetail[];
  curves: readonly Answer<'/runs/{id}/curve'>[];
}) {
  const [scale, setScale] = useUrlState('scale');
  const titleOf = useStrategyTitles();
  const lines = useMemo(
    () =>
      curves.map(({ ts, equityUsd }, index): ChartLine => {
        const first = equityUsd[0] ?? 1;
        const label = `${index + 1} ${titleOf(runs[index]!.strategy)}`;
        return { label, tone: TONES[index]!, ts, values: equityUsd.map((equity) => (100 * equity) / first) };
      }),
    [runs, curves, titleOf],
  );
  return (
    <Panel
      title="Equity, each from 100"
      aside={
        <Button
          tone="quiet"
          aria-pressed={scale === 'log'}
          onClick={() => setScale(scale === 'log' ? '' : 'log')}
        >
          Log scale
        </Button>
      }
    >
      <CurveChart
        label="Equity curves of the compared runs, each from 100"
        lines={lines}
        isLogarithmic={scale === 'log'}
        height={340}
      />
    </Panel>
  );
}

/** Bars of the range with entries, exits, stops and the funding settled in between. */
'use client';

import { useMemo } from 'react';
import type { ChartMark, Span, TripPath } from '../../../lib/chart-data';
import { figure } from '../../../lib/format';
import { fundingMarks, tripMarks } from '../../../lib/runs/marks';
import type { Roundtrip, RunDetail } from '../../../lib/runs/types';
import { plural } from '../../../lib/words';
import { useDrawing } from '../../../manager/use-drawing';
import { Button } from '../../../ui/button';
import { PriceChart } from '../../../ui/charts';
import { Loaded } from '../../../ui/loaded';
import { Panel } from '../../../ui/page';
import { Empty, Skeleton } from '../../../ui/states';
import { useUrlState } from '../../../ui/url-state';
import { useBars, useFunding } from '../use-run';

interface PricePanelProps {
  readonly run: RunDetail;
  readonly trips: readonly Roundtrip[];
  readonly span: Span | null;
  readonly path: TripPath | null;
  readonly onSpan: (span: Span | null) => void;
}

/** More marks than this cover the bars; funding and words beside the marks need more room still. */
const MAX_MARKS = 1_200;
const MAX_WORDS = 120;

export function PricePanel({ run, trips, span, path, onSpan }: PricePanelProps) {
  const read = useBars(run, span);
  const [funding, setFunding] = useUrlState('funding', 'on');
  const settlements = useFunding(run.symbol, span);
  const all = useMemo(() => {
    const paid =
      funding === 'on' && settlements.data !== undefined ? fundingMarks(settlements.data, trips, span) : [];
    return [...tripMarks(trips, span), ...paid];
  }, [trips, span, settlements.data, funding]);
  // A coarser chart than the run's own time frame has no bars for its lines to stand on.
  const isOwn = read.data?.timeframe === run.timeframe;
  const bars = read.data?.klines;
  const { lines, decisions } = useDrawing(
    isOwn ? run : undefined,
    bars?.[0]?.openTime,
    bars?.at(-1)?.openTime,
  );
  const marks = useMemo(() => legible([...decisions, ...all]), [decisions, all]);
  return (
    <Panel
      title="Price and trades"
      aside={
        <div className="flex items-center gap-2">
          <span className="text-faint">{read.data === undefined ? '' : `${read.data.timeframe} bars`}</span>
          <Button
            tone="quiet"
            aria-pressed={funding === 'on'}
            onClick={() => setFunding(funding === 'on' ? 'off' : 'on')}
          >
            Funding
          </Button>
        </div>
      }
    >
      <Loaded read={read} skeleton={<Skeleton className="h-96 w-full" />}>
        {({ klines }) =>
          klines.length === 0 ? (
            <Empty title="No bars of this range are stored" />
          ) : (
            <>
              <PriceChart
                label={`${run.symbol} with ${plural(marks.length, 'mark')} of trades`}
                bars={klines}
                marks={marks}
                lines={lines}
                path={path}
                onSpan={onSpan}
                height={380}
              />
              <p className="text-xs text-faint">
                {all.length > MAX_MARKS
                  ? `${figure(all.length, { decimals: 0 })} marks would cover the bars: choose a shorter range to see them.`
                  : all.length > MAX_WORDS
                    ? 'Blue enters, grey exits, squares are stops; a shorter range names them and shows funding. Drag to choose one, double-click for all.'
                    : 'L and S enter long and short, SL is a stop, TP a target, blue dots are decisions, small dots funding; point at one for the reason. Drag to choose a range, double-click for all.'}
              </p>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function legible(marks: readonly ChartMark[]): readonly ChartMark[] {
  if (marks.length > MAX_MARKS) return [];
  if (marks.length <= MAX_WORDS) return marks;
  return marks
    .filter(({ kind }) => kind !== 'funding' && kind !== 'decision')
    .map((mark) => ({ ...mark, text: '' }));
}

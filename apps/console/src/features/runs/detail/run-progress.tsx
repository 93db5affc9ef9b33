/**
 * A backtest under way. How far it is comes with the live feed; that it has ended also without, since the run
 * is read again every second. The page then turns into its result by itself.
 */
'use client';

import { useState } from 'react';
import { percent } from '../../../lib/format';
import { useLive } from '../../../live/live-provider';
import { Age } from '../../../ui/time';
import { useRun } from '../use-run';

export function RunProgress({ id }: { id: string }) {
  const { data: run } = useRun(id, 1_000);
  const [fraction, setFraction] = useState(0);
  useLive('run_progress', ({ payload }) => {
    const { runId, progress } = payload as { runId: string; progress: number };
    if (runId === id) setFraction(progress);
  });
  if (run === undefined) return null;
  const done = 100 * Math.max(fraction, run.progress);
  return (
    <div className="max-w-2xl space-y-2" role="status">
      <progress value={done} max={100} aria-label="Progress of the backtest" className="sr-only" />
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-raised">
        <div
          className="h-full bg-accent transition-[width] duration-300"
          style={{ width: `${Math.max(1, done)}%` }}
        />
      </div>
      <p className="text-muted">
        {run.status === 'queued' ? (
          'Waiting for a free thread.'
        ) : (
          <>
            {percent(done, { decimals: 0 })} of the bars replayed, started <Age at={run.startedAt} />.
          </>
        )}{' '}
        You may leave: it goes on and its page stays here.
      </p>
    </div>
  );
}

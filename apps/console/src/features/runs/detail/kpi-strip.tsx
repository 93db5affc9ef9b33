/** The figures of a run in one strip, each with the threshold of the promotion flow that it passes or not. */

import { Check, Minus, X } from 'lucide-react';
import { type Kpi, kpis, type Threshold } from '../../../lib/runs/kpis';
import type { RunDetail } from '../../../lib/runs/types';
import { Stat } from '../../../ui/stat';
import { Age } from '../../../ui/time';
import { KpiFigure } from '../kpi-figure';

export function KpiStrip({ run }: { run: RunDetail }) {
  return (
    <>
      <AsOf run={run} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4 xl:grid-cols-6" aria-label="Figures">
        {kpis(run).map((kpi) => (
          <Stat
            key={kpi.id}
            label={labelOf(kpi)}
            note={kpi.threshold === null ? undefined : <Mark {...kpi.threshold} />}
          >
            <KpiFigure kpi={kpi} value={kpi.value} />
          </Stat>
        ))}
      </dl>
    </>
  );
}

/** A live run goes on: what its figures are of, and the mark on those that are older than they should be. */
function AsOf({ run }: { run: RunDetail }) {
  if (run.kind === 'backtest' || run.asOf === null) return null;
  const expects = run.status === 'running' ? { expectedWithinMs: EXPECTED_WITHIN_MS } : {};
  return (
    <p className="text-muted">
      Profit, return and drawdown are of <Age at={run.asOf} {...expects} />; the other figures of{' '}
      <Age at={run.figuresAsOf} {...expects} />.
    </p>
  );
}

/** The executor renews them every hour at the latest. */
const EXPECTED_WITHIN_MS = 70 * 60_000;

function labelOf({ label, unit }: Kpi): string {
  return unit === 'usd' ? `${label}, USD` : label;
}

const MARKS = {
  passed: { icon: Check, word: 'passes', tone: 'text-muted' },
  failed: { icon: X, word: 'fails', tone: 'text-warn' },
  unknown: { icon: Minus, word: 'unknown', tone: 'text-faint' },
} as const;

function Mark({ text, verdict }: Threshold) {
  const { icon: Icon, word, tone } = MARKS[verdict];
  return (
    <span className={`inline-flex items-center gap-1 text-xs ${tone}`} title={`Promotion asks: ${text}`}>
      <Icon size={12} strokeWidth={2.5} aria-hidden />
      <span className="sr-only">{word}:</span> {text}
    </span>
  );
}

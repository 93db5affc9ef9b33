/** The figures of a run in one strip, each with the threshold of the promotion flow that it passes or not. */

import { Check, Minus, X } from 'lucide-react';
import { type Kpi, kpis, type Threshold } from '../../../lib/runs/kpis';
import type { RunDetail } from '../../../lib/runs/types';
import { Stat } from '../../../ui/stat';
import { KpiFigure } from '../kpi-figure';

export function KpiStrip({ run }: { run: RunDetail }) {
  return (
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
  );
}

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

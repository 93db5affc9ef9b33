/** A run's state and name, the same wherever one is listed. */

import { CircleCheck, CircleX, Hourglass, Loader } from 'lucide-react';
import type { RunSummary } from '../../lib/runs/types';
import { Badge, type BadgeTone } from '../../ui/badge';

type Status = RunSummary['status'];

const STATES: Readonly<Record<Status, { icon: typeof Loader; tone: BadgeTone }>> = {
  queued: { icon: Hourglass, tone: 'neutral' },
  running: { icon: Loader, tone: 'accent' },
  completed: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleX, tone: 'danger' },
};

export function RunStatus({ status }: { status: Status }) {
  const { icon, tone } = STATES[status];
  return (
    <Badge icon={icon} tone={tone}>
      {status}
    </Badge>
  );
}

export function runName(
  { strategy, symbol, timeframe }: Pick<RunSummary, 'strategy' | 'symbol' | 'timeframe'>,
  titleOf: (strategy: string) => string,
): string {
  return `${titleOf(strategy)} · ${symbol} · ${timeframe}`;
}

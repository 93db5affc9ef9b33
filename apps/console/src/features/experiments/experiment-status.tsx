/** How far an experiment is, the same wherever one is shown. */
import { CircleCheck, CircleSlash, CircleX, Loader } from 'lucide-react';
import type { ItemOf } from '../../manager/types';
import { Badge, type BadgeTone } from '../../ui/badge';

type Shown = Pick<ItemOf<'/experiments'>, 'status' | 'doneCount' | 'trialCount'>;

const STATES: Readonly<Record<Shown['status'], { icon: typeof Loader; tone: BadgeTone }>> = {
  running: { icon: Loader, tone: 'accent' },
  completed: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleX, tone: 'danger' },
  cancelled: { icon: CircleSlash, tone: 'neutral' },
};

export function ExperimentStatus({ experiment: { status, doneCount, trialCount } }: { experiment: Shown }) {
  const { icon, tone } = STATES[status];
  const isUnderWay = status === 'running' || status === 'cancelled';
  return (
    <Badge icon={icon} tone={tone}>
      {status}
      {isUnderWay ? ` ${Math.floor((100 * doneCount) / trialCount)} %` : ''}
    </Badge>
  );
}

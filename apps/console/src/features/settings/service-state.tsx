import { CircleCheck, CircleHelp, CircleX, TriangleAlert } from 'lucide-react';
import type { ItemOf } from '../../manager/types';
import { Badge } from '../../ui/badge';

const LOOKS = {
  up: { tone: 'neutral', icon: CircleCheck },
  degraded: { tone: 'warn', icon: TriangleAlert },
  down: { tone: 'danger', icon: CircleX },
  unconfigured: { tone: 'neutral', icon: CircleHelp },
} as const;

export function ServiceState({ state }: Pick<ItemOf<'/bff/services'>, 'state'>) {
  return <Badge {...LOOKS[state]}>{state}</Badge>;
}

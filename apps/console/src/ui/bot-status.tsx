import type { BotStatus } from '@platform/contracts';
import {
  CirclePause,
  CirclePlay,
  CircleStop,
  CircleX,
  type LucideIcon,
  ShieldX,
  Thermometer,
  TriangleAlert,
} from 'lucide-react';
import { Badge, type BadgeTone } from './badge';

const LOOKS: Readonly<Record<BotStatus, { tone: BadgeTone; icon: LucideIcon }>> = {
  live: { tone: 'accent', icon: CirclePlay },
  starting: { tone: 'neutral', icon: Thermometer },
  warming: { tone: 'neutral', icon: Thermometer },
  degraded: { tone: 'warn', icon: TriangleAlert },
  paused: { tone: 'warn', icon: CirclePause },
  draining: { tone: 'neutral', icon: CircleStop },
  stopped: { tone: 'neutral', icon: CircleStop },
  failed: { tone: 'danger', icon: CircleX },
  quarantined: { tone: 'danger', icon: ShieldX },
};

export function BotStatusBadge({ status }: { status: BotStatus }) {
  const { tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {status}
    </Badge>
  );
}

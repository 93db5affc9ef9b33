'use client';

import { CirclePause } from 'lucide-react';
import Link from 'next/link';
import type { Answer, ItemOf } from '../../manager/types';
import { Panel } from '../../ui/page';
import { Age } from '../../ui/time';

interface PausesProps {
  readonly pauses: Answer<'/bff/risk'>['pauses'];
  readonly bots: readonly ItemOf<'/bff/bots'>[];
}

/** Bots that risk holds; they go on with the next resume. */
export function Pauses({ pauses, bots }: PausesProps) {
  if (pauses.length === 0) return null;
  return (
    <Panel title="Bots paused by risk" aside="Resume lets them go on">
      <ul>
        {pauses.map(({ botId, reason, breaker, since }) => (
          <li key={botId} className="flex min-h-8 items-center gap-2 border-b">
            <CirclePause size={14} aria-hidden className="text-warn" />
            <Link href={`/bots/${botId}`} className="font-medium hover:underline">
              {bots.find((bot) => bot.botId === botId)?.botName ?? botId}
            </Link>
            <span className="min-w-0 flex-1 truncate text-muted">
              {breaker === null ? '' : `${breaker}: `}
              {reason}
            </span>
            <span className="text-faint">
              <Age at={since} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

'use client';

import { CircleCheck, CircleDashed, OctagonX } from 'lucide-react';
import { BREAKER_MEANINGS, BREAKER_TITLES, breakerValue, fillOf } from '../../lib/breakers';
import type { Answer } from '../../manager/types';
import { Badge } from '../../ui/badge';
import { Gauge } from '../../ui/gauge';
import { Age } from '../../ui/time';

export type BreakerState = Answer<'/bff/risk'>['breakers'][number];

const NEAR = 0.75;

export function BreakerGauge({ state, scope }: { state: BreakerState; scope: string }) {
  const { breaker, status, value, threshold, highestToday } = state;
  const reason = state.reason?.replaceAll('_', ' ') ?? null;
  const fill = fillOf(value, threshold);
  const tone = status === 'tripped' ? 'over' : (fill ?? 0) >= NEAR ? 'near' : 'calm';
  return (
    <div className="min-w-0 space-y-1.5" title={BREAKER_MEANINGS[breaker]}>
      <div className="flex items-baseline justify-between gap-2">
        <span className="min-w-0">
          <span className="font-medium">{BREAKER_TITLES[breaker]}</span>{' '}
          <span className="text-faint">{scope}</span>
        </span>
        <BreakerStatus status={status} outcome={state.outcome} />
      </div>
      <Gauge
        label={`${BREAKER_TITLES[breaker]}, ${scope}`}
        fill={fill}
        highWater={{
          fill: fillOf(highestToday, threshold),
          label: `Highest today, UTC: ${breakerValue(breaker, highestToday)}`,
        }}
        tone={tone}
        value={breakerValue(breaker, value)}
        limit={breakerValue(breaker, threshold)}
      />
      <p className="truncate text-xs text-faint" title={reason ?? undefined}>
        {status === 'ok' ? '' : 'Since '}
        {status === 'ok' ? (reason ?? '') : <Age at={state.since} />}
        {status === 'ok' || reason === null ? '' : `: ${reason}`}
      </p>
    </div>
  );
}

export function BreakerStatus({ status, outcome }: Pick<BreakerState, 'status' | 'outcome'>) {
  if (status === 'tripped') {
    return (
      <Badge tone="danger" icon={OctagonX}>
        tripped · {outcome === 'PauseBots' ? 'pauses bots' : 'flattens'}
      </Badge>
    );
  }
  if (status === 'degraded') {
    return (
      <Badge tone="warn" icon={CircleDashed} title="It has nothing to judge by and does nothing">
        no data
      </Badge>
    );
  }
  return <Badge icon={CircleCheck}>ok</Badge>;
}

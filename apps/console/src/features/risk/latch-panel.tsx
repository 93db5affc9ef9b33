'use client';

import { OctagonX, ShieldCheck } from 'lucide-react';
import type { Answer } from '../../manager/types';
import { classNames } from '../../ui/class-names';
import { Copyable } from '../../ui/copyable';
import { Moment } from '../../ui/time';

/** The latch in full: state, since when, who, why, what it covers. */
export function LatchPanel({ latch }: { latch: Answer<'/bff/risk'>['latch'] }) {
  const Icon = latch.halted ? OctagonX : ShieldCheck;
  return (
    <section
      aria-label="Halt latch"
      className={classNames(
        'flex gap-4 border-l-2 bg-surface px-4 py-3',
        latch.halted ? 'border-danger' : 'border-accent',
      )}
    >
      <Icon size={28} aria-hidden className={latch.halted ? 'text-danger' : 'text-accent'} />
      <div className="min-w-0 space-y-0.5">
        <p className="text-base font-semibold">{latch.halted ? 'HALTED' : 'ACTIVE'}</p>
        <p>
          {latch.halted
            ? 'No new orders are placed; stops, cancels and flattens still pass.'
            : 'Orders pass their checks and are placed.'}
        </p>
        <p className="text-muted">
          Since <Moment at={latch.since} />
          {latch.actor === null ? '' : ` by ${latch.actor}`}
          {latch.breaker === null ? '' : ` through the ${latch.breaker} breaker`}
          {latch.scope === null ? '' : ` · scope ${latch.scope}`}
        </p>
        {latch.reason === null ? null : <p className="text-muted">“{latch.reason}”</p>}
        {latch.traceId === null ? null : <Copyable text={latch.traceId} shown={`trace ${latch.traceId}`} />}
      </div>
    </section>
  );
}

'use client';

import { CircleHelp, CirclePause, OctagonX, ShieldCheck } from 'lucide-react';
import type { TradingState } from '../../lib/trading-state';
import { who } from '../../lib/words';
import type { Answer } from '../../manager/types';
import { classNames } from '../../ui/class-names';
import { Moment } from '../../ui/time';
import { TraceLink } from '../../ui/trace-link';

interface LatchPanelProps {
  readonly latch: Answer<'/bff/risk'>['latch'];
  readonly state: TradingState;
}

const LOOKS = {
  active: { icon: ShieldCheck, border: 'border-accent', text: 'text-accent' },
  paused: { icon: CirclePause, border: 'border-warn', text: 'text-warn' },
  halted: { icon: OctagonX, border: 'border-danger', text: 'text-danger' },
  unknown: { icon: CircleHelp, border: 'border-warn', text: 'text-warn' },
} as const;

function headlineOf(state: TradingState): { title: string; sentence: string } {
  switch (state.kind) {
    case 'active':
      return { title: 'ACTIVE', sentence: 'Orders pass their checks and are placed.' };
    case 'paused':
      return {
        title: `PAUSED BY RISK ${state.paused} of ${state.running}`,
        sentence: 'Paused bots open nothing until somebody resumes; stops, exits and flattens still pass.',
      };
    case 'halted':
      return {
        title: 'HALTED',
        sentence: 'No new orders are placed; stops, cancels and flattens still pass.',
      };
    case 'unknown':
      return { title: 'LATCH UNKNOWN', sentence: 'It was not read lately: treat it as halted.' };
  }
}

/** The state in full: since when the latch stands as it does, who moved it, why, what it covers. */
export function LatchPanel({ latch, state }: LatchPanelProps) {
  const { icon: Icon, border, text } = LOOKS[state.kind];
  const { title, sentence } = headlineOf(state);
  return (
    <section
      aria-label="Halt latch"
      className={classNames('flex gap-4 border-l-2 bg-surface px-4 py-3', border)}
    >
      <Icon size={28} aria-hidden className={classNames('shrink-0', text)} />
      <div className="min-w-0 space-y-0.5">
        <p className="text-base font-semibold">{title}</p>
        <p>{sentence}</p>
        <p className="text-muted">
          {state.kind === 'unknown' ? 'When it was last read: latch' : 'Latch'}{' '}
          {latch.halted ? 'engaged' : 'clear'} since <Moment at={latch.since} />
          {latch.actor === null ? '' : ` by ${who(latch.actor)}`}
          {latch.scope === null ? '' : ` · scope ${latch.scope}`}
        </p>
        {latch.reason === null ? null : <p className="text-muted">“{latch.reason}”</p>}
        {latch.traceId === null ? null : <TraceLink id={latch.traceId} shown={`trace ${latch.traceId}`} />}
      </div>
    </section>
  );
}

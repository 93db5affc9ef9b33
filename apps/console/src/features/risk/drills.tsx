/** When each breaker was last tried for real, and the button that tries one. */
'use client';

import { BREAKERS } from '@platform/contracts';
import { Siren } from 'lucide-react';
import { useState } from 'react';
import { BREAKER_TITLES } from '../../lib/breakers';
import { words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import type { Answer } from '../../manager/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectField } from '../../ui/field';
import { Panel } from '../../ui/page';
import { Age, Moment } from '../../ui/time';
import { TraceLink } from '../../ui/trace-link';
import { useRefusal } from '../frame/providers';

type Risk = Answer<'/bff/risk'>;
type Breaker = (typeof BREAKERS)[number];

export function Drills({ risk }: { risk: Risk }) {
  const [isOpen, setOpen] = useState(false);
  const role = useRefusal();
  const refusal =
    role ?? (risk.latch.halted ? 'Halted already: a drill would show nothing. Resume first.' : null);
  return (
    <Panel
      title="Fire drills"
      aside={
        <Button refusal={refusal} onClick={() => setOpen(true)}>
          <Siren size={14} aria-hidden /> Drill…
        </Button>
      }
    >
      <ul>
        {BREAKERS.map((breaker) => {
          const last = risk.drills.find((each) => each.breaker === breaker);
          return (
            <li key={breaker} className="flex min-h-8 flex-wrap items-baseline gap-x-3 border-b py-1">
              <span className="w-44">{BREAKER_TITLES[breaker]}</span>
              {last === undefined ? (
                <span className="text-faint">never drilled</span>
              ) : (
                <>
                  <span>
                    <Moment at={last.at} />{' '}
                    <span className="text-faint">
                      <Age at={last.at} />
                    </span>
                  </span>
                  {last.traceId === null ? null : (
                    <TraceLink id={last.traceId} shown={last.traceId.slice(-12)} />
                  )}
                </>
              )}
            </li>
          );
        })}
      </ul>
      {isOpen ? <DrillDialog close={() => setOpen(false)} refusal={refusal} /> : null}
    </Panel>
  );
}

function DrillDialog({ close, refusal }: { close: () => void; refusal: string | null }) {
  const [breaker, setBreaker] = useState<Breaker>('drawdown');
  const command = useCommand<{ expectedOutcome: string; lastsMs: number }>();
  return (
    <ConfirmDialog
      close={close}
      title="Fire drill"
      consequence="For a few seconds the breaker reads a value beyond its worst threshold. Everything that follows is real: bots are paused, or positions closed and trading halted, until somebody resumes."
      verb={`Drill ${BREAKER_TITLES[breaker]}`}
      isDangerous
      word="DRILL"
      refusal={refusal}
      act={(reason) =>
        command.mutateAsync({ method: 'POST', path: '/bff/risk/drill', body: { reason, breaker } })
      }
      outcome={({ expectedOutcome, lastsMs }) =>
        `The drill lasts ${Math.round(lastsMs / 1_000)} s. Expect: ${words(expectedOutcome)}. Resume afterwards.`
      }
    >
      <SelectField
        label="Breaker"
        value={breaker}
        choices={BREAKERS.map((each) => ({ value: each, label: BREAKER_TITLES[each] }))}
        hint="With the limits in force, it takes its most drastic action"
        onChange={(event) => setBreaker(event.target.value as Breaker)}
      />
    </ConfirmDialog>
  );
}

'use client';

import { useState } from 'react';
import {
  flattenConsequence,
  type HeldPosition,
  positionsIn,
  scopeChoices,
  scopeLabel,
} from '../../lib/flatten-scope';
import { closeProgress } from '../../lib/orders';
import { plural } from '../../lib/words';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Check } from '../../ui/check';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectField } from '../../ui/field';

interface CloseDialogProps {
  readonly close: () => void;
  readonly refusal: string | null;
  /** Undefined where they cannot be read. */
  readonly positions: readonly HeldPosition[] | undefined;
  readonly bots: readonly ItemOf<'/bff/bots'>[] | undefined;
  readonly scope: string;
  /** Absent where the scope is fixed by the page. */
  readonly onScope?: (scope: string) => void;
}

interface Closed {
  readonly positionsTargeted: number;
  readonly pausedBots: readonly string[];
}

/** Closes a bot, a symbol or a cluster and nothing else: the latch stays as it is. */
export function CloseDialog({ close, refusal, positions, bots, scope, onScope }: CloseDialogProps) {
  const [pauses, setPauses] = useState(true);
  const command = useCommand<Closed>();
  const choices = scopeChoices(positions, bots, scope).filter(({ value }) => value !== 'all');
  const isChosen = scope !== 'all' && scope !== '';
  const touched = positionsIn(scope, positions, bots);
  return (
    <ConfirmDialog
      close={close}
      title={isChosen ? `Close ${scopeLabel(scope, bots)}` : 'Close positions'}
      consequence={
        <>
          <b className="font-medium text-ink">
            {isChosen ? flattenConsequence(touched) : 'Choose what to close.'}
          </b>{' '}
          At the market, with what it costs. The halt latch stays as it is: everything else goes on trading.
          {pauses
            ? ' The bots of this scope are paused first and stay so until you resume each.'
            : ' A bot that is not paused may enter again on its next signal.'}
        </>
      }
      verb={isChosen ? `Close ${scopeLabel(scope, bots)}` : 'Close'}
      isDangerous
      refusal={refusal ?? (isChosen ? null : 'Choose a bot, a symbol or a cluster first.')}
      act={(reason) =>
        command.mutateAsync({
          method: 'POST',
          path: '/bff/risk/close',
          body: { reason, scope, pause: pauses },
        })
      }
      outcome={({ positionsTargeted, pausedBots }, traceId) => (
        <>
          The executor was instructed to close {plural(positionsTargeted, 'position')}
          {pausedBots.length === 0 ? '' : `; ${plural(pausedBots.length, 'bot')} paused`}.
          {traceId === null ? null : <Proof traceId={traceId} />}
        </>
      )}
    >
      {onScope === undefined ? null : (
        <SelectField
          label="Scope"
          value={isChosen ? scope : ''}
          choices={isChosen ? choices : [{ value: '', label: 'Choose…' }, ...choices]}
          hint="To close everything at once, use Flatten, which also halts"
          onChange={(event) => onScope(event.target.value)}
        />
      )}
      <Check checked={pauses} onChange={(event) => setPauses(event.target.checked)}>
        Pause the bots of this scope first
      </Check>
    </ConfirmDialog>
  );
}

/** What the executor did about it, as its own rows say. */
function Proof({ traceId }: { traceId: string }) {
  const trace = useManager('/bff/traces/{trace_id}', { params: { trace_id: traceId }, pollMs: 1_000 });
  const { text } = closeProgress(trace.data?.commands ?? [], trace.data?.orders ?? []);
  return <span className="block pt-1 font-normal">{text}</span>;
}

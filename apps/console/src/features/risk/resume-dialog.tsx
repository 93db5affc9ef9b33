'use client';

import type { TradingState } from '../../lib/trading-state';
import { plural } from '../../lib/words';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { ConfirmDialog } from '../../ui/confirm-dialog';

interface ResumeDialogProps {
  readonly close: () => void;
  readonly refusal: string | null;
  readonly state: TradingState;
  /** Undefined where they cannot be read. */
  readonly bots: readonly ItemOf<'/bff/bots'>[] | undefined;
}

/** Clears the latch and lets bots that risk paused go on. */
export function ResumeDialog({ close, refusal, state, bots }: ResumeDialogProps) {
  const command = useCommand<{ resumedBots: readonly string[] }>();
  const paused = bots?.filter((bot) => bot.pausedByRisk !== null);
  return (
    <ConfirmDialog
      close={close}
      title="Resume"
      consequence={
        <>
          {state.kind === 'paused' ? '' : 'Clears the halt latch: orders are placed again, at once. '}
          {pausedText(paused?.map(({ botName }) => botName))} A condition that still holds trips its breaker
          again.
        </>
      }
      verb="Resume trading"
      word="RESUME"
      refusal={refusal}
      act={(reason) => command.mutateAsync({ method: 'POST', path: '/bff/risk/resume', body: { reason } })}
      outcome={({ resumedBots }) => `Active again. ${plural(resumedBots.length, 'bot')} resumed.`}
    />
  );
}

function pausedText(names: readonly string[] | undefined): string {
  if (names === undefined)
    return 'Every bot that risk paused may enter again; the list cannot be read right now.';
  if (names.length === 0) return 'No bot is paused by risk.';
  return `${plural(names.length, 'bot')} paused by risk may enter again: ${names.join(', ')}.`;
}

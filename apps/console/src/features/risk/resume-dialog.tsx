'use client';

import type { TradingState } from '../../lib/trading-state';
import { plural } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import { useCommand } from '../../manager/use-command';
import { ConfirmDialog } from '../../ui/confirm-dialog';

interface ResumeDialogProps {
  readonly close: () => void;
  readonly refusal: string | null;
  readonly state: TradingState;
  readonly bots: readonly ItemOf<'/bff/bots'>[];
}

/** Clears the latch and lets bots that risk paused go on. */
export function ResumeDialog({ close, refusal, state, bots }: ResumeDialogProps) {
  const command = useCommand<{ resumedBots: readonly string[] }>();
  const held = bots.filter((bot) => bot.pausedByRisk !== null);
  return (
    <ConfirmDialog
      close={close}
      title="Resume"
      consequence={
        <>
          {state.kind === 'paused' ? '' : 'Clears the halt latch: orders are placed again, at once. '}
          {held.length === 0
            ? 'No bot is paused by risk.'
            : `${plural(held.length, 'bot')} paused by risk may enter again: ${held.map((bot) => bot.botName).join(', ')}.`}{' '}
          A condition that still holds trips its breaker again.
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

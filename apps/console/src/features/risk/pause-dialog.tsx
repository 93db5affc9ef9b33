'use client';

import { useState } from 'react';
import type { ItemOf } from '../../manager/types';
import { useCommand } from '../../manager/use-command';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectField } from '../../ui/field';

interface PauseDialogProps {
  readonly close: () => void;
  readonly refusal: string | null;
  readonly bots: readonly ItemOf<'/bff/bots'>[];
}

/** Pauses one bot by the hand of risk: it stays paused until the next resume. */
export function PauseDialog({ close, refusal, bots }: PauseDialogProps) {
  const [chosen, setChosen] = useState('');
  const command = useCommand();
  const bot = bots.find(({ botId }) => botId === chosen) ?? bots[0];
  return (
    <ConfirmDialog
      isOpen
      close={close}
      title="Pause a bot"
      consequence={
        bot === undefined
          ? 'No bot is running.'
          : `${bot.botName} decides nothing new until the next resume. ${
              bot.position === null ? 'It holds nothing.' : 'The position it holds stays open under its stop.'
            }`
      }
      verb="Pause"
      refusal={refusal}
      act={(reason) =>
        command.mutateAsync({
          method: 'POST',
          path: '/bff/risk/pause/{bot_id}',
          params: { bot_id: bot?.botId ?? '' },
          body: { reason },
        })
      }
      outcome={() => `${bot?.botName ?? 'The bot'} is paused by risk.`}
    >
      <SelectField
        label="Bot"
        value={bot?.botId ?? ''}
        choices={bots.map(({ botId, botName, symbol, network }) => ({
          value: botId,
          label: `${botName} (${symbol}, ${network})`,
        }))}
        onChange={(event) => setChosen(event.target.value)}
      />
    </ConfirmDialog>
  );
}

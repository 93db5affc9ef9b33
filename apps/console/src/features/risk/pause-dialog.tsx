'use client';

import { useState } from 'react';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectField } from '../../ui/field';

interface PauseDialogProps {
  readonly close: () => void;
  readonly refusal: string | null;
  /** Those that may be paused now; undefined where bots cannot be read. */
  readonly bots: readonly ItemOf<'/bff/bots'>[] | undefined;
}

/**
 * Pauses one bot. The choice is a bot, not a place in a list: the list changes while the dialog is open, the
 * choice never.
 */
export function PauseDialog({ close, refusal, bots: readBots }: PauseDialogProps) {
  const bots = readBots ?? [];
  const [chosen, setChosen] = useState(bots[0]);
  const command = useCommand();
  const position = bots.find(({ botId }) => botId === chosen?.botId)?.position ?? null;
  const isGone = chosen !== undefined && !bots.some(({ botId }) => botId === chosen.botId);
  const choices = isGone ? [chosen, ...bots] : bots;
  const whyNone = readBots === undefined ? 'The bots cannot be read now.' : 'Choose a bot.';
  const why = chosen === undefined ? whyNone : `${chosen.botName} is no longer running.`;
  return (
    <ConfirmDialog
      close={close}
      title="Pause a bot"
      consequence={
        chosen === undefined
          ? 'No bot is chosen.'
          : `${chosen.botName} opens nothing until somebody resumes it on its own page. ${
              position === null ? 'It holds nothing.' : 'The position it holds stays open under its stop.'
            }`
      }
      verb={chosen === undefined ? 'Pause' : `Pause ${chosen.botName}`}
      refusal={refusal ?? (chosen === undefined || isGone ? why : null)}
      act={(reason) =>
        command.mutateAsync({
          method: 'POST',
          path: '/bff/risk/pause/{bot_id}',
          params: { bot_id: chosen!.botId },
          body: { reason },
        })
      }
      outcome={() => `${chosen!.botName} is paused. Resume it on its own page.`}
    >
      <SelectField
        label="Bot"
        value={chosen?.botId ?? ''}
        choices={[
          ...(chosen === undefined ? [{ value: '', label: 'Choose a bot' }] : []),
          ...choices.map(({ botId, botName, symbol, network }) => ({
            value: botId,
            label: `${botName} (${symbol}, ${network})`,
          })),
        ]}
        onChange={(event) => setChosen(bots.find(({ botId }) => botId === event.target.value))}
      />
    </ConfirmDialog>
  );
}

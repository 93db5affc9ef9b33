'use client';

import { ShieldX } from 'lucide-react';
import { useState } from 'react';
import { words } from '../../lib/words';
import { type Command, useCommand } from '../../manager/request';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Moment } from '../../ui/time';
import { useRefusal } from '../frame/providers';
import type { Bot } from './columns';

/** While the reconciler has given up on a bot: since when, why, and the way back. */
export function Quarantine({ bot }: { bot: Bot }) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal();
  return (
    <>
      {bot.quarantinedAt === null ? null : (
        <section
          aria-label="Quarantine"
          className="flex flex-wrap items-center gap-3 border-l-2 border-danger bg-surface px-4 py-3"
        >
          <ShieldX size={20} className="shrink-0 text-danger" aria-hidden />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">Quarantined: the manager has stopped trying to start it</p>
            {bot.lastError === null ? null : (
              <p>
                {words(bot.lastError.eventType)}: {bot.lastError.message}
              </p>
            )}
            <p className="text-muted">
              <Moment at={bot.quarantinedAt} />
            </p>
          </div>
          <Button refusal={refusal} onClick={() => setOpen(true)}>
            Clear quarantine…
          </Button>
        </section>
      )}
      {isOpen ? <ClearQuarantine bot={bot} close={() => setOpen(false)} /> : null}
    </>
  );
}

function ClearQuarantine({ bot, close }: { bot: Bot; close: () => void }) {
  const command = useCommand();
  return (
    <ConfirmDialog
      close={close}
      title={`Clear the quarantine of ${bot.botName}`}
      consequence="The manager watches it again and starts it if it should be running. If the cause is still there it comes back."
      verb="Clear quarantine"
      asksReason={false}
      word="YES"
      act={() => command.mutateAsync(quarantineClearing(bot.botId))}
      outcome={() => 'The quarantine is cleared.'}
    />
  );
}

export function quarantineClearing(botId: string): Command {
  return {
    method: 'POST',
    path: '/bff/bots/{bot_id}/clear-quarantine',
    params: { bot_id: botId },
    query: { confirm: `YES-${Math.floor(Date.now() / 1000)}` },
  };
}

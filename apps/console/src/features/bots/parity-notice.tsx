/** A mismatch between what the bot decided and what the backtest decides: where, what, and the way back. */
'use client';

import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import { isParityBlocked } from '../../lib/entry-blocks';
import { utc } from '../../lib/time';
import { words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Moment } from '../../ui/time';
import { useRefusal } from '../frame/providers';
import type { Bot } from './columns';

export function ParityNotice({ bot }: { bot: Bot }) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal();
  const { parity } = bot;
  return (
    <>
      {parity !== null && isParityBlocked(bot) ? (
        <section
          aria-label="Parity mismatch"
          className="flex flex-wrap items-center gap-3 border-l-2 border-danger bg-surface px-4 py-3"
        >
          <GitCompareArrows size={20} className="shrink-0 text-danger" aria-hidden />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">Parity mismatch: no new entries until it is acknowledged</p>
            <p className="text-muted">
              Found <Moment at={parity.auditedAt} />
              {parity.divergence === null ? null : ` · ${described(parity.divergence)}`}
            </p>
          </div>
          <Button refusal={refusal} onClick={() => setOpen(true)}>
            Acknowledge…
          </Button>
        </section>
      ) : null}
      {isOpen ? <Acknowledge bot={bot} close={() => setOpen(false)} /> : null}
    </>
  );
}

type Divergence = NonNullable<NonNullable<Bot['parity']>['divergence']>;

function described({ barOpenTime, kind, field, bot, engine }: Divergence): string {
  const where = `${words(kind).toLowerCase()}${field === null ? '' : ` in ${field}`} on the bar of ${utc(barOpenTime)} UTC`;
  return bot === engine ? where : `${where}: bot ${bot ?? 'no signal'}, backtest ${engine ?? 'no signal'}`;
}

function Acknowledge({ bot, close }: { bot: Bot; close: () => void }) {
  const command = useCommand();
  return (
    <ConfirmDialog
      close={close}
      title={`Acknowledge the mismatch of ${bot.botName}`}
      consequence={`${bot.botName} may open positions again on ${bot.network}, although it decided something the backtest would not have. Another mismatch stops it again.`}
      verb="Acknowledge"
      word="PARITY"
      act={(reason) =>
        command.mutateAsync({
          method: 'POST',
          path: '/bff/bots/{bot_id}/acknowledge-parity',
          params: { bot_id: bot.botId },
          body: { reason },
        })
      }
      outcome={() => `Acknowledged. ${bot.botName} may enter again from its next bar on.`}
    />
  );
}

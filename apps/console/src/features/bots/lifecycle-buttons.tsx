/**
 * Start, pause, resume and stop, close the position, edit, clone, delete. All are always there; one that is
 * not allowed says why.
 */
'use client';

import { LIFECYCLE_ACTIONS, type LifecycleAction, scopeText } from '@platform/contracts';
import {
  CirclePause,
  CirclePlay,
  CircleStop,
  Copy,
  type LucideIcon,
  Pencil,
  SquareX,
  Trash2,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { deleteRefusal, LIFECYCLE_CONSEQUENCES, lifecycleRefusal } from '../../lib/lifecycle';
import { words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import type { ManagerPath } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useRefusal } from '../frame/providers';
import { CloseDialog } from '../risk/close-dialog';
import type { Bot } from './columns';

const ICONS: Readonly<Record<LifecycleAction, LucideIcon>> = {
  start: CirclePlay,
  pause: CirclePause,
  resume: CirclePlay,
  stop: CircleStop,
};

export const PATHS = {
  start: '/bots/{id}/start',
  pause: '/bots/{id}/pause',
  resume: '/bots/{id}/resume',
  stop: '/bots/{id}/stop',
} as const satisfies Record<LifecycleAction, ManagerPath>;

export function LifecycleButtons({ bot, isDeleted }: { bot: Bot; isDeleted: boolean }) {
  const [asked, setAsked] = useState<LifecycleAction | 'delete' | 'close' | null>(null);
  const role = useRefusal();
  const router = useRouter();
  const bots = useManager('/bff/bots', { pollMs: 5_000 }).data?.items ?? [];
  const refusal = isDeleted ? 'It is deleted.' : role;
  const close = () => setAsked(null);
  return (
    <>
      {LIFECYCLE_ACTIONS.map((action) => {
        const Icon = ICONS[action];
        return (
          <Button
            key={action}
            refusal={refusal ?? lifecycleRefusal(bot, action, bots)}
            onClick={() => setAsked(action)}
          >
            <Icon size={14} aria-hidden /> {words(action)}
          </Button>
        );
      })}
      <Button
        refusal={refusal ?? (bot.position === null ? 'It holds nothing.' : null)}
        onClick={() => setAsked('close')}
      >
        <SquareX size={14} aria-hidden /> Close position…
      </Button>
      <Button tone="quiet" refusal={refusal} onClick={() => router.push(`/bots/${bot.botId}/edit`)}>
        <Pencil size={14} aria-hidden /> Edit
      </Button>
      <Button tone="quiet" refusal={role} onClick={() => router.push(`/bots/new?clone=${bot.botId}`)}>
        <Copy size={14} aria-hidden /> Clone
      </Button>
      <Button tone="quiet" refusal={refusal ?? deleteRefusal(bot)} onClick={() => setAsked('delete')}>
        <Trash2 size={14} aria-hidden /> Delete
      </Button>
      {asked === null || asked === 'delete' || asked === 'close' ? null : (
        <ConfirmAction bot={bot} action={asked} close={close} />
      )}
      {asked === 'close' ? (
        <CloseDialog
          close={close}
          refusal={refusal}
          positions={bot.position === null ? [] : [{ ...bot.position, botId: bot.botId }]}
          bots={[bot]}
          scope={scopeText({ kind: 'bot', botId: bot.botId })}
        />
      ) : null}
      {asked === 'delete' ? <ConfirmDelete bot={bot} close={close} /> : null}
    </>
  );
}

interface ConfirmProps {
  readonly bot: Bot;
  readonly close: () => void;
}

function ConfirmAction({ bot, action, close }: ConfirmProps & { action: LifecycleAction }) {
  const command = useCommand<{ desired_state: string; status: string }>();
  return (
    <ConfirmDialog
      close={close}
      title={`${words(action)} ${bot.botName}`}
      consequence={
        <>
          {bot.symbol} {bot.timeframe} on {bot.network}. {LIFECYCLE_CONSEQUENCES[action]}
        </>
      }
      verb={words(action)}
      asksReason={false}
      act={() => command.mutateAsync({ method: 'POST', path: PATHS[action], params: { id: bot.botId } })}
      outcome={(answer) =>
        `Confirmed: the manager now wants it ${answer.desired_state}; it is ${answer.status}.`
      }
    />
  );
}

function ConfirmDelete({ bot, close }: ConfirmProps) {
  const command = useCommand();
  const router = useRouter();
  return (
    <ConfirmDialog
      close={() => {
        close();
        if (command.isSuccess) router.push('/bots');
      }}
      title={`Delete ${bot.botName}`}
      consequence="Removes the bot from the list. Its runs, fills and audit log stay."
      verb="Delete"
      isDangerous
      asksReason={false}
      word="DELETE"
      act={() => command.mutateAsync({ method: 'DELETE', path: '/bots/{id}', params: { id: bot.botId } })}
      outcome={() => `${bot.botName} is deleted. Its runs stay under Runs.`}
    />
  );
}

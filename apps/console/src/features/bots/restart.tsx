/** The way back of a bot that is down: nothing runs that a deploy could be compared with. */
'use client';

import { type Command, useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import type { Bot } from './columns';
import { quarantineClearing } from './quarantine';

interface RestartProps {
  readonly bot: Bot;
  /** The deploy to go back from. */
  readonly from: Pick<ItemOf<'/bots/{id}/deploys'>, 'from_params'> & { readonly from_image_tag: string };
  readonly close: () => void;
}

export function isDown({ status, quarantinedAt }: Pick<Bot, 'status' | 'quarantinedAt'>): boolean {
  return status === 'failed' || quarantinedAt !== null;
}

export function Restart({ bot, from, close }: RestartProps) {
  const command = useCommand();
  const tag = from.from_image_tag;
  const state = bot.quarantinedAt === null ? 'has failed' : 'is quarantined, which is cleared,';
  return (
    <ConfirmDialog
      close={close}
      title={`Restart ${bot.botName} with ${tag}`}
      consequence={`${bot.botName} ${state} and offers nothing to compare ${tag} with: if it should be running, it starts with ${tag} within a minute. Its position and stop stay as they are.`}
      verb="Restart"
      asksReason={false}
      word="YES"
      act={async () => {
        const [configure, ...clear] = restartCommands({ bot, from });
        let received = await command.mutateAsync(configure);
        for (const each of clear) received = await command.mutateAsync(each);
        return received;
      }}
      outcome={() => `${tag} is its release again.`}
    />
  );
}

/** Cleared last: it must not be started with the release that failed. */
export function restartCommands({
  bot,
  from,
}: Omit<RestartProps, 'close'>): readonly [Command, ...Command[]] {
  const params = from.from_params === null ? {} : { params: from.from_params };
  const configure: Command = {
    method: 'PATCH',
    path: '/bots/{id}',
    params: { id: bot.botId },
    body: { image_tag: from.from_image_tag, ...params },
  };
  return bot.quarantinedAt === null ? [configure] : [configure, quarantineClearing(bot.botId)];
}

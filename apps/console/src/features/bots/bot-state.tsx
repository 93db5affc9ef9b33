/**
 * The status of a bot together with what keeps it from opening a position and a deploy to look at, the same
 * wherever a bot is shown.
 */
'use client';

import { Ban, Rocket } from 'lucide-react';
import Link from 'next/link';
import { useCallback } from 'react';
import { deployHint } from '../../lib/deploys';
import { type EntryBlock, entryBlocks } from '../../lib/entry-blocks';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Badge } from '../../ui/badge';
import { BotStatusBadge } from '../../ui/bot-status';

type Bot = ItemOf<'/bff/bots'>;

/** One read for a whole page: hand what it gives to the rows. */
export function useEntryBlocks(): (bot: Bot) => readonly EntryBlock[] {
  const latch = useManager('/bff/risk', { pollMs: 5_000 }).data?.latch;
  return useCallback((bot) => entryBlocks(bot, latch), [latch]);
}

export function BotState({ bot, blocks }: { bot: Bot; blocks: readonly EntryBlock[] }) {
  const others = blocks.filter(({ label }) => label !== bot.status);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <BotStatusBadge status={bot.status} />
      {others.length === 0 ? null : (
        <Badge tone="warn" icon={Ban} title={others.map(({ sentence }) => sentence).join('\n')}>
          no entries: {others.map(({ label }) => label).join(', ')}
        </Badge>
      )}
      <DeployHint bot={bot} />
    </span>
  );
}

/** A deploy that is under way or failed, as the way to it. */
export function DeployHint({ bot: { botId, deploy } }: { bot: Bot }) {
  if (deploy === null) return null;
  const { text, tone } = deployHint(deploy);
  return (
    <Link href={`/bots/${botId}?tab=release`} className="hover:underline">
      <Badge tone={tone} icon={Rocket}>
        {text}
      </Badge>
    </Link>
  );
}

/** Every cause in full, for the page of the bot. */
export function EntryBlocks({ blocks }: { blocks: readonly EntryBlock[] }) {
  if (blocks.length === 0) return null;
  return (
    <section aria-label="Why it opens nothing" className="border-l-2 border-warn bg-surface px-4 py-2">
      <p className="font-semibold">It opens no position now; exits and stops still work</p>
      <ul>
        {blocks.map(({ label, sentence }) => (
          <li key={label}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

'use client';

import { BOT_STATUSES } from '@platform/contracts';
import { Ban } from 'lucide-react';
import Link from 'next/link';
import type { EntryBlock } from '../../lib/entry-blocks';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Badge } from '../../ui/badge';
import { BotStatusBadge } from '../../ui/bot-status';
import { Pnl } from '../../ui/figures';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { DeployHint, useEntryBlocks } from '../bots/bot-state';
import { LastDay } from '../bots/last-day';

type Bot = ItemOf<'/bff/bots'>;

/** How many bots are in which state, and each with its day. */
export function BotStates() {
  const bots = useManager('/bff/bots', { pollMs: 5_000 });
  return (
    <Panel title="Bots" aside={<Link href="/bots">All bots</Link>}>
      <Loaded read={bots}>
        {({ items }) => (items.length === 0 ? <NoBots /> : <States bots={items} />)}
      </Loaded>
    </Panel>
  );
}

function States({ bots }: { bots: readonly Bot[] }) {
  const counts = BOT_STATUSES.map((status) => ({
    status,
    count: bots.filter((bot) => bot.status === status).length,
  })).filter(({ count }) => count > 0);
  const blocksOf = useEntryBlocks();
  const blocked = bots.filter((bot) => blocksOf(bot).length > 0);
  const causes = [...new Set(blocked.flatMap((bot) => blocksOf(bot).map(({ label }) => label)))];
  return (
    <>
      {blocked.length === 0 ? null : (
        <p className="mb-2">
          <Badge tone="warn" icon={Ban}>
            {blocked.length} of {bots.length} open nothing: {causes.join(', ')}
          </Badge>
        </p>
      )}
      <p className="mb-2 flex flex-wrap gap-x-4">
        {counts.map(({ status, count }) => (
          <Link key={status} href={`/bots?status=${status}`} className="inline-flex items-baseline gap-1.5">
            <span className="text-base font-medium">{count}</span> <BotStatusBadge status={status} />
          </Link>
        ))}
      </p>
      <ul className="max-h-64 overflow-y-auto">
        {bots.map((bot) => (
          <li key={bot.botId} className="flex min-h-8 items-center gap-3 border-b">
            <Link href={`/bots/${bot.botId}`} className="min-w-0 flex-1 truncate hover:underline">
              {bot.botName}
            </Link>
            <Blocked blocks={blocksOf(bot)} />
            <DeployHint bot={bot} />
            <span className="hidden shrink-0 text-faint sm:inline">
              {bot.symbol} {bot.timeframe}
            </span>
            <LastDay bot={bot} />
            <span className="w-20 shrink-0 text-right">
              <Pnl value={bot.pnlTodayUsd} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Blocked({ blocks: [first, ...others] }: { blocks: readonly EntryBlock[] }) {
  if (first === undefined) return null;
  return (
    <span
      className="shrink-0 text-warn"
      title={[first, ...others].map(({ sentence }) => sentence).join('\n')}
    >
      {first.label}
    </span>
  );
}

export function NoBots() {
  return (
    <Empty title="No bots yet">
      A bot runs one strategy on one symbol.{' '}
      <Link href="/bots/new" className="text-accent underline underline-offset-2">
        Create one
      </Link>
      .
    </Empty>
  );
}

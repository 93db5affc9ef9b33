/** The columns of the bots table. */
'use client';

import { isTimeframe, timeframeMs } from '@platform/core';
import { CircleCheck, CircleDashed, GitCompareArrows } from 'lucide-react';
import Link from 'next/link';
import type { EntryBlock } from '../../lib/entry-blocks';
import { quantity } from '../../lib/format';
import { utc } from '../../lib/time';
import { plural, words } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import { Badge } from '../../ui/badge';
import { Check } from '../../ui/check';
import { Percent, Pnl } from '../../ui/figures';
import type { Column } from '../../ui/table';
import { Age } from '../../ui/time';
import { BotState } from './bot-state';
import { LastDay } from './last-day';

export type Bot = ItemOf<'/bff/bots'>;

const number = (text: string | null) => (text === null ? null : Number(text));

interface ColumnSources {
  readonly blocksOf: (bot: Bot) => readonly EntryBlock[];
  readonly titleOf: (strategy: string) => string;
}

/** Chosen for something to be done to several at once. */
export function pickColumn(
  picked: ReadonlySet<string>,
  onPick: (picked: ReadonlySet<string>) => void,
): Column<Bot> {
  return {
    id: 'pick',
    header: 'Pick',
    cell: ({ botId, botName }) => (
      <Check
        aria-label={`Choose ${botName}`}
        checked={picked.has(botId)}
        onChange={(event) => {
          const others = [...picked].filter((id) => id !== botId);
          onPick(new Set(event.target.checked ? [...others, botId] : others));
        }}
      />
    ),
  };
}

export const botColumns = ({ blocksOf, titleOf }: ColumnSources): readonly Column<Bot>[] => [
  {
    id: 'name',
    header: 'Bot',
    sortBy: (bot) => bot.botName,
    cell: (bot) => (
      <Link href={`/bots/${bot.botId}`} className="block max-w-48 truncate font-medium hover:underline">
        {bot.botName}
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    sortBy: (bot) => bot.status,
    cell: (bot) => <BotState bot={bot} blocks={blocksOf(bot)} />,
  },
  { id: 'error', header: 'Last error', wideOnly: true, cell: (bot) => <LastError bot={bot} /> },
  {
    id: 'mode',
    header: 'Mode',
    wideOnly: true,
    sortBy: (bot) => bot.network,
    cell: (bot) => (
      <Badge tone={bot.network === 'prod' ? 'warn' : 'neutral'} title={modeTitle(bot)}>
        {bot.candleSource === 'scripted' && bot.network === 'testnet' ? 'scripted' : bot.network}
      </Badge>
    ),
  },
  {
    id: 'strategy',
    header: 'Strategy',
    wideOnly: true,
    sortBy: (bot) => bot.strategy,
    cell: (bot) => (
      <span className="block max-w-40 truncate" title={`Version ${bot.version}`}>
        {titleOf(bot.strategy)}
      </span>
    ),
  },
  {
    id: 'symbol',
    header: 'Symbol',
    wideOnly: true,
    sortBy: (bot) => bot.symbol,
    cell: (bot) => (
      <>
        {bot.symbol} <span className="text-faint">{bot.timeframe}</span>
      </>
    ),
  },
  {
    id: 'bar',
    header: 'Last bar',
    align: 'right',
    wideOnly: true,
    sortBy: (bot) => bot.lastBarAgeSeconds,
    cell: (bot) => <LastBar bot={bot} />,
  },
  { id: 'position', header: 'Position', align: 'right', cell: (bot) => <Held bot={bot} /> },
  {
    id: 'today',
    header: 'Today, USD',
    align: 'right',
    sortBy: (bot) => number(bot.pnlTodayUsd),
    cell: (bot) => <Pnl value={bot.pnlTodayUsd} />,
  },
  {
    id: 'all',
    header: 'All, USD',
    align: 'right',
    wideOnly: true,
    sortBy: (bot) => number(bot.pnlAllUsd),
    cell: (bot) => <Pnl value={bot.pnlAllUsd} />,
  },
  {
    id: 'drawdown',
    header: 'Drawdown',
    align: 'right',
    wideOnly: true,
    sortBy: (bot) => bot.drawdownPct,
    cell: (bot) => <Percent value={bot.drawdownPct} />,
  },
  { id: 'parity', header: 'Parity', wideOnly: true, cell: (bot) => <Parity bot={bot} /> },
  { id: 'day', header: 'Last day', wideOnly: true, cell: (bot) => <LastDay bot={bot} /> },
];

function modeTitle({ network, candleSource }: Bot): string {
  return candleSource === 'scripted' ? `Orders on ${network}, bars from a script` : `Orders on ${network}`;
}

/** A running bot that has not decided a bar for two of its bars is marked. */
function LastBar({ bot }: { bot: Bot }) {
  if (bot.lastBarOpenTime === null || !isTimeframe(bot.timeframe))
    return <span className="text-faint">–</span>;
  const barMs = timeframeMs(bot.timeframe);
  const closedAtMs = Math.min(bot.lastBarOpenTime + barMs, Date.now());
  const expects =
    bot.status === 'live' && bot.candleSource !== 'scripted' ? { expectedWithinMs: 2 * barMs } : {};
  return <Age at={closedAtMs} {...expects} />;
}

function Held({ bot: { position } }: { bot: Bot }) {
  if (position === null) return <span className="text-faint">flat</span>;
  return (
    <span>
      {position.protected ? null : <span className="font-semibold text-danger">no stop </span>}
      <span className="text-muted">{position.side}</span> {quantity(position.qty)}
    </span>
  );
}

export function Parity({ bot: { parity } }: { bot: Bot }) {
  if (parity === null) {
    return (
      <Badge icon={CircleDashed} title="The bot audits itself soon after its first bar and every hour">
        not audited yet
      </Badge>
    );
  }
  const title = `Replayed through the backtest's engine, ${utc(parity.auditedAt)} UTC`;
  const bars = plural(parity.barCount, 'bar');
  if (parity.result === 'match') {
    return (
      <Badge icon={CircleCheck} title={title}>
        match, {bars}
      </Badge>
    );
  }
  return (
    <Badge tone={parity.acknowledged ? 'warn' : 'danger'} icon={GitCompareArrows} title={title}>
      divergence within {bars}
    </Badge>
  );
}

function LastError({ bot: { lastError } }: { bot: Bot }) {
  if (lastError === null) return <span className="text-faint">–</span>;
  return (
    <span title={`${lastError.eventType}: ${lastError.message}`} className="flex max-w-36 gap-1">
      <span className="truncate text-warn">{words(lastError.eventType)}</span>
      <span className="text-faint">
        <Age at={lastError.at} />
      </span>
    </span>
  );
}

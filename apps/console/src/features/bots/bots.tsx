/** Every bot in one table; the filter is in the address. */
'use client';

import { BOT_STATUSES } from '@platform/contracts';
import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useManager } from '../../manager/use-manager';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { useUrlState } from '../../ui/url-state';
import { NoBots } from '../overview/bot-states';
import { BOT_COLUMNS, type Bot } from './columns';

export function Bots() {
  const bots = useManager('/bff/bots', { pollMs: 5_000 });
  const [status, setStatus] = useUrlState('status');
  const [text, setText] = useUrlState('find');
  return (
    <Page
      title="Bots"
      lead="One bot runs one strategy on one symbol and time frame."
      actions={
        <Link
          href="/bots/new"
          className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent px-3 font-medium text-on-accent hover:opacity-90"
        >
          <Plus size={15} aria-hidden /> Create a bot
        </Link>
      }
    >
      <div className="flex flex-wrap gap-2">
        <input
          aria-label="Find a bot"
          placeholder="Name, strategy or symbol"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-8 w-60 rounded-md border border-strong-line bg-canvas px-2"
        />
        <select
          aria-label="Status"
          value={status}
          onChange={(event) => setStatus(event.target.value)}
          className="h-8 rounded-md border border-strong-line bg-canvas px-2"
        >
          <option value="">Every status</option>
          {BOT_STATUSES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      <Loaded read={bots}>
        {({ items }) => (
          <Table
            caption="Bots"
            columns={BOT_COLUMNS}
            rows={items.filter((bot) => fits(bot, status, text))}
            rowKey={(bot) => bot.botId}
            defaultSort="name"
            empty={items.length === 0 ? <NoBots /> : <Empty title="No bot fits this filter" />}
          />
        )}
      </Loaded>
    </Page>
  );
}

function fits(bot: Bot, status: string, text: string): boolean {
  const searched = `${bot.botName} ${bot.strategy} ${bot.symbol} ${bot.timeframe}`.toLowerCase();
  return (status === '' || bot.status === status) && searched.includes(text.trim().toLowerCase());
}

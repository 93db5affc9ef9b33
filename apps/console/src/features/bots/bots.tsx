/** Every bot in one table; the filter is in the address. */
'use client';

import { BOT_STATUSES } from '@platform/contracts';
import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useMemo, useState } from 'react';
import { useManager } from '../../manager/use-manager';
import { useStrategyTitles } from '../../manager/use-strategy-titles';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Select } from '../../ui/select';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { useUrlState } from '../../ui/url-state';
import { NoBots } from '../overview/bot-states';
import { useEntryBlocks } from './bot-state';
import { BulkActions } from './bulk-actions';
import { type Bot, botColumns, pickColumn } from './columns';

const STATUSES = [
  { value: '', label: 'Every status' },
  ...BOT_STATUSES.map((status) => ({ value: status, label: status })),
];

export function Bots() {
  const bots = useManager('/bff/bots', { pollMs: 5_000 });
  const [status, setStatus] = useUrlState('status');
  const [text, setText] = useUrlState('find');
  const blocksOf = useEntryBlocks();
  const titleOf = useStrategyTitles();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(
    () => [pickColumn(picked, setPicked), ...botColumns({ blocksOf, titleOf })],
    [blocksOf, titleOf, picked],
  );
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
        <Select label="Status" value={status} choices={STATUSES} onChange={setStatus} />
      </div>
      <Loaded read={bots}>
        {({ items }) => (
          <>
            <BulkActions
              bots={items.filter(({ botId }) => picked.has(botId))}
              clear={() => setPicked(new Set())}
            />
            <Table
              caption="Bots"
              columns={columns}
              rows={items.filter((bot) => fits(bot, status, text))}
              rowKey={(bot) => bot.botId}
              defaultSort="name"
              empty={items.length === 0 ? <NoBots /> : <Empty title="No bot fits this filter" />}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function fits(bot: Bot, status: string, text: string): boolean {
  const searched = `${bot.botName} ${bot.strategy} ${bot.symbol} ${bot.timeframe}`.toLowerCase();
  return (status === '' || bot.status === status) && searched.includes(text.trim().toLowerCase());
}

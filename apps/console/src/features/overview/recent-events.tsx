'use client';

import Link from 'next/link';
import { useManager } from '../../manager/use-manager';
import { EventList } from '../../ui/event-list';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';

export function RecentEvents() {
  const events = useManager('/bff/events', { query: { page_size: 15 }, pollMs: 10_000 });
  const bots = useManager('/bff/bots', { pollMs: 5_000 }).data?.items ?? [];
  const about = ({ botId }: { botId: string | null }) => {
    const bot = bots.find((each) => each.botId === botId);
    return bot === undefined ? null : (
      <Link href={`/bots/${bot.botId}`} className="hover:underline">
        {bot.botName}
      </Link>
    );
  };
  return (
    <Panel title="Recent events" aside={<Link href="/risk#timeline">Timeline</Link>}>
      <Loaded read={events}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nothing has happened yet" />
          ) : (
            <EventList events={items} about={about} />
          )
        }
      </Loaded>
    </Panel>
  );
}

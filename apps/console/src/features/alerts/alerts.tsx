/** What fires now, and what the platform itself noticed lately. */
'use client';

import Link from 'next/link';
import { isLoud } from '../../lib/events';
import { words } from '../../lib/words';
import type { Query } from '../../manager/types';
import { useManager, useManagerPages } from '../../manager/use-manager';
import { EventList } from '../../ui/event-list';
import { LoadedPages } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { Select } from '../../ui/select';
import { Empty } from '../../ui/states';
import { useUrlState } from '../../ui/url-state';
import { FiringAlerts } from './firing-alerts';
import { Silences } from './silences';

export function Alerts() {
  return (
    <Page title="Alerts" lead="Alerts come from the alert manager; events from the platform's own logs.">
      <Panel title="Firing now">
        <FiringAlerts />
      </Panel>
      <Silences />
      <Events />
    </Page>
  );
}

type Source = NonNullable<Query<'/bff/events'>['source']>;
const SOURCES: readonly Source[] = ['bot', 'risk', 'audit'];

const SHOWN = ['attention', 'all'].map((value) => ({ value, label: words(value) }));
const SOURCE_CHOICES = [
  { value: '', label: 'Every source' },
  ...SOURCES.map((value) => ({ value, label: words(value) })),
];

function Events() {
  const [source, setSource] = useUrlState('source');
  const [shown, setShown] = useUrlState('show', 'attention');
  const query = source === '' ? {} : { source: source as Source };
  const events = useManagerPages('/bff/events', { query: { ...query, page_size: 100 }, pollMs: 10_000 });
  const bots = useManager('/bff/bots').data?.items ?? [];
  const about = ({ botId }: { botId: string | null }) => {
    const bot = bots.find((each) => each.botId === botId);
    return bot === undefined ? null : <Link href={`/bots/${bot.botId}`}>{bot.botName}</Link>;
  };
  return (
    <Panel
      title="Events"
      aside={
        <span className="flex gap-2">
          <Select label="Show" value={shown} choices={SHOWN} onChange={setShown} />
          <Select label="Source" value={source} choices={SOURCE_CHOICES} onChange={setSource} />
        </span>
      }
    >
      <LoadedPages read={events}>
        {(all) => {
          const items = shown === 'all' ? all : all.filter(isLoud);
          return items.length === 0 ? (
            <Empty title={shown === 'all' ? 'Nothing has happened yet' : 'Nothing needed attention lately'} />
          ) : (
            <EventList events={items} about={about} />
          );
        }}
      </LoadedPages>
    </Panel>
  );
}

/** What bots asked for and what became of it at the exchange, newest first. Tab and filters stand in the address. */
'use client';

import { INTENT_STATES, ORDER_LEGS, ORDER_STATUSES } from '@platform/contracts';
import { ArrowLeftRight } from 'lucide-react';
import { useMemo } from 'react';
import { legName } from '../../lib/orders';
import { words } from '../../lib/words';
import { viewOf } from '../../manager/error-view';
import { useManager, useManagerPages } from '../../manager/use-manager';
import { More } from '../../ui/more';
import { Page } from '../../ui/page';
import { Select } from '../../ui/select';
import { Empty, ErrorPanel, SkeletonRows } from '../../ui/states';
import { Table } from '../../ui/table';
import { Tabs } from '../../ui/tabs';
import { useUrlState } from '../../ui/url-state';
import { intentColumns, type NameOf, orderColumns } from './columns';

const anyOf = (label: string, values: readonly string[], name = words) => [
  { value: '', label },
  ...values.map((value) => ({ value, label: name(value) })),
];

export function useBotNames(): NameOf {
  const bots = useManager('/bff/bots', { pollMs: 15_000 }).data?.items;
  return useMemo(() => {
    const names = new Map(bots?.map(({ botId, botName }) => [botId, botName]));
    return (botId) => names.get(botId) ?? botId.slice(-8);
  }, [bots]);
}

export function Orders() {
  return (
    <Page
      title="Orders"
      lead="What bots asked for, why it was refused or placed, and each order at the exchange."
    >
      <Tabs
        label="Intents or orders"
        tabs={[
          { id: 'intents', label: 'Intents', content: () => <Intents /> },
          { id: 'orders', label: 'Orders', content: () => <AllOrders /> },
        ]}
      />
    </Page>
  );
}

/** Only what is chosen is asked for. */
function given(filters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

function BotFilter({ value, onChange }: { value: string; onChange: (botId: string) => void }) {
  const bots = useManager('/bff/bots', { pollMs: 15_000 }).data?.items ?? [];
  const choices = [
    { value: '', label: 'Every bot' },
    ...bots.map(({ botId, botName }) => ({ value: botId, label: botName })),
  ];
  return <Select label="Bot" value={value} choices={choices} onChange={onChange} isActive={value !== ''} />;
}

function Intents() {
  const [bot_id, setBot] = useUrlState('bot');
  const [state, setState] = useUrlState('state');
  const nameOf = useBotNames();
  const columns = useMemo(() => intentColumns(nameOf), [nameOf]);
  const read = useManagerPages('/bff/intents', { query: given({ bot_id, state }) as object, pollMs: 5_000 });
  const rows = read.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <BotFilter value={bot_id} onChange={setBot} />
        <Select
          label="State"
          value={state}
          choices={anyOf('Every state', INTENT_STATES)}
          onChange={setState}
          isActive={state !== ''}
        />
      </div>
      {read.isPending ? <SkeletonRows rows={12} /> : null}
      {read.error === null ? null : (
        <ErrorPanel error={viewOf(read.error)} retry={() => void read.refetch()} />
      )}
      {read.data === undefined ? null : (
        <Table
          caption="Intents"
          columns={columns}
          rows={rows}
          rowKey={(intent) => intent.intentId}
          empty={
            <Empty title="No intent fits" icon={ArrowLeftRight}>
              A bot writes one when its strategy signals an entry, a flip or an exit.
            </Empty>
          }
        />
      )}
      <More {...read} />
    </div>
  );
}

function AllOrders() {
  const [bot_id, setBot] = useUrlState('bot');
  const [leg, setLeg] = useUrlState('leg');
  const [status, setStatus] = useUrlState('status');
  const nameOf = useBotNames();
  const columns = useMemo(() => orderColumns(nameOf), [nameOf]);
  const read = useManagerPages('/bff/orders', {
    query: given({ bot_id, leg, status }) as object,
    pollMs: 5_000,
  });
  const rows = read.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <BotFilter value={bot_id} onChange={setBot} />
        <Select
          label="Leg"
          value={leg}
          choices={anyOf('Every leg', ORDER_LEGS, (each) => words(legName(each)))}
          onChange={setLeg}
          isActive={leg !== ''}
        />
        <Select
          label="Status"
          value={status}
          choices={anyOf('Every status', ORDER_STATUSES)}
          onChange={setStatus}
          isActive={status !== ''}
        />
      </div>
      {read.isPending ? <SkeletonRows rows={12} /> : null}
      {read.error === null ? null : (
        <ErrorPanel error={viewOf(read.error)} retry={() => void read.refetch()} />
      )}
      {read.data === undefined ? null : (
        <Table
          caption="Orders"
          columns={columns}
          rows={rows}
          rowKey={(order) => order.orderId}
          empty={<Empty title="No order fits" icon={ArrowLeftRight} />}
        />
      )}
      <More {...read} />
    </div>
  );
}

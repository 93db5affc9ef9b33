/**
 * What bots asked for and what became of it at the exchange, newest first. Tab and filters stand in the
 * address.
 */
'use client';

import { INTENT_STATES, ORDER_LEGS, ORDER_STATUSES } from '@platform/contracts';
import { ArrowLeftRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { legName } from '../../lib/orders';
import { words } from '../../lib/words';
import { type NameOf, useBotNames } from '../../manager/use-bot-names';
import { useManager, useManagerPages } from '../../manager/use-manager';
import { LoadedPages } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Select } from '../../ui/select';
import { Empty, SkeletonRows } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Tabs } from '../../ui/tabs';
import { useUrlState } from '../../ui/url-state';
import { intentColumns, orderColumns } from './columns';

const anyOf = (label: string, values: readonly string[], name = words) => [
  { value: '', label },
  ...values.map((value) => ({ value, label: name(value) })),
];

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

/** A list that stands out while it narrows something down. */
function Filter(props: Omit<ComponentProps<typeof Select>, 'isActive'>) {
  return <Select {...props} isActive={props.value !== ''} />;
}

function BotFilter({ value, onChange }: { value: string; onChange: (botId: string) => void }) {
  const bots = useManager('/bff/bots', { pollMs: 15_000 }).data?.items ?? [];
  const choices = [
    { value: '', label: 'Every bot' },
    ...bots.map(({ botId, botName }) => ({ value: botId, label: botName })),
  ];
  return <Filter label="Bot" value={value} choices={choices} onChange={onChange} />;
}

function Intents() {
  const [bot_id, setBot] = useUrlState('bot');
  const [state, setState] = useUrlState('state');
  const columns = useNamedColumns(intentColumns);
  const read = useManagerPages('/bff/intents', { query: given({ bot_id, state }) as object, pollMs: 5_000 });
  return (
    <Listing
      filters={
        <>
          <BotFilter value={bot_id} onChange={setBot} />
          <Filter
            label="State"
            value={state}
            choices={anyOf('Every state', INTENT_STATES)}
            onChange={setState}
          />
        </>
      }
      read={read}
      table={{ caption: 'Intents', columns, rowKey: ({ intentId }) => intentId }}
      empty={
        <Empty title="No intent fits" icon={ArrowLeftRight}>
          A bot writes one when its strategy signals an entry, a flip or an exit.
        </Empty>
      }
    />
  );
}

function AllOrders() {
  const [bot_id, setBot] = useUrlState('bot');
  const [leg, setLeg] = useUrlState('leg');
  const [status, setStatus] = useUrlState('status');
  const columns = useNamedColumns(orderColumns);
  const query = given({ bot_id, leg, status }) as object;
  const legs = anyOf('Every leg', ORDER_LEGS, (each) => words(legName(each)));
  return (
    <Listing
      filters={
        <>
          <BotFilter value={bot_id} onChange={setBot} />
          <Filter label="Leg" value={leg} choices={legs} onChange={setLeg} />
          <Filter
            label="Status"
            value={status}
            choices={anyOf('Every status', ORDER_STATUSES)}
            onChange={setStatus}
          />
        </>
      }
      read={useManagerPages('/bff/orders', { query, pollMs: 5_000 })}
      table={{ caption: 'Orders', columns, rowKey: ({ orderId }) => orderId }}
      empty={<Empty title="No order fits" icon={ArrowLeftRight} />}
    />
  );
}

function useNamedColumns<T>(columnsFor: (nameOf: NameOf) => readonly Column<T>[]): readonly Column<T>[] {
  const nameOf = useBotNames();
  return useMemo(() => columnsFor(nameOf), [columnsFor, nameOf]);
}

interface ListingProps<T> {
  readonly filters: ReactNode;
  readonly read: ComponentProps<typeof LoadedPages<T>>['read'];
  readonly table: {
    readonly caption: string;
    readonly columns: readonly Column<T>[];
    readonly rowKey: (row: T) => string;
  };
  readonly empty: ReactNode;
}

/** Filters over a table that is read page by page. */
function Listing<T>({ filters, read, table, empty }: ListingProps<T>) {
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">{filters}</div>
      <LoadedPages read={read} skeleton={<SkeletonRows rows={12} />}>
        {(rows) => <Table {...table} rows={rows} empty={empty} />}
      </LoadedPages>
    </div>
  );
}

/**
 * Whether the books agree with the exchange: the age of the last full reconcile, and orders whose fate is
 * still open.
 */
'use client';

import { CircleCheck, ShieldX } from 'lucide-react';
import { quantity } from '../../lib/format';
import { words } from '../../lib/words';
import type { Answer } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Badge } from '../../ui/badge';
import { Copyable } from '../../ui/copyable';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Age } from '../../ui/time';

type Execution = Answer<'/bff/execution'>;

export function Execution() {
  const execution = useManager('/bff/execution', { pollMs: 5_000 });
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      <Panel title="Reconcile with the exchange" aside="Last full comparison of books and exchange">
        <Loaded read={execution}>{({ networks }) => <Networks networks={networks} />}</Loaded>
      </Panel>
      <Panel title="Unresolved orders" aside="Sent, but the exchange has not reported the outcome">
        <Loaded read={execution}>
          {({ unresolvedOrders }) => (
            <Table
              caption="Unresolved orders"
              columns={ORDER_COLUMNS}
              rows={unresolvedOrders}
              rowKey={(order) => order.orderId}
              sortName="orders"
              empty={<Empty title="Every order is accounted for" icon={CircleCheck} />}
            />
          )}
        </Loaded>
      </Panel>
    </div>
  );
}

function Networks({ networks }: { networks: Execution['networks'] }) {
  if (networks.length === 0)
    return <Empty title="The executor has not reconciled yet" command="./platform logs executor" />;
  return (
    <ul>
      {networks.map(({ network, lastReconcileAt, anomalies, fixed, quarantined }) => (
        <li key={network} className="flex h-8 items-center gap-3 border-b">
          <span className="w-24 font-medium">{network}</span>
          <span className="flex-1">
            <Age at={lastReconcileAt} />
          </span>
          <span className="text-muted">
            {anomalies ?? '–'} anomalies, {fixed ?? '–'} fixed
          </span>
          {quarantined ? (
            <Badge tone="danger" icon={ShieldX}>
              quarantined
            </Badge>
          ) : (
            <Badge icon={CircleCheck}>in step</Badge>
          )}
        </li>
      ))}
    </ul>
  );
}

const ORDER_COLUMNS: readonly Column<Execution['unresolvedOrders'][number]>[] = [
  {
    id: 'order',
    header: 'Order',
    cell: (order) => <Copyable text={order.orderId} shown={order.orderId.slice(-12)} />,
  },
  { id: 'symbol', header: 'Symbol', cell: (order) => order.symbol },
  { id: 'leg', header: 'Leg', cell: (order) => words(order.leg) },
  { id: 'status', header: 'Status', cell: (order) => <span className="text-warn">{order.status}</span> },
  { id: 'qty', header: 'Quantity', align: 'right', cell: (order) => quantity(order.qty) },
  { id: 'age', header: 'Sent', align: 'right', cell: (order) => <Age at={order.createdAt} /> },
];

'use client';

import Link from 'next/link';
import { figure, percent } from '../../lib/format';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { PnlPercent } from '../../ui/figures';
import { Loaded } from '../../ui/loaded';
import { Empty } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Moment } from '../../ui/time';

const COLUMNS: readonly Column<ItemOf<'/bots/{id}/runs'>>[] = [
  {
    id: 'run',
    header: 'Run',
    cell: (run) => (
      <Link href={`/runs/${run.id}`} className="font-mono text-xs text-accent hover:underline">
        {run.id.slice(-12)}
      </Link>
    ),
  },
  { id: 'kind', header: 'Kind', cell: (run) => run.kind },
  { id: 'status', header: 'Status', cell: (run) => run.status },
  { id: 'return', header: 'Return', align: 'right', cell: (run) => <PnlPercent value={run.returnPct} /> },
  {
    id: 'trips',
    header: 'Trips',
    align: 'right',
    cell: (run) => figure(run.roundtripCount, { decimals: 0 }),
  },
  { id: 'sharpe', header: 'Sharpe', align: 'right', cell: (run) => figure(run.sharpe) },
  { id: 'drawdown', header: 'Max drawdown', align: 'right', cell: (run) => percent(run.maxDrawdownPct) },
  {
    id: 'created',
    header: 'Begun, UTC',
    sortBy: (run) => run.createdAt,
    cell: (run) => <Moment at={run.createdAt} />,
  },
];

export function BotRuns({ botId }: { botId: string }) {
  const runs = useManager('/bots/{id}/runs', { params: { id: botId } });
  return (
    <Loaded read={runs}>
      {({ items }) => (
        <Table
          caption="Runs of this bot"
          columns={COLUMNS}
          rows={items}
          rowKey={(run) => run.id}
          sortName="runs"
          defaultSort="-created"
          empty={<Empty title="No run yet">A live run begins with the first fill.</Empty>}
        />
      )}
    </Loaded>
  );
}

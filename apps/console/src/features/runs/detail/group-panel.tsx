/** Roundtrips by how they ended and by side. */

import { useMemo } from 'react';
import { percent } from '../../../lib/format';
import { groupTrips, type TripGroup } from '../../../lib/runs/groups';
import type { Roundtrip } from '../../../lib/runs/types';
import { duration } from '../../../lib/time';
import { words } from '../../../lib/words';
import { Pnl } from '../../../ui/figures';
import { Panel } from '../../../ui/page';
import { Empty } from '../../../ui/states';
import { type Column, Table } from '../../../ui/table';

export function GroupPanel({ trips }: { trips: readonly Roundtrip[] }) {
  const rows = useMemo(() => [...groupTrips(trips, 'exitReason'), ...groupTrips(trips, 'side')], [trips]);
  return (
    <Panel title="By exit and by side">
      <Table
        caption="Roundtrips by exit and by side"
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.name}
        sortName="groups"
        empty={<Empty title="No roundtrip was closed in this range" />}
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<TripGroup>[] = [
  { id: 'name', header: 'Group', cell: (row) => words(row.name) },
  { id: 'count', header: 'Roundtrips', align: 'right', sortBy: (row) => row.count, cell: (row) => row.count },
  {
    id: 'wins',
    header: 'Win rate',
    align: 'right',
    sortBy: (row) => row.wins / row.count,
    cell: (row) => percent((100 * row.wins) / row.count, { decimals: 1 }),
  },
  {
    id: 'pnl',
    header: 'PnL, USD',
    align: 'right',
    sortBy: (row) => row.pnlUsd,
    cell: (row) => <Pnl value={row.pnlUsd} />,
  },
  {
    id: 'mean',
    header: 'Mean, USD',
    align: 'right',
    wideOnly: true,
    sortBy: (row) => row.meanPnlUsd,
    cell: (row) => <Pnl value={row.meanPnlUsd} />,
  },
  {
    id: 'held',
    header: 'Mean time held',
    align: 'right',
    wideOnly: true,
    sortBy: (row) => row.meanDurationMs,
    cell: (row) => duration(row.meanDurationMs),
  },
];

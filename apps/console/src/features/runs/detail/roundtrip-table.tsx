/** Every roundtrip of the range; only the visible rows are in the document. */
'use client';

import { figure, percent, price, quantity } from '../../../lib/format';
import type { Roundtrip } from '../../../lib/runs/types';
import { duration } from '../../../lib/time';
import { words } from '../../../lib/words';
import { Pnl } from '../../../ui/figures';
import { Panel } from '../../../ui/page';
import { Empty } from '../../../ui/states';
import { type Column, Table } from '../../../ui/table';
import { UtcTime } from '../../../ui/time';

interface RoundtripTableProps {
  readonly trips: readonly Roundtrip[];
  readonly isComplete: boolean;
  readonly selected: string;
  readonly onSelect: (trip: Roundtrip) => void;
  readonly onHover: (trip: Roundtrip | null) => void;
}

export function RoundtripTable({ trips, isComplete, selected, onSelect, onHover }: RoundtripTableProps) {
  return (
    <Panel title="Roundtrips" aside={isComplete ? countOf(trips.length) : 'Loading…'}>
      <Table
        caption="Roundtrips"
        columns={COLUMNS}
        rows={trips}
        rowKey={(trip) => String(trip.seq)}
        sortName="trips"
        maxHeight={420}
        selectedKey={selected}
        onSelect={onSelect}
        onHover={onHover}
        empty={<Empty title={isComplete ? 'No roundtrip was closed in this range' : 'Loading roundtrips'} />}
      />
    </Panel>
  );
}

function countOf(trips: number): string {
  return `${figure(trips, { decimals: 0 })} ${trips === 1 ? 'roundtrip' : 'roundtrips'}`;
}

const COLUMNS: readonly Column<Roundtrip>[] = [
  { id: 'seq', header: '#', sortBy: (trip) => trip.seq, cell: (trip) => trip.seq + 1 },
  { id: 'side', header: 'Side', sortBy: (trip) => trip.side, cell: (trip) => trip.side },
  {
    id: 'entry',
    header: 'Entry, UTC',
    sortBy: (trip) => trip.entryTs,
    cell: (trip) => <UtcTime at={trip.entryTs} />,
  },
  {
    id: 'exit',
    header: 'Exit, UTC',
    wideOnly: true,
    sortBy: (trip) => trip.exitTs,
    cell: (trip) => <UtcTime at={trip.exitTs} />,
  },
  {
    id: 'duration',
    header: 'Duration',
    align: 'right',
    sortBy: (trip) => trip.durationMs,
    cell: (trip) => duration(trip.durationMs),
  },
  { id: 'qty', header: 'Quantity', align: 'right', wideOnly: true, cell: (trip) => quantity(trip.qty) },
  { id: 'in', header: 'Entry price', align: 'right', wideOnly: true, cell: (trip) => price(trip.entryPrice) },
  { id: 'out', header: 'Exit price', align: 'right', wideOnly: true, cell: (trip) => price(trip.exitPrice) },
  {
    id: 'pnl',
    header: 'PnL, USD',
    align: 'right',
    sortBy: (trip) => Number(trip.pnlUsd),
    cell: (trip) => <Pnl value={trip.pnlUsd} />,
  },
  {
    id: 'fees',
    header: 'Fees, USD',
    align: 'right',
    wideOnly: true,
    sortBy: (trip) => Number(trip.feesUsd),
    cell: (trip) => figure(trip.feesUsd),
  },
  {
    id: 'funding',
    header: 'Funding, USD',
    align: 'right',
    wideOnly: true,
    sortBy: (trip) => Number(trip.fundingUsd),
    cell: (trip) => figure(trip.fundingUsd),
  },
  {
    id: 'mae',
    header: 'MAE',
    align: 'right',
    wideOnly: true,
    sortBy: (trip) => trip.maePct,
    cell: (trip) => percent(trip.maePct),
  },
  {
    id: 'mfe',
    header: 'MFE',
    align: 'right',
    wideOnly: true,
    sortBy: (trip) => trip.mfePct,
    cell: (trip) => percent(trip.mfePct),
  },
  {
    id: 'reason',
    header: 'Exit by',
    sortBy: (trip) => trip.exitReason,
    cell: (trip) => words(trip.exitReason),
  },
];

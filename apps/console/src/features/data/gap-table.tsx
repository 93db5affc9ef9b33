/** Every gap that is listed, with a button to fill it. */
'use client';

import { useMemo } from 'react';
import { type Gap, type InventoryItem, labelOf } from '../../lib/data/coverage';
import { figure } from '../../lib/format';
import { duration } from '../../lib/time';
import { plural } from '../../lib/words';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { UtcTime } from '../../ui/time';
import { useRefusal } from '../frame/providers';

export interface ChosenGap {
  readonly item: InventoryItem;
  readonly gap: Gap;
}

interface GapTableProps {
  readonly items: readonly InventoryItem[];
  readonly onGap: (chosen: ChosenGap) => void;
}

export function GapTable({ items, onGap }: GapTableProps) {
  const refusal = useRefusal();
  const gaps = useMemo(() => items.flatMap((item) => item.gaps.map((gap) => ({ item, gap }))), [items]);
  const total = items.reduce((sum, { gapCount }) => sum + gapCount, 0);
  const columns = useMemo(() => columnsFor(refusal, onGap), [refusal, onGap]);
  const aside =
    total > gaps.length ? `${gaps.length} of ${total}, the oldest of each series` : plural(total, 'gap');
  return (
    <Panel title="Gaps" aside={aside}>
      <Table
        caption="Gaps"
        columns={columns}
        rows={gaps}
        rowKey={({ item, gap }) => `${labelOf(item)} ${gap.fromTs}`}
        sortName="gaps"
        maxHeight={360}
        empty={<Empty title="No gaps: every row between the first and the last is there" />}
      />
    </Panel>
  );
}

function columnsFor(refusal: string | null, onGap: GapTableProps['onGap']): readonly Column<ChosenGap>[] {
  return [
    {
      id: 'series',
      header: 'Series',
      sortBy: ({ item }) => labelOf(item),
      cell: ({ item }) => labelOf(item),
    },
    {
      id: 'from',
      header: 'From, UTC',
      sortBy: ({ gap }) => gap.fromTs,
      cell: ({ gap }) => <UtcTime at={gap.fromTs} />,
    },
    { id: 'to', header: 'To, UTC', wideOnly: true, cell: ({ gap }) => <UtcTime at={gap.toTs} /> },
    {
      id: 'length',
      header: 'Length',
      align: 'right',
      sortBy: ({ gap }) => gap.toTs - gap.fromTs,
      cell: ({ gap }) => duration(gap.toTs - gap.fromTs),
    },
    {
      id: 'missing',
      header: 'Rows missing',
      align: 'right',
      sortBy: ({ gap }) => gap.missing,
      cell: ({ gap }) => figure(gap.missing, { decimals: 0 }),
    },
    {
      id: 'fill',
      header: 'Action',
      align: 'right',
      cell: (chosen) => (
        <Button tone="quiet" className="h-7" refusal={refusal} onClick={() => onGap(chosen)}>
          Fill…
        </Button>
      ),
    },
  ];
}

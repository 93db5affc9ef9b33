/** Returns by month, shaded by how far they are from zero, and the deepest drawdowns beside them. */
import { type DrawdownSpan, MONTHS, monthlyReturns, worstDrawdowns } from '@platform/engine/report';
import { useMemo } from 'react';
import { percent } from '../../../lib/format';
import { columnsOf } from '../../../lib/runs/curve';
import type { Curve } from '../../../lib/runs/types';
import { duration } from '../../../lib/time';
import { type HeatCell, HeatMap } from '../../../ui/charts';
import { Panel } from '../../../ui/page';
import { Empty } from '../../../ui/states';
import { type Column, Table } from '../../../ui/table';
import { UtcTime } from '../../../ui/time';

interface MonthlyPanelProps {
  readonly curve: Curve;
  /** What the first return is measured from. */
  readonly beforeUsd: number;
}

export function MonthlyPanel({ curve, beforeUsd }: MonthlyPanelProps) {
  const years = useMemo(() => monthlyReturns(columnsOf(curve), beforeUsd), [curve, beforeUsd]);
  const strongest = Math.max(1, ...years.flatMap(({ months }) => months.map((pct) => Math.abs(pct ?? 0))));
  const rows = years.map(({ year, months, yearPct }) => ({
    label: String(year),
    cells: [
      ...months.map((pct, month) => cellOf(MONTHS[month]!, pct, strongest)),
      cellOf('Year', yearPct, 3 * strongest),
    ],
  }));
  return (
    <div className="grid gap-6 2xl:grid-cols-[3fr_2fr]">
      <Panel title="Monthly returns, %">
        <HeatMap
          caption="Monthly returns in percent"
          corner="Year"
          columns={[...MONTHS, 'Year']}
          rows={rows}
        />
      </Panel>
      <WorstDrawdowns curve={curve} />
    </div>
  );
}

function cellOf(name: string, pct: number | null, strongest: number): HeatCell {
  if (pct === null) return { key: name, content: '', heat: null };
  const content = `${pct > 0 ? '+' : pct < 0 ? '−' : ''}${Math.abs(pct).toFixed(1)}`;
  return { key: name, content, heat: pct / strongest };
}

function WorstDrawdowns({ curve }: { curve: Curve }) {
  const worst = useMemo(() => worstDrawdowns(columnsOf(curve), 5), [curve]);
  return (
    <Panel title="Deepest drawdowns">
      <Table
        caption="Deepest drawdowns"
        columns={DRAWDOWNS}
        rows={worst}
        rowKey={(row) => String(row.troughMs)}
        sortName="dd"
        empty={<Empty title="It never fell from a peak" />}
      />
    </Panel>
  );
}

const DRAWDOWNS: readonly Column<DrawdownSpan>[] = [
  { id: 'depth', header: 'Depth', align: 'right', cell: (row) => percent(row.depthPct) },
  { id: 'peak', header: 'From, UTC', cell: (row) => <UtcTime at={row.peakMs} /> },
  { id: 'down', header: 'To the trough', align: 'right', cell: (row) => duration(row.troughMs - row.peakMs) },
  {
    id: 'back',
    header: 'Recovered after',
    align: 'right',
    cell: (row) => (row.recoveredMs === null ? 'not yet' : duration(row.recoveredMs - row.peakMs)),
  },
];

/**
 * Coverage as a heat map of series and months. A month with gaps can be opened, and each gap in it filled.
 */
'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type CoverageMatrix,
  type CoverageRow,
  coverageMatrix,
  type Gap,
  type InventoryItem,
  type MonthCell,
} from '../../lib/data/coverage';
import { figure } from '../../lib/format';
import { utcDay } from '../../lib/time';
import { words } from '../../lib/words';
import { useManager } from '../../manager/use-manager';
import { classNames } from '../../ui/class-names';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Select } from '../../ui/select';
import { Empty } from '../../ui/states';
import { useUrlState } from '../../ui/url-state';
import { FillGap } from './fill-gap';
import { type ChosenGap, GapTable } from './gap-table';

export function CoveragePanel() {
  const read = useManager('/data/inventory', { pollMs: 60_000 });
  return <Loaded read={read}>{({ items }) => <Coverage items={items} />}</Loaded>;
}

function Coverage({ items }: { items: readonly InventoryItem[] }) {
  const sources = useMemo(() => [...new Set(items.map(({ source }) => source))], [items]);
  const [source, setSource] = useUrlState('source', 'klines');
  const [timeframe, setTimeframe] = useUrlState('timeframe', '1m');
  const [chosen, setChosen] = useState<ChosenGap | null>(null);
  const timeframes = useMemo(
    () => [
      ...new Set(
        items.flatMap((item) => (item.source === source && item.timeframe !== null ? [item.timeframe] : [])),
      ),
    ],
    [items, source],
  );
  const shown = useMemo(
    () =>
      items.filter(
        (item) => item.source === source && (item.timeframe === null || item.timeframe === timeframe),
      ),
    [items, source, timeframe],
  );
  const matrix = useMemo(() => coverageMatrix(shown), [shown]);
  return (
    <>
      <Panel
        title="Coverage by month"
        aside={
          <div className="flex flex-wrap gap-2">
            <Select label="Source" value={source} choices={asChoices(sources)} onChange={setSource} />
            {timeframes.length === 0 ? null : (
              <Select
                label="Time frame"
                value={timeframe}
                choices={timeframes.map((value) => ({ value, label: value }))}
                onChange={setTimeframe}
              />
            )}
          </div>
        }
      >
        {matrix.rows.length === 0 ? (
          <Empty title="Nothing of this is stored" command={`./platform data backfill ${source} trigger`} />
        ) : (
          <Matrix matrix={matrix} onGap={setChosen} />
        )}
      </Panel>
      <GapTable items={shown} onGap={setChosen} />
      <FillGap chosen={chosen} close={() => setChosen(null)} />
    </>
  );
}

const asChoices = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }));

function useNewestInView(months: readonly string[]) {
  const scroller = useRef<HTMLElement>(null);
  const count = months.length;
  useEffect(() => {
    if (count > 0) scroller.current?.scrollTo({ left: scroller.current.scrollWidth });
  }, [count]);
  return scroller;
}

function Matrix({
  matrix: { months, rows },
  onGap,
}: {
  matrix: CoverageMatrix;
  onGap: (chosen: ChosenGap) => void;
}) {
  const scroller = useNewestInView(months);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className="overflow-x-auto" aria-label="Coverage" tabIndex={0}>
      <table className="border-separate border-spacing-px">
        <caption className="sr-only">Share of each month that is stored</caption>
        <thead>
          <tr className="text-faint">
            <th scope="col" className="sticky left-0 bg-canvas pr-3 text-left font-medium">
              Series
            </th>
            {months.map((month) => (
              <th
                key={month}
                scope="col"
                className="h-8 min-w-14 px-1 text-center font-medium whitespace-nowrap"
              >
                {month}
              </th>
            ))}
            <th scope="col" className="px-3 text-right font-medium">
              Rows
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MatrixRow key={row.label} row={row} onGap={onGap} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function MatrixRow({ row, onGap }: { row: CoverageRow; onGap: (chosen: ChosenGap) => void }) {
  return (
    <tr>
      <th scope="row" className="sticky left-0 bg-canvas pr-3 text-left font-medium whitespace-nowrap">
        {row.label}
      </th>
      {row.cells.map((cell) => (
        <td key={cell.month} className="p-0">
          <Cell cell={cell} label={row.label} onGap={(gap) => onGap({ item: row.item, gap })} />
        </td>
      ))}
      <td className="px-3 text-right">{figure(row.item.rowCount, { decimals: 0 })}</td>
    </tr>
  );
}

const CELLS: Readonly<Record<MonthCell['state'], string>> = {
  outside: 'text-faint',
  whole: 'bg-accent/25 text-ink',
  gaps: 'bg-warn/25 text-ink',
  unknown: 'bg-raised text-muted',
};

/** Never "100 %" for a month that lacks something. */
function shareText({ state, share }: MonthCell): string {
  if (state === 'outside') return '·';
  if (share === null) return '?';
  return share === 1 ? '100' : figure(Math.min(99.9, 100 * share), { decimals: 1 });
}

function Cell({ cell, label, onGap }: { cell: MonthCell; label: string; onGap: (gap: Gap) => void }) {
  const className = classNames(
    'flex h-8 w-full items-center justify-center rounded-sm px-1',
    CELLS[cell.state],
  );
  const [first] = cell.gaps;
  if (first === undefined) {
    return (
      <span className={className} title={titleOf(cell)}>
        {shareText(cell)}
      </span>
    );
  }
  return (
    <button
      type="button"
      title={titleOf(cell)}
      aria-label={`${label} ${cell.month}: ${shareText(cell)} %, ${cell.gaps.length} gaps. Fill the first`}
      onClick={() => onGap(first)}
      className={classNames(className, 'underline decoration-dotted underline-offset-2 hover:bg-warn/40')}
    >
      {shareText(cell)}
    </button>
  );
}

function titleOf({ month, state, gaps }: MonthCell): string {
  if (state === 'outside') return `${month}: outside the stored range`;
  if (state === 'unknown') return `${month}: more gaps than are listed`;
  if (gaps.length === 0) return `${month}: whole`;
  return `${month}: ${gaps.length} gaps, the first on ${utcDay(gaps[0]!.fromTs)}. Click to fill it.`;
}

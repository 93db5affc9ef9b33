/**
 * The one table: 32 px rows, figures to the right, sorting in the address, the header in view while
 * scrolling. Long tables (give `maxHeight`) keep only the visible rows in the document.
 */
'use client';

import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  getSortedRowModel,
  type Header,
  type Row,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { classNames } from './class-names';
import { useUrlState } from './url-state';

const ROW_PX = 32;

export interface Column<T> {
  readonly id: string;
  /** With the unit, where there is one. */
  readonly header: string;
  readonly cell: (row: T) => ReactNode;
  /** Makes the column sortable; null sorts last. */
  readonly sortBy?: (row: T) => number | string | null;
  readonly align?: 'right';
  /** Left out on a phone. */
  readonly wideOnly?: boolean;
}

interface TableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** Where the sort order stands in the address; two tables on a page need two names. */
  readonly sortName?: string;
  readonly defaultSort?: string;
  readonly empty?: ReactNode;
  readonly maxHeight?: number;
  readonly selectedKey?: string | undefined;
  readonly onSelect?: (row: T) => void;
  readonly onHover?: (row: T | null) => void;
}

export function Table<T>(props: TableProps<T>) {
  const { caption, rows, empty, maxHeight, selectedKey } = props;
  const scroller = useRef<HTMLElement>(null);
  const onSelect = useSteady(props.onSelect);
  const onHover = useSteady(props.onHover);
  const table = useSortedTable(props);
  const sorted = table.getRowModel().rows;
  const virtual = useVirtualizer({
    count: maxHeight === undefined ? 0 : sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    // Before it is measured the table is as high as it may get: the first rows are there at once.
    initialRect: { width: 0, height: maxHeight ?? 0 },
  });
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const items = virtual.getVirtualItems();
  const shown = maxHeight === undefined ? sorted : items.map((item) => sorted[item.index]!);
  const above = items[0]?.start ?? 0;
  const below = maxHeight === undefined ? 0 : virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={caption}
      // Rows that come and go while scrolling concern nothing outside.
      className={classNames('scroll-cue overflow-auto', maxHeight !== undefined && 'contain-content')}
      style={{ maxHeight }}
    >
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {table.getFlatHeaders().map((header) => (
              <HeaderCell
                key={header.id}
                header={header}
                column={header.column.columnDef.meta as Column<T>}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 ? <tr style={{ height: above }} /> : null}
          {shown.map((row) => (
            <KeptRow
              key={row.id}
              row={row}
              columns={props.columns}
              isSelected={selectedKey === row.id}
              onSelect={onSelect}
              onHover={onHover}
            />
          ))}
          {below > 0 ? <tr style={{ height: below }} /> : null}
        </tbody>
      </table>
    </section>
  );
}

function useSortedTable<T>({ columns, rows, rowKey, sortName = 'sort', defaultSort = '' }: TableProps<T>) {
  const [sort, setSort] = useUrlState(sortName, defaultSort);
  const sorting = useMemo((): SortingState => {
    return sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
  }, [sort]);
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  return useReactTable<T>({
    data,
    columns: definitions,
    state: { sorting },
    getRowId: rowKey,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    enableSortingRemoval: true,
    // There are no pages to go back to the first of; without this every new sorting would render forever.
    autoResetAll: false,
    onSortingChange: (update) => {
      const [first] = typeof update === 'function' ? update(sorting) : update;
      setSort(first === undefined ? '' : `${first.desc ? '-' : ''}${first.id}`);
    },
  });
}

function definitionOf<T>(column: Column<T>): ColumnDef<T> {
  const { id, header, sortBy } = column;
  return {
    id,
    header,
    meta: column,
    ...(sortBy === undefined ? {} : { accessorFn: (row: T) => sortBy(row) ?? undefined }),
    enableSorting: sortBy !== undefined,
    sortingFn: (a, b) => compare(sortBy?.(a.original), sortBy?.(b.original)),
    sortUndefined: 'last',
  };
}

/** “Bot 2” before “Bot 10”. */
const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: number | string | null | undefined, b: number | string | null | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return inOrder.compare(String(a ?? ''), String(b ?? ''));
}

function cellClass<T>(column: Column<T>): string {
  return classNames(
    'border-b px-2 first:pl-0 last:pr-0 whitespace-nowrap',
    column.align === 'right' && 'text-right',
    column.wideOnly === true && 'hidden md:table-cell',
  );
}

function HeaderCell<T>({ header, column }: { header: Header<T, unknown>; column: Column<T> }) {
  const direction = header.column.getIsSorted();
  const label = flexRender(header.column.columnDef.header, header.getContext());
  return (
    <th
      scope="col"
      aria-sort={direction === false ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
      className={classNames(cellClass(column), 'sticky top-0 z-10 h-8 bg-canvas font-medium text-faint')}
    >
      {header.column.getCanSort() ? (
        <button
          type="button"
          onClick={header.column.getToggleSortingHandler()}
          className="inline-flex items-center gap-1 hover:text-ink"
        >
          {label}
          {direction === 'asc' ? <ArrowUp size={12} aria-hidden /> : null}
          {direction === 'desc' ? <ArrowDown size={12} aria-hidden /> : null}
        </button>
      ) : (
        label
      )}
    </th>
  );
}

interface BodyRowProps<T> {
  readonly row: Row<T>;
  /** What its cells are made by: with other columns the same row looks different. */
  readonly columns: readonly Column<T>[];
  readonly isSelected: boolean;
  readonly onSelect: ((row: T) => void) | undefined;
  readonly onHover: ((row: T | null) => void) | undefined;
}

function BodyRow<T>({ row, isSelected, onSelect, onHover }: BodyRowProps<T>) {
  return (
    <tr
      aria-selected={onSelect === undefined ? undefined : isSelected}
      onClick={onSelect === undefined ? undefined : () => onSelect(row.original)}
      onMouseEnter={onHover === undefined ? undefined : () => onHover(row.original)}
      onMouseLeave={onHover === undefined ? undefined : () => onHover(null)}
      className={classNames(
        'h-8 hover:bg-surface',
        isSelected && 'bg-raised',
        onSelect !== undefined && 'cursor-pointer',
      )}
    >
      {row.getVisibleCells().map((cell) => (
        <td key={cell.id} className={cellClass(cell.column.columnDef.meta as Column<T>)}>
          {/* Called, not mounted: other columns would otherwise replace every control that somebody is using. */}
          {(cell.column.columnDef.meta as Column<T>).cell(row.original)}
        </td>
      ))}
    </tr>
  );
}

/** Scrolling and pointing render the table again; rows that stay as they are need not. */
const KeptRow = memo(BodyRow) as typeof BodyRow;

/** One function for as long as a handler is given, although its owner makes a new one at each rendering. */
function useSteady<T>(react: ((value: T) => void) | undefined): ((value: T) => void) | undefined {
  const latest = useRef(react);
  useEffect(() => {
    latest.current = react;
  });
  const steady = useCallback((value: T) => latest.current?.(value), []);
  return react === undefined ? undefined : steady;
}

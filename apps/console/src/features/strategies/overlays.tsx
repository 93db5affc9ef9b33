/** Overlays: what they decided about signals, how often they said no, and why. */
'use client';

import { Ban, Check, Scale } from 'lucide-react';
import { useMemo } from 'react';
import { figure, percent } from '../../lib/format';
import { words } from '../../lib/words';
import { viewOf } from '../../manager/error-view';
import type { ItemOf } from '../../manager/types';
import { useManager, useManagerPages } from '../../manager/use-manager';
import { Badge, type BadgeTone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { Empty, ErrorPanel, SkeletonRows } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Moment, UtcTime } from '../../ui/time';

type Decision = ItemOf<'/overlays/decisions'>;
type Totals = ItemOf<'/overlays/summary'>;

export function Overlays() {
  return (
    <Page
      title="Overlays"
      lead="Filters between a strategy's signal and the order: they pass it, scale it or veto it."
    >
      <Summary />
      <Decisions />
    </Page>
  );
}

function Summary() {
  const read = useManager('/overlays/summary');
  return (
    <Panel title="How often they intervened">
      <Loaded read={read} skeleton={<SkeletonRows rows={3} />}>
        {({ items }) => (
          <Table
            caption="Overlays"
            columns={TOTALS}
            rows={items}
            rowKey={(row) => row.overlay}
            sortName="totals"
            empty={<NoDecisions />}
          />
        )}
      </Loaded>
    </Panel>
  );
}

const TOTALS: readonly Column<Totals>[] = [
  { id: 'overlay', header: 'Overlay', sortBy: (row) => row.overlay, cell: (row) => words(row.overlay) },
  {
    id: 'decisions',
    header: 'Decisions',
    align: 'right',
    sortBy: (row) => row.decisions,
    cell: (row) => figure(row.decisions, { decimals: 0 }),
  },
  {
    id: 'vetoes',
    header: 'Vetoes',
    align: 'right',
    sortBy: (row) => row.vetoes,
    cell: (row) => figure(row.vetoes, { decimals: 0 }),
  },
  {
    id: 'share',
    header: 'Vetoed',
    align: 'right',
    sortBy: (row) => row.vetoes / Math.max(1, row.decisions),
    cell: (row) => percent(row.decisions === 0 ? null : (100 * row.vetoes) / row.decisions, { decimals: 1 }),
  },
];

function Decisions() {
  const read = useManagerPages('/overlays/decisions', { query: { page_size: 100 }, pollMs: 15_000 });
  const rows = useMemo(() => read.data?.pages.flatMap(({ items }) => items) ?? [], [read.data]);
  if (read.isPending) return <SkeletonRows rows={8} />;
  if (read.isError && rows.length === 0) return <ErrorPanel error={viewOf(read.error)} />;
  return (
    <Panel title="Decisions">
      <Table
        caption="Decisions of overlays"
        columns={DECISIONS}
        rows={rows}
        rowKey={(row) => row.id}
        sortName="decisions"
        empty={<NoDecisions />}
      />
      {read.hasNextPage ? (
        <Button className="mt-3" onClick={() => void read.fetchNextPage()} disabled={read.isFetchingNextPage}>
          Show older ones
        </Button>
      ) : null}
    </Panel>
  );
}

const VERDICTS: Readonly<Record<Decision['verdict'], { icon: typeof Check; tone: BadgeTone }>> = {
  pass: { icon: Check, tone: 'good' },
  scale: { icon: Scale, tone: 'accent' },
  veto: { icon: Ban, tone: 'warn' },
};

const DECISIONS: readonly Column<Decision>[] = [
  { id: 'at', header: 'When, UTC', cell: (row) => <Moment at={row.createdAt} /> },
  { id: 'overlay', header: 'Overlay', sortBy: (row) => row.overlay, cell: (row) => words(row.overlay) },
  {
    id: 'verdict',
    header: 'Verdict',
    sortBy: (row) => row.verdict,
    cell: ({ verdict }) => (
      <Badge icon={VERDICTS[verdict].icon} tone={VERDICTS[verdict].tone}>
        {verdict}
      </Badge>
    ),
  },
  { id: 'reason', header: 'Reason', cell: (row) => <span className="whitespace-normal">{row.reason}</span> },
  { id: 'bar', header: 'Bar, UTC', wideOnly: true, cell: (row) => <UtcTime at={row.barOpenTime} /> },
  {
    id: 'bot',
    header: 'Bot',
    wideOnly: true,
    cell: (row) => (
      <a href={`/bots/${row.botId}`} className="font-mono text-xs text-accent hover:underline">
        {row.botId.slice(0, 8)}
      </a>
    ),
  },
];

function NoDecisions() {
  return (
    <Empty title="No overlay has decided anything yet">
      Overlays are chosen per bot when it is created. They speak when a strategy of such a bot gives a signal.
    </Empty>
  );
}

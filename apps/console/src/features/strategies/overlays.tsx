/** Overlays: which there are, what they decided about signals, how often they said no, and why. */
'use client';

import { Ban, Check, Scale } from 'lucide-react';
import Link from 'next/link';
import { useMemo } from 'react';
import { figure, percent } from '../../lib/format';
import { words } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import { type NameOf, useBotNames } from '../../manager/use-bot-names';
import { useManager, useManagerPages } from '../../manager/use-manager';
import { Badge, type BadgeTone } from '../../ui/badge';
import { Loaded, LoadedPages } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { Empty, SkeletonRows } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Moment, UtcTime } from '../../ui/time';

type Decision = ItemOf<'/overlays/decisions'>;
type Overlay = ItemOf<'/overlays'> & Pick<ItemOf<'/overlays/summary'>, 'decisions' | 'vetoes'>;

export function Overlays() {
  return (
    <Page
      title="Overlays"
      lead="Judgements between a strategy's signal and the order: each may veto an entry, never an exit."
    >
      <Summary />
      <Decisions />
    </Page>
  );
}

function Summary() {
  const known = useManager('/overlays', { pollMs: false });
  const totals = useManager('/overlays/summary');
  return (
    <Panel title="What there is" aside="Chosen per bot when it is created">
      <Loaded read={known} skeleton={<SkeletonRows rows={4} />}>
        {({ items }) => (
          <Table
            caption="Overlays"
            columns={OVERLAYS}
            rows={items.map((overlay) => ({
              ...overlay,
              ...totalsOf(overlay.name, totals.data?.items ?? []),
            }))}
            rowKey={(row) => row.name}
            sortName="totals"
          />
        )}
      </Loaded>
    </Panel>
  );
}

function totalsOf(name: string, totals: readonly ItemOf<'/overlays/summary'>[]) {
  const found = totals.find(({ overlay }) => overlay === name);
  return { decisions: found?.decisions ?? 0, vetoes: found?.vetoes ?? 0 };
}

const OVERLAYS: readonly Column<Overlay>[] = [
  {
    id: 'overlay',
    header: 'Overlay',
    sortBy: (row) => row.title,
    cell: (row) => <span className="font-medium">{row.title}</span>,
  },
  {
    id: 'summary',
    header: 'What it vetoes',
    cell: (row) => <span className="whitespace-normal text-muted">{row.summary}</span>,
  },
  {
    id: 'needs',
    header: 'Cannot judge without',
    wideOnly: true,
    cell: (row) => (row.datasets.length === 0 ? 'bars alone' : row.datasets.map(words).join(', ')),
  },
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
  const nameOf = useBotNames();
  const columns = useMemo(() => decisionColumns(nameOf), [nameOf]);
  const read = useManagerPages('/overlays/decisions', { query: { page_size: 100 }, pollMs: 15_000 });
  return (
    <Panel title="Decisions">
      <LoadedPages read={read} skeleton={<SkeletonRows rows={8} />}>
        {(rows) => (
          <Table
            caption="Decisions of overlays"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            sortName="decisions"
            empty={<NoDecisions />}
          />
        )}
      </LoadedPages>
    </Panel>
  );
}

const VERDICTS: Readonly<Record<Decision['verdict'], { icon: typeof Check; tone: BadgeTone }>> = {
  pass: { icon: Check, tone: 'good' },
  scale: { icon: Scale, tone: 'accent' },
  veto: { icon: Ban, tone: 'warn' },
};

const decisionColumns = (nameOf: NameOf): readonly Column<Decision>[] => [
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
      <Link href={`/bots/${row.botId}`} className="hover:underline">
        {nameOf(row.botId)}
      </Link>
    ),
  },
];

function NoDecisions() {
  return (
    <Empty title="No overlay has decided anything yet">
      They are asked when a bot that has some wants to enter.{' '}
      <Link href="/bots/new" className="text-accent underline underline-offset-2">
        Create such a bot
      </Link>
    </Empty>
  );
}

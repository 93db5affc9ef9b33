/** Each source: how old its newest row is against how often one should come. */
'use client';

import { CircleCheck, CircleDashed, CircleX, Clock3 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { cadencesBehind, freshnessState } from '../../lib/data/freshness';
import { figure } from '../../lib/format';
import { duration } from '../../lib/time';
import { words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Badge, type BadgeTone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Age } from '../../ui/time';
import { useRefusal } from '../frame/providers';

type Source = ItemOf<'/source-health'>;

export function SourcePanel() {
  const read = useManager('/source-health', { pollMs: 10_000 });
  const [returned, setReturned] = useState<string | null>(null);
  const refusal = useRefusal();
  const columns = useMemo(() => columnsFor(refusal, setReturned), [refusal]);
  return (
    <Panel title="Sources">
      <Loaded read={read}>
        {({ items }) => (
          <Table
            caption="Data sources"
            columns={columns}
            rows={items}
            rowKey={(source) => source.name}
            sortName="sources"
            empty={<Empty title="No source is configured" command="./platform status" />}
          />
        )}
      </Loaded>
      {returned === null ? null : <Unquarantine name={returned} close={() => setReturned(null)} />}
    </Panel>
  );
}

const STATES: Readonly<Record<Source['status'], { icon: typeof Clock3; tone: BadgeTone }>> = {
  healthy: { icon: CircleCheck, tone: 'good' },
  stale: { icon: Clock3, tone: 'warn' },
  quarantined: { icon: CircleX, tone: 'danger' },
  pending: { icon: CircleDashed, tone: 'neutral' },
};

const COLUMNS: readonly Column<Source>[] = [
  { id: 'name', header: 'Source', sortBy: (source) => source.name, cell: (source) => words(source.name) },
  {
    id: 'status',
    header: 'State',
    sortBy: (source) => source.status,
    cell: ({ status }) => (
      <Badge icon={STATES[status].icon} tone={STATES[status].tone}>
        {status}
      </Badge>
    ),
  },
  {
    id: 'fresh',
    header: 'Age of newest row against cadence',
    cell: (source) => <Freshness source={source} />,
  },
  {
    id: 'cadence',
    header: 'Cadence',
    align: 'right',
    wideOnly: true,
    cell: (source) => duration(1_000 * source.cadenceSeconds),
  },
  {
    id: 'success',
    header: 'Last success',
    align: 'right',
    wideOnly: true,
    cell: (source) => <Age at={source.lastSuccessAt} />,
  },
  {
    id: 'failures',
    header: 'Failures in a row',
    align: 'right',
    sortBy: (source) => source.consecutiveFailures,
    cell: (source) => source.consecutiveFailures,
  },
  {
    id: 'error',
    header: 'Last error',
    wideOnly: true,
    cell: ({ lastError }) => (
      <span className="block max-w-72 truncate text-muted" title={lastError ?? undefined}>
        {lastError ?? '–'}
      </span>
    ),
  },
];

function columnsFor(refusal: string | null, giveBack: (name: string) => void): readonly Column<Source>[] {
  const act = ({ name, status }: Source) =>
    status === 'quarantined' ? (
      <Button refusal={refusal} onClick={() => giveBack(name)}>
        Return to rotation…
      </Button>
    ) : null;
  return [...COLUMNS, { id: 'act', header: 'Action', cell: act }];
}

/** A bar of four cadences: the mark is where the next row was due. */
const SHOWN_CADENCES = 4;
const FILLS = { fresh: 'bg-accent', late: 'bg-warn', stale: 'bg-danger-fill', never: '' } as const;

function Freshness({ source }: { source: Source }) {
  const behind = cadencesBehind(source);
  if (behind === null || source.freshnessSeconds === null) return <span className="text-faint">–</span>;
  const text = `${duration(1_000 * source.freshnessSeconds)} old, ${figure(behind, { decimals: 1 })} cadences`;
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="relative h-1.5 w-32 shrink-0 rounded-full bg-raised">
        <span
          className={classNames('block h-full rounded-full', FILLS[freshnessState(source)])}
          style={{ width: `${Math.min(100, (100 * behind) / SHOWN_CADENCES)}%` }}
        />
        <span className="absolute -top-0.5 left-1/4 h-2.5 w-px bg-muted" />
      </span>
      {text}
    </span>
  );
}

function Unquarantine({ name, close }: { name: string; close: () => void }) {
  const command = useCommand<{ name: string }>();
  return (
    <ConfirmDialog
      close={close}
      title={`Return ${words(name)} to rotation`}
      consequence="The source is asked again at its next turn. If it fails again it goes back into quarantine."
      verb="Return to rotation"
      asksReason={false}
      act={() =>
        command.mutateAsync({ method: 'POST', path: '/data/sources/{name}/unquarantine', params: { name } })
      }
      outcome={() => 'Requested. The table shows when it took effect.'}
    />
  );
}

/** Backfills: start one, watch rows per second and the time left, cancel. Rows that were written stay. */
'use client';

import { CircleCheck, CircleSlash, CircleX, Loader } from 'lucide-react';
import { useMemo, useState } from 'react';
import { figure, percent } from '../../lib/format';
import { duration, utcDay } from '../../lib/time';
import { words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Badge, type BadgeTone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Age } from '../../ui/time';
import { useRefusal } from '../frame/providers';
import { StartBackfill } from './start-backfill';

type Job = ItemOf<'/data/backfill/jobs'>;

export function BackfillPanel() {
  const [isStarting, setStarting] = useState(false);
  const [cancelled, setCancelled] = useState<Job | null>(null);
  const refusal = useRefusal();
  const read = useManager('/data/backfill/jobs', { pollMs: 2_000 });
  const columns = useMemo(() => columnsFor(refusal, setCancelled), [refusal]);
  return (
    <Panel
      title="Backfills"
      aside={
        <Button refusal={refusal} onClick={() => setStarting(true)}>
          Start a backfill…
        </Button>
      }
    >
      <Loaded read={read}>
        {({ items }) => (
          <Table
            caption="Backfill jobs"
            columns={columns}
            rows={[...items].reverse().slice(0, SHOWN_JOBS)}
            rowKey={(job) => job.id}
            sortName="jobs"
            empty={
              <Empty title="Nothing is being filled" command="./platform data backfill klines trigger">
                Click a gap below to fill just that, or start one for a source.
              </Empty>
            }
          />
        )}
      </Loaded>
      {isStarting ? <StartBackfill close={() => setStarting(false)} /> : null}
      {cancelled === null ? null : <CancelBackfill job={cancelled} close={() => setCancelled(null)} />}
    </Panel>
  );
}

const SHOWN_JOBS = 20;

const STATES: Readonly<Record<string, { icon: typeof Loader; tone: BadgeTone }>> = {
  running: { icon: Loader, tone: 'accent' },
  completed: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleX, tone: 'danger' },
  cancelled: { icon: CircleSlash, tone: 'neutral' },
};

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'status',
    header: 'State',
    cell: ({ status, error }) => (
      <>
        <Badge icon={STATES[status]?.icon} tone={STATES[status]?.tone ?? 'neutral'}>
          {status}
        </Badge>
        {error === null ? null : (
          <p className="max-w-80 py-1 text-xs whitespace-normal text-muted">{error}</p>
        )}
      </>
    ),
  },
  { id: 'source', header: 'Source', sortBy: (job) => job.source, cell: (job) => words(job.source) },
  {
    id: 'symbols',
    header: 'Symbols',
    cell: ({ symbols }) =>
      symbols.length === 0
        ? 'all'
        : symbols.slice(0, 3).join(', ') + (symbols.length > 3 ? ` and ${symbols.length - 3} more` : ''),
  },
  {
    id: 'span',
    header: 'Span, UTC',
    wideOnly: true,
    cell: (job) => `${utcDay(job.fromTs)} → ${utcDay(job.toTs)}`,
  },
  { id: 'progress', header: 'Progress', cell: (job) => <Progress job={job} /> },
  {
    id: 'rows',
    header: 'Rows written',
    align: 'right',
    cell: (job) => figure(job.rowsWritten, { decimals: 0 }),
  },
  {
    id: 'rate',
    header: 'Rows/s',
    align: 'right',
    wideOnly: true,
    cell: (job) => figure(job.rowsPerSecond, { decimals: 0 }),
  },
  {
    id: 'eta',
    header: 'Time left',
    align: 'right',
    cell: ({ etaSeconds }) => (etaSeconds === null ? '–' : duration(1_000 * etaSeconds)),
  },
  {
    id: 'started',
    header: 'Started',
    align: 'right',
    wideOnly: true,
    cell: (job) => <Age at={job.startedAt} />,
  },
];

function columnsFor(refusal: string | null, cancel: (job: Job) => void): readonly Column<Job>[] {
  const act = (job: Job) =>
    job.status === 'running' ? (
      <Button tone="quiet" className="h-7" refusal={refusal} onClick={() => cancel(job)}>
        Cancel…
      </Button>
    ) : null;
  return [...COLUMNS, { id: 'act', header: 'Action', cell: act }];
}

function Progress({ job }: { job: Job }) {
  const done = 100 * job.progress;
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-raised">
        <span className="block h-full bg-accent transition-[width]" style={{ width: `${done}%` }} />
      </span>
      {percent(done, { decimals: 0 })}
    </span>
  );
}

/** Beside the table, not in its row: the job leaves the running ones before its outcome has been read. */
function CancelBackfill({ job, close }: { job: Job; close: () => void }) {
  const command = useCommand<unknown>();
  return (
    <ConfirmDialog
      close={close}
      title={`Cancel the backfill of ${words(job.source).toLowerCase()}`}
      consequence={`It stops where it is. The ${figure(job.rowsWritten, { decimals: 0 })} rows it wrote stay.`}
      verb="Cancel the backfill"
      dismiss="Keep it running"
      asksReason={false}
      act={() =>
        command.mutateAsync({ method: 'DELETE', path: '/data/backfill/jobs/{id}', params: { id: job.id } })
      }
      outcome={() => 'Cancelled. What was written stays.'}
    />
  );
}

/** What every process and bot logged, newest first. Filters stand in the address. */
'use client';

import { LOG_LEVELS } from '@platform/contracts';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { allLogs, faultOf, type LogFilters, logQuery, olderLogs } from '../../lib/logs';
import { words } from '../../lib/words';
import { viewOf } from '../../manager/error-view';
import { ask, pathOf } from '../../manager/request';
import type { Answer, ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { saveFile } from '../../ui/save-file';
import { Select } from '../../ui/select';
import { Empty } from '../../ui/states';
import { setUrl, useSearch } from '../../ui/url-state';
import { LogLines } from './log-lines';

type Found = Answer<'/bff/logs'>;

const FOLLOW_MS = 2_000;
const LEVELS = [
  { value: '', label: 'Every level' },
  ...LOG_LEVELS.map((value) => ({ value, label: `${words(value)} and above` })),
];

function useFilters(): LogFilters {
  const search = useSearch();
  const of = (name: string) => search.get(name) ?? '';
  return {
    process: of('process'),
    level: of('level'),
    code: of('code'),
    bot: of('bot'),
    trace: of('trace'),
    from: of('from'),
    until: of('until'),
    skip: of('skip'),
  };
}

/** Lines are left out of the search that was before, not of another one. */
const choose = (filters: Partial<LogFilters>) => setUrl({ skip: '', ...filters });

export function Logs() {
  const filters = useFilters();
  const [followedSinceMs, setFollowed] = useState<number | null>(null);
  const query = logQuery(filters, followedSinceMs);
  const isFollowing = followedSinceMs !== null;
  const fault = faultOf(filters);
  const bots = useManager('/bff/bots', { pollMs: 15_000 }).data?.items ?? [];
  const nameOf = (process: string) =>
    bots.find(({ botId }) => process === `bot-${botId}`)?.botName ?? process;
  const found = useManager('/bff/logs', { query, pollMs: isFollowing ? FOLLOW_MS : false });
  if (found.error?.view.code === 'MANAGER_LOGS_UNAVAILABLE' && found.data === undefined) {
    return (
      <Page title="Logs">
        <Empty title={found.error.view.message} icon={ScrollText} command="./platform logs -f">
          {found.error.view.action} Until then the command below follows every process.
        </Empty>
      </Page>
    );
  }
  return (
    <Page
      title="Logs"
      lead="What every process and bot logged, newest first. Times are UTC."
      actions={
        <>
          <Button aria-pressed={isFollowing} onClick={() => setFollowed(isFollowing ? null : Date.now())}>
            {isFollowing ? 'Stop following' : 'Follow'}
          </Button>
          <Download query={query} />
        </>
      }
    >
      <Filters
        filters={filters}
        processes={found.data?.processes ?? []}
        isFollowing={isFollowing}
        bots={bots}
        nameOf={nameOf}
      />
      {fault === undefined ? (
        <Loaded read={found}>
          {(data) => <Shown found={data} isFollowing={isFollowing} nameOf={nameOf} />}
        </Loaded>
      ) : (
        <Empty title={fault} icon={ScrollText} />
      )}
    </Page>
  );
}

interface ShownProps {
  readonly found: Found;
  readonly isFollowing: boolean;
  readonly nameOf: (process: string) => string;
}

function Shown({ found, isFollowing, nameOf }: ShownProps) {
  const { items, older, isWhole } = found;
  return (
    <>
      {isWhole ? null : (
        <p role="status" className="text-warn">
          The search took too long, so older lines may be missing. Choose a process or a time to find them.
        </p>
      )}
      {isFollowing && older !== null ? (
        <p role="status" className="text-muted">
          Only the newest {items.length} lines are shown while you follow. Stop following to see those before.
        </p>
      ) : null}
      {items.length === 0 ? (
        <Empty title="No line matches" icon={ScrollText} />
      ) : (
        <LogLines lines={items} nameOf={nameOf} />
      )}
      {isFollowing || older === null ? null : (
        <div className="flex justify-center py-3">
          <Button onClick={() => setUrl(olderLogs(older))}>Older</Button>
        </div>
      )}
    </>
  );
}

interface FiltersProps {
  readonly filters: LogFilters;
  readonly processes: readonly string[];
  readonly isFollowing: boolean;
  readonly bots: readonly ItemOf<'/bff/bots'>[];
  readonly nameOf: (process: string) => string;
}

function Filters({ filters, processes, isFollowing, bots, nameOf }: FiltersProps) {
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label="Process"
        value={filters.process}
        choices={[
          { value: '', label: 'Every process' },
          ...processes.map((value) => ({ value, label: nameOf(value) })),
        ]}
        onChange={(process) => choose({ process })}
        isActive={filters.process !== ''}
      />
      <Select
        label="Level"
        value={filters.level}
        choices={LEVELS}
        onChange={(level) => choose({ level })}
        isActive={filters.level !== ''}
      />
      <Select
        label="Bot"
        value={filters.bot}
        choices={[
          { value: '', label: 'Every bot' },
          ...bots.map(({ botId, botName }) => ({ value: botId, label: botName })),
        ]}
        onChange={(bot) => choose({ bot })}
        isActive={filters.bot !== ''}
      />
      <Word label="Code" name="code" value={filters.code} />
      <Word label="Trace id" name="trace" value={filters.trace} />
      <Word label="From" name="from" value={filters.from} type="datetime-local" />
      {isFollowing ? null : <Word label="Until" name="until" value={filters.until} type="datetime-local" />}
      {isFiltered ? (
        <Button
          tone="quiet"
          onClick={() =>
            choose({ process: '', level: '', code: '', bot: '', trace: '', from: '', until: '' })
          }
        >
          Clear
        </Button>
      ) : null}
    </div>
  );
}

interface WordProps {
  readonly label: string;
  readonly name: keyof LogFilters;
  readonly value: string;
  readonly type?: 'text' | 'datetime-local';
}

/** Taken over when it is left or confirmed: half a word finds nothing. */
function Word({ label, name, value, type = 'text' }: WordProps) {
  const take = (text: string) => {
    if (text.trim() !== value) choose({ [name]: text.trim() });
  };
  return (
    <label className="flex items-center gap-1.5 text-muted">
      {label}
      <input
        key={value}
        type={type}
        step={type === 'datetime-local' ? '0.001' : undefined}
        defaultValue={value}
        onBlur={(event) => take(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget.value);
        }}
        className="h-8 rounded-md border border-strong-line bg-canvas px-2 font-mono text-xs text-ink max-sm:h-11"
      />
    </label>
  );
}

function Download({ query }: { query: ReturnType<typeof logQuery> }) {
  const [fault, setFault] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const download = async () => {
    setRunning(true);
    try {
      const page = async (asked: typeof query) => (await ask<Found>(pathOf('/bff/logs', {}, asked))).data;
      const text = await allLogs(page, query);
      saveFile(`platform-${new Date().toISOString().slice(0, 19)}.log`, 'text/plain', text);
      setFault(null);
    } catch (error) {
      setFault(viewOf(error).message);
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      {fault === null ? null : <span className="text-danger">{fault}</span>}
      <Button title="All lines that match" disabled={isRunning} onClick={() => void download()}>
        {isRunning ? 'Downloading…' : 'Download'}
      </Button>
    </>
  );
}

/** The filters of the run list. They live in the address and nowhere else. */
'use client';

import { RUN_KINDS, RUN_STATUSES, type RunListQuery } from '@platform/contracts';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { TIMEFRAMES } from '../../lib/timeframes';
import { useManager } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { setUrl } from '../../ui/url-state';

const NAMES = ['kind', 'status', 'strategy', 'symbol', 'timeframe'] as const;
type FilterName = (typeof NAMES)[number];

export interface RunFilters {
  readonly values: Readonly<Record<FilterName, string>>;
  readonly query: Pick<RunListQuery, FilterName>;
  readonly isActive: boolean;
}

export function useRunFilters(): RunFilters {
  const search = useSearchParams();
  return useMemo(() => {
    const entries = NAMES.map((name) => [name, search.get(name) ?? ''] as const);
    const values = Object.fromEntries(entries) as Record<FilterName, string>;
    const query = Object.fromEntries(entries.filter(([, value]) => value !== '')) as Pick<
      RunListQuery,
      FilterName
    >;
    return { values, query, isActive: entries.some(([, value]) => value !== '') };
  }, [search]);
}

export function RunFilterBar({ filters: { values, isActive } }: { filters: RunFilters }) {
  const { data } = useManager('/strategies', { pollMs: false });
  const inventory = useManager('/data/inventory', { pollMs: false });
  const symbols = [
    ...new Set(
      inventory.data?.items.flatMap(({ symbol, source }) =>
        source === 'klines' && symbol !== null ? [symbol] : [],
      ),
    ),
  ];
  const choices: Readonly<Record<FilterName, readonly string[]>> = {
    kind: RUN_KINDS,
    status: RUN_STATUSES,
    strategy: data?.items.map(({ name }) => name) ?? [],
    symbol: symbols.sort(),
    timeframe: TIMEFRAMES,
  };
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Filters">
      {NAMES.map((name) => (
        <Filter key={name} name={name} value={values[name]} choices={choices[name]} />
      ))}
      {isActive ? (
        <Button tone="quiet" onClick={() => setUrl(Object.fromEntries(NAMES.map((name) => [name, ''])))}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}

const LABELS: Readonly<Record<FilterName, string>> = {
  kind: 'Any kind',
  status: 'Any status',
  strategy: 'Any strategy',
  symbol: 'Any symbol',
  timeframe: 'Any time frame',
};

function Filter({ name, value, choices }: { name: FilterName; value: string; choices: readonly string[] }) {
  const known = value === '' || choices.includes(value) ? choices : [value, ...choices];
  return (
    <select
      aria-label={LABELS[name].replace('Any', 'Filter by')}
      value={value}
      onChange={(event) => setUrl({ [name]: event.target.value })}
      className={classNames(
        'h-8 rounded-md border bg-canvas px-2',
        value === '' ? 'border-line text-muted' : 'border-accent text-ink',
      )}
    >
      <option value="">{LABELS[name]}</option>
      {known.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

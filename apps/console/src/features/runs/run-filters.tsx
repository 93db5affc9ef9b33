/** The filters of the run list. They live in the address and nowhere else. */
'use client';

import { RUN_KINDS, RUN_STATUSES, type RunListQuery } from '@platform/contracts';
import { TIMEFRAMES } from '@platform/core';
import { useMemo } from 'react';
import type { Choice } from '../../lib/choices';
import { useManager } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';
import { setUrl, useSearch } from '../../ui/url-state';

const NAMES = ['kind', 'status', 'strategy', 'symbol', 'timeframe', 'tag'] as const;
type FilterName = (typeof NAMES)[number];

export interface RunFilters {
  readonly values: Readonly<Record<FilterName, string>>;
  readonly query: Pick<RunListQuery, FilterName>;
  readonly isActive: boolean;
}

export function useRunFilters(): RunFilters {
  const search = useSearch();
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
  const asChoices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const choices: Readonly<Record<FilterName, readonly Choice[]>> = {
    kind: asChoices(RUN_KINDS),
    status: asChoices(RUN_STATUSES),
    strategy: data?.items.map(({ name, title }) => ({ value: name, label: title })) ?? [],
    symbol: asChoices(symbols.sort()),
    timeframe: asChoices(TIMEFRAMES),
    // Chosen by a tag of a run; the list need not know them all.
    tag: [],
  };
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label="Filters">
      {NAMES.filter((name) => name !== 'tag' || values.tag !== '').map((name) => (
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
  tag: 'Any tag',
};

function Filter({ name, value, choices }: { name: FilterName; value: string; choices: readonly Choice[] }) {
  return (
    <Select
      label={LABELS[name].replace('Any', 'Filter by')}
      value={value}
      choices={[{ value: '', label: LABELS[name] }, ...choices]}
      onChange={(chosen) => setUrl({ [name]: chosen })}
      isActive={value !== ''}
    />
  );
}

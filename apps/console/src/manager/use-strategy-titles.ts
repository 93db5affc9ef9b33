/** Strategies by the title of their catalogue entry: one name for one strategy on every page. */
'use client';

import { useCallback, useMemo } from 'react';
import { words } from '../lib/words';
import { useManager } from './use-manager';

export function useStrategyTitles(): (name: string) => string {
  const { data } = useManager('/strategies', { pollMs: false });
  const titles = useMemo(() => new Map(data?.items.map(({ name, title }) => [name, title])), [data]);
  return useCallback((name) => titles.get(name) ?? words(name), [titles]);
}

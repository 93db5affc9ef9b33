/** The range of time that every panel of a page shows, in the address as two moments. */
'use client';

import { useCallback, useMemo } from 'react';
import type { Span } from '../../lib/chart-data';
import { setUrl, useSearch } from '../../ui/url-state';

export function useSpan(): [Span | null, (span: Span | null) => void] {
  const search = useSearch();
  const [from, to] = [search.get('from'), search.get('to')];
  const span = useMemo(() => parse(from, to), [from, to]);
  const set = useCallback((next: Span | null) => {
    setUrl(next === null ? { from: '', to: '' } : { from: written(next.fromMs), to: written(next.toMs) });
  }, []);
  return [span, set];
}

function parse(from: string | null, to: string | null): Span | null {
  const [fromMs, toMs] = [Date.parse(`${from}Z`), Date.parse(`${to}Z`)];
  return Number.isNaN(fromMs) || Number.isNaN(toMs) || fromMs >= toMs ? null : { fromMs, toMs };
}

/** 2026-11-15T08:04, so that a reader of the address can read it. */
function written(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}

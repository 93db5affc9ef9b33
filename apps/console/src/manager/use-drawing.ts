/** What a strategy sees over a span of stored bars; nothing is asked for before the span is known. */
'use client';

import { useMemo } from 'react';
import { decisionMarks, drawnLines } from '../lib/drawing';
import { useManager } from './use-manager';

interface Drawn {
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function useDrawing(drawn: Drawn | undefined, fromMs: number | undefined, toMs: number | undefined) {
  const isKnown = drawn !== undefined && fromMs !== undefined && toMs !== undefined;
  const { data } = useManager('/bff/drawing', {
    query: isKnown
      ? {
          strategy: drawn.strategy,
          symbol: drawn.symbol,
          params: JSON.stringify(drawn.params),
          timeframe: drawn.timeframe as '1h',
          from_ts: fromMs,
          to_ts: toMs,
        }
      : {},
    enabled: isKnown,
    pollMs: false,
  });
  return useMemo(
    () =>
      data === undefined
        ? { lines: [], decisions: [] }
        : { lines: drawnLines(data), decisions: decisionMarks(data) },
    [data],
  );
}

/**
 * Price and roundtrips, linked: a row under the pointer draws its path, a chosen row brings the chart to it.
 */
'use client';

import { useCallback, useMemo, useRef, useState } from 'react';
import type { Span } from '../../../lib/chart-data';
import { tripPath } from '../../../lib/runs/marks';
import type { Roundtrip, RunDetail } from '../../../lib/runs/types';
import { useUrlState } from '../../../ui/url-state';
import { PricePanel } from './price-panel';
import { RoundtripTable } from './roundtrip-table';

interface TradePanelsProps {
  readonly run: RunDetail;
  readonly trips: readonly Roundtrip[];
  readonly isComplete: boolean;
  readonly span: Span | null;
  readonly whole: Span | null;
  readonly onSpan: (span: Span | null) => void;
}

/** A chosen roundtrip stands in the middle third of the chart. */
const MARGIN = 1;
const SHORTEST_MARGIN_MS = 3_600_000;

export function TradePanels({ run, trips, isComplete, span, whole, onSpan }: TradePanelsProps) {
  const [selected, setSelected] = useUrlState('trip');
  const [hovered, point] = useRested<Roundtrip | null>(null);
  const chosen = useMemo(() => trips.find(({ seq }) => String(seq) === selected) ?? null, [trips, selected]);
  const drawn = hovered ?? chosen;
  const path = useMemo(() => (drawn === null ? null : tripPath(drawn)), [drawn]);
  const focus = useMemo(() => (chosen === null ? span : around(chosen)), [chosen, span]);
  return (
    <>
      <PricePanel
        run={run}
        trips={trips}
        span={focus ?? whole}
        path={path}
        onSpan={(next) => {
          setSelected('');
          onSpan(next);
        }}
      />
      <RoundtripTable
        trips={trips}
        isComplete={isComplete}
        selected={selected}
        onSelect={(trip) => setSelected(String(trip.seq) === selected ? '' : String(trip.seq))}
        onHover={point}
      />
    </>
  );
}

const REST_MS = 80;

/** What the pointer rests on: rows that only pass under it while scrolling draw nothing again. */
function useRested<T>(initial: T): [T, (value: T) => void] {
  const [rested, setRested] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const point = useCallback((value: T) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setRested(value), REST_MS);
  }, []);
  return [rested, point];
}

function around({ entryTs, exitTs }: Roundtrip): Span {
  const marginMs = Math.max(SHORTEST_MARGIN_MS, MARGIN * (exitTs - entryTs));
  return { fromMs: entryTs - marginMs, toMs: exitTs + marginMs };
}

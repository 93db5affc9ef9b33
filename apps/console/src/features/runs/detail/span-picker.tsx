/** The range of the page without a pointer: the last months of the curve, or all of it. */
'use client';

import { DAY_MS } from '@platform/core';
import type { Span } from '../../../lib/chart-data';
import { utcDay } from '../../../lib/time';
import { Button } from '../../../ui/button';

const LENGTHS = [
  { label: '1W', days: 7 },
  { label: '1M', days: 30 },
  { label: '3M', days: 91 },
  { label: '1Y', days: 365 },
] as const;

interface SpanPickerProps {
  readonly whole: Span | null;
  readonly span: Span | null;
  readonly onSpan: (span: Span | null) => void;
}

export function SpanPicker({ whole, span, onSpan }: SpanPickerProps) {
  if (whole === null) return null;
  const fitting = LENGTHS.filter(({ days }) => days * DAY_MS < whole.toMs - whole.fromMs);
  return (
    <>
      {span === null ? null : (
        <span className="text-ink">
          {utcDay(span.fromMs)} → {utcDay(span.toMs)}
        </span>
      )}
      {fitting.map(({ label, days }) => (
        <Button
          key={label}
          tone="quiet"
          title={`The last ${days} days`}
          onClick={() => onSpan({ fromMs: whole.toMs - days * DAY_MS, toMs: whole.toMs })}
        >
          {label}
        </Button>
      ))}
      <Button tone="quiet" aria-pressed={span === null} onClick={() => onSpan(null)}>
        All
      </Button>
    </>
  );
}

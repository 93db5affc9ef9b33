/**
 * Equity over its drawdown, with holding the symbol as a reference. Dragging over it chooses the range of the
 * whole page.
 */
'use client';

import { useMemo } from 'react';
import type { ChartLine, Span } from '../../../lib/chart-data';
import { holding, spanOf } from '../../../lib/runs/curve';
import type { Curve, RunDetail } from '../../../lib/runs/types';
import { Button } from '../../../ui/button';
import { CurveChart } from '../../../ui/charts';
import { Panel } from '../../../ui/page';
import { useUrlState } from '../../../ui/url-state';
import { useBars } from '../use-run';
import { SpanPicker } from './span-picker';

interface EquityPanelProps {
  readonly run: RunDetail;
  readonly curve: Curve;
  readonly span: Span | null;
  readonly onSpan: (span: Span | null) => void;
}

export function EquityPanel({ run, curve, span, onSpan }: EquityPanelProps) {
  const [scale, setScale] = useUrlState('scale');
  const [reference, setReference] = useUrlState('reference', 'on');
  const whole = useMemo(() => spanOf(curve), [curve]);
  const hold = useBuyAndHold(run, whole, Number(run.initialEquityUsd));
  const lines = useMemo<readonly ChartLine[]>(() => {
    const equity: ChartLine = { label: 'Equity, USD', tone: 'main', ts: curve.ts, values: curve.equityUsd };
    return reference === 'on' && hold !== null ? [hold, equity] : [equity];
  }, [curve, hold, reference]);
  const drawdown = useMemo(() => ({ ts: curve.ts, values: curve.drawdownPct }), [curve]);
  const isLogarithmic = scale === 'log';
  return (
    <Panel
      title="Equity and drawdown"
      aside={
        <div className="flex flex-wrap items-center gap-1">
          <SpanPicker whole={whole} span={span} onSpan={onSpan} />
          <Button
            tone="quiet"
            aria-pressed={isLogarithmic}
            onClick={() => setScale(isLogarithmic ? '' : 'log')}
          >
            Log scale
          </Button>
          <Button
            tone="quiet"
            aria-pressed={reference === 'on'}
            onClick={() => setReference(reference === 'on' ? 'off' : 'on')}
          >
            Buy and hold
          </Button>
        </div>
      }
    >
      <CurveChart
        label={`Equity of this run on ${run.symbol} with its drawdown below`}
        lines={lines}
        drawdown={drawdown}
        isLogarithmic={isLogarithmic}
        span={span}
        onSpan={onSpan}
        height={380}
      />
    </Panel>
  );
}

function useBuyAndHold(run: RunDetail, whole: Span | null, initialUsd: number): ChartLine | null {
  const { data } = useBars(run, whole);
  return useMemo(() => {
    const held = data && holding(data.klines, data.barMs, whole?.fromMs ?? 0, initialUsd);
    return held ? { label: 'Buy and hold, USD', tone: 'reference', ...held } : null;
  }, [data, initialUsd, whole]);
}

'use client';

import { useMemo } from 'react';
import type { Answer } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { CurveChart } from '../../ui/charts';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty, Skeleton } from '../../ui/states';

export function useLiveCurve() {
  return useManager('/performance', { query: { resolution: '1m' }, pollMs: 30_000 });
}

/** Equity of live trading with its drawdown below. */
export function EquityPanel() {
  const performance = useLiveCurve();
  return (
    <Panel title="Equity and drawdown">
      <Loaded read={performance} skeleton={<Skeleton className="h-72 w-full" />}>
        {({ equity }) => <Curve equity={equity} />}
      </Loaded>
    </Panel>
  );
}

function Curve({ equity }: { equity: Answer<'/performance'>['equity'] }) {
  const { lines, drawdown } = useMemo(() => {
    const ts = equity.map((point) => point.ts);
    return {
      lines: [
        {
          label: 'Equity, USD',
          ts,
          values: equity.map((point) => Number(point.equityUsd)),
          tone: 'main' as const,
        },
      ],
      drawdown: { ts, values: equity.map((point) => point.drawdownPct) },
    };
  }, [equity]);
  if (equity.length < 2) {
    return (
      <Empty title="No equity yet">
        A bot that trades writes one point a minute; the curve begins with the second.
      </Empty>
    );
  }
  return (
    <CurveChart
      label="Equity of live trading with its drawdown"
      lines={lines}
      drawdown={drawdown}
      height={288}
    />
  );
}

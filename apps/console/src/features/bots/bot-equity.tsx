'use client';

import { useMemo } from 'react';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { CurveChart } from '../../ui/charts';
import { Loaded } from '../../ui/loaded';
import { Empty, Skeleton } from '../../ui/states';

export function BotEquity({ botId }: { botId: string }) {
  const equity = useManager('/bots/{id}/equity', {
    params: { id: botId },
    query: { resolution: '1m', page_size: 500 },
    pollMs: 30_000,
  });
  return (
    <Loaded read={equity} skeleton={<Skeleton className="h-90 w-full" />}>
      {({ items }) => (items.length < 2 ? <Empty title="It has not traded yet" /> : <Curve points={items} />)}
    </Loaded>
  );
}

function Curve({ points }: { points: readonly ItemOf<'/bots/{id}/equity'>[] }) {
  const { lines, drawdown } = useMemo(() => {
    const ascending = [...points].sort((a, b) => a.ts - b.ts);
    const ts = ascending.map((point) => point.ts);
    const values = ascending.map((point) => Number(point.equityUsd));
    return {
      lines: [{ label: 'Equity, USD', ts, values, tone: 'main' as const }],
      drawdown: { ts, values: ascending.map((point) => point.drawdownPct) },
    };
  }, [points]);
  return (
    <CurveChart label="Equity of this bot with its drawdown" lines={lines} drawdown={drawdown} height={360} />
  );
}

'use client';

import { useManager } from '../../manager/use-manager';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Skeleton } from '../../ui/states';
import { TradedEquity } from '../portfolio/traded-equity';

export function useLiveCurve() {
  return useManager('/performance', { query: { resolution: '1m' }, pollMs: 30_000 });
}

/** Equity of live trading with its drawdown below. */
export function EquityPanel() {
  const performance = useLiveCurve();
  return (
    <Panel title="Equity and drawdown">
      <Loaded read={performance} skeleton={<Skeleton className="h-72 w-full" />}>
        {({ equity }) => <TradedEquity equity={equity} label="Equity of live trading with its drawdown" />}
      </Loaded>
    </Panel>
  );
}

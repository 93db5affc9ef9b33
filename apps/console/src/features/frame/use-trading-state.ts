/** Whether the platform may open positions, as the strip and the risk page both say it. */
'use client';

import { tradingState } from '../../lib/trading-state';
import { useManager } from '../../manager/use-manager';
import { useRecent } from './use-recent';

export function useTradingState() {
  const risk = useManager('/bff/risk', { pollMs: 5_000 });
  const bots = useManager('/bff/bots', { pollMs: 5_000 }).data?.items;
  const state = tradingState(useRecent(risk), bots ?? []);
  /** Nothing was read and nothing has failed yet. */
  const isFirstReading = risk.data === undefined && !risk.isError;
  return { risk, bots, state, isFirstReading };
}

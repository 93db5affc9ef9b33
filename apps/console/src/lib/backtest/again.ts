/**
 * The address that opens the form as a run was made: "run again with changes" begins with everything, costs
 * included.
 */
import type { RunDetail } from '../runs/types';
import { type BacktestCosts, DEFAULT_COSTS, dayOf, written } from './form';

type Repeated = Pick<
  RunDetail,
  'strategy' | 'symbol' | 'timeframe' | 'params' | 'costs' | 'initialEquityUsd' | 'fromTs' | 'toTs'
>;

export function againAddress(run: Repeated): string {
  const { strategy, symbol, timeframe, params, fromTs, toTs } = run;
  const query = new URLSearchParams({
    strategy,
    symbol,
    timeframe,
    params: JSON.stringify(params),
    ...(fromTs === null ? {} : { from: dayOf(fromTs) }),
    ...(toTs === null ? {} : { to: dayOf(toTs - 1) }),
  });
  const costs = written(costsOf(run), DEFAULT_COSTS);
  if (costs !== '') query.set('costs', costs);
  return `/backtest?${query.toString()}`;
}

function costsOf({ costs, initialEquityUsd }: Repeated): BacktestCosts {
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : '');
  return {
    initialEquityUsd: String(Number(initialEquityUsd)),
    takerFeeBps: text(costs['takerFeeBps']),
    slippageBps: text(costs['slippageBps']),
    level: levelOf(costs['sizing']),
  };
}

/** Sizing and stops go together: see the levels of the engine. */
function levelOf(sizing: unknown): BacktestCosts['level'] {
  if (sizing === 'full') return '1';
  return sizing === 'atr' ? '2' : '';
}

/**
 * The figures a run is judged by, each with the promotion threshold it must pass where the flow has one. A
 * figure that cannot be given is null and passes nothing.
 */

import { PROMOTION } from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import type { RunDetail } from './types';

export type Unit = 'usd' | 'percent' | 'ratio' | 'count';

export interface Kpi {
  readonly id: string;
  readonly label: string;
  readonly unit: Unit;
  readonly value: number | null;
  /** Profit or loss: shown with its sign. */
  readonly signed: boolean;
  readonly better: 'higher' | 'lower' | 'none';
  readonly threshold: Threshold | null;
}

export interface Threshold {
  readonly text: string;
  readonly verdict: 'passed' | 'failed' | 'unknown';
}

type Judged = Pick<RunDetail, 'performance' | 'metrics' | 'fromTs' | 'toTs' | 'asOf'>;

const YEARLY_FROM_MS = 30 * DAY_MS;

/** A year made out of this says nothing: it would be scaled up from a few days. */
export function isTooShortForAYear(fromMs: number, toMs: number): boolean {
  return toMs - fromMs < YEARLY_FROM_MS;
}

export function kpis({ performance, metrics, fromTs, toTs, asOf }: Judged): readonly Kpi[] {
  const isYoung = isTooShortForAYear(fromTs ?? 0, asOf ?? toTs ?? 0);
  const yearly = (value: number | null) => (isYoung ? null : value);
  const metric = (name: string): number | null => {
    const value = metrics[name];
    return typeof value === 'number' ? value : null;
  };
  const share = (name: string) => {
    const value = metric(name);
    return value === null ? null : 100 * value;
  };
  const sharpe = performance?.sharpe ?? null;
  const drawdown = performance?.maxDrawdownPct ?? null;
  const cagr = yearly(performance?.cagrPct ?? null);
  const { minSharpe } = PROMOTION.signalQuality;
  const { maxDrawdownPct, minCagrPct } = PROMOTION.simulation;
  return [
    {
      ...figureOf('netPnl', 'Net PnL', 'usd', performance === null ? null : Number(performance.netPnlUsd)),
      signed: true,
    },
    { ...figureOf('totalReturn', 'Return', 'percent', share('totalReturn')), signed: true },
    {
      ...figureOf('cagr', 'CAGR', 'percent', cagr),
      signed: true,
      threshold: judge(cagr, `above ${minCagrPct} %`, (value) => value > minCagrPct),
    },
    {
      ...figureOf('sharpe', 'Sharpe', 'ratio', sharpe),
      threshold: judge(sharpe, sharpeText(sharpe), (value) => value > minSharpe),
    },
    figureOf('sortino', 'Sortino', 'ratio', metric('sortino')),
    figureOf('calmar', 'Calmar', 'ratio', yearly(metric('calmar'))),
    {
      ...figureOf('maxDrawdown', 'Max drawdown', 'percent', drawdown),
      better: 'lower',
      threshold: judge(drawdown, `under ${maxDrawdownPct} %`, (value) => value < maxDrawdownPct),
    },
    figureOf('winRate', 'Win rate', 'percent', performance?.winRatePct ?? null),
    figureOf('profitFactor', 'Profit factor', 'ratio', metric('profitFactor')),
    {
      ...figureOf('roundtrips', 'Roundtrips', 'count', performance?.roundtripCount ?? null),
      better: 'none',
      threshold: judge(
        performance?.roundtripCount ?? null,
        `at least ${PROMOTION.testnetMinTrades}`,
        (value) => value >= PROMOTION.testnetMinTrades,
      ),
    },
    { ...figureOf('exposure', 'Exposure', 'percent', share('exposure')), better: 'none' },
  ];
}

function figureOf(id: string, label: string, unit: Unit, value: number | null): Kpi {
  return { id, label, unit, value, signed: false, better: 'higher', threshold: null };
}

function judge(value: number | null, text: string, passes: (value: number) => boolean): Threshold {
  if (value === null) return { text, verdict: 'unknown' };
  return { text, verdict: passes(value) ? 'passed' : 'failed' };
}

/**
 * Production asks for more than signal quality does; once the first is met the reader wants to know the
 * second.
 */
function sharpeText(sharpe: number | null): string {
  const { signalQuality, productionSharpe } = PROMOTION;
  if (sharpe === null || sharpe <= signalQuality.minSharpe) return `above ${signalQuality.minSharpe}`;
  return sharpe > productionSharpe
    ? `above ${productionSharpe}, for production`
    : `above ${signalQuality.minSharpe}; production ${productionSharpe}`;
}

/** The figures of a run, all net of fees, slippage and funding. A figure that cannot be given is null. */
import { DAY_MS, power } from '@platform/core';
import type { RunSums } from '../records/run-sums';
import { costSplit } from '../report/costs';
import { dailyReturns, sharpe, sortino } from './daily';
import { EquityWalk } from './drawdown';
import type { EquityPoints } from './points';

const YEAR_MS = 365.25 * DAY_MS;

export interface Performance {
  readonly initialEquity: number;
  readonly finalEquity: number;
  readonly netPnl: number | null;
  readonly totalReturn: number | null;
  readonly years: number | null;
  readonly cagr: number | null;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly calmar: number | null;
  readonly maxDrawdownPct: number;
  readonly maxDrawdownFromMs: number | null;
  readonly maxDrawdownToMs: number | null;
  readonly maxDrawdownRecoveredMs: number | null;
  /** Closed roundtrips. */
  readonly trades: number;
  readonly wins: number;
  readonly winRate: number | null;
  readonly profitFactor: number | null;
  /** Fraction of points with an open position. */
  readonly exposure: number;
  readonly turnover: number;
  readonly fees: number;
  readonly slippage: number;
  readonly funding: number;
  /** What the signals would have made without costs. */
  readonly grossPnl: number | null;
}

/** `walk` has gone over all points, and `daily` are the returns of all days. */
export function performance(
  points: EquityPoints,
  sums: RunSums,
  initialEquity: number,
  walk = EquityWalk.over(points),
  daily = dailyReturns(points, initialEquity),
): Performance {
  const count = points.length;
  const finalEquity = count === 0 ? initialEquity : points.equity[count - 1]!;
  const { trades, wins, fees, slippage, funding } = sums;
  const netPnl = count === 0 ? null : finalEquity - initialEquity;
  const years = count === 0 ? null : (points.timeMs(count - 1) - points.timeMs(0)) / YEAR_MS;
  const cagr = years === null ? null : growthPerYear(finalEquity / initialEquity, years);
  const drawdown = walk.drawdown();
  return {
    initialEquity,
    finalEquity,
    netPnl,
    totalReturn: count === 0 ? null : finalEquity / initialEquity - 1,
    years,
    cagr,
    sharpe: sharpe(daily),
    sortino: sortino(daily),
    calmar: cagr === null || drawdown.depth === 0 ? null : cagr / drawdown.depth,
    maxDrawdownPct: 100 * drawdown.depth,
    maxDrawdownFromMs: drawdown.fromMs,
    maxDrawdownToMs: drawdown.toMs,
    maxDrawdownRecoveredMs: drawdown.recoveredMs,
    trades,
    wins,
    winRate: trades === 0 ? null : wins / trades,
    profitFactor: sums.lost === 0 ? null : sums.won / sums.lost,
    exposure: count === 0 ? 0 : sums.openBars / count,
    turnover: count === 0 ? 0 : sums.notional / walk.mean,
    fees,
    slippage,
    funding,
    grossPnl: netPnl === null ? null : costSplit({ net: netPnl, fees, slippage, funding }).gross,
  };
}

function growthPerYear(growth: number, years: number): number | null {
  if (years === 0) return null;
  return growth <= 0 ? -1 : power(growth, 1 / years) - 1;
}

/** The figures of a run, all net of fees, slippage and funding. A figure that cannot be given is null. */
import { DAY_MS, power } from '@platform/core';
import type { Account } from '../account';
import type { Roundtrip } from '../records';
import { dailyReturns, sharpe, sortino } from './daily';
import { maxDrawdown } from './drawdown';
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

export function performance(points: EquityPoints, account: Account, initialEquity: number): Performance {
  const count = points.equity.length;
  const finalEquity = count === 0 ? initialEquity : points.equity[count - 1]!;
  const costs = { fees: account.feesTotal, slippage: account.slippageTotal, funding: account.fundingTotal };
  const netPnl = count === 0 ? null : finalEquity - initialEquity;
  const years = count === 0 ? null : (points.timeMs[count - 1]! - points.timeMs[0]!) / YEAR_MS;
  const cagr = years === null ? null : growthPerYear(finalEquity / initialEquity, years);
  const drawdown = maxDrawdown(points);
  const daily = dailyReturns(points, initialEquity);
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
    ...tradeFigures(account.roundtrips),
    exposure: count === 0 ? 0 : pointsInPosition(account.roundtrips) / count,
    turnover: count === 0 ? 0 : turnover(account, points.equity),
    ...costs,
    grossPnl: netPnl === null ? null : netPnl + costs.fees + costs.slippage + costs.funding,
  };
}

function growthPerYear(growth: number, years: number): number | null {
  if (years === 0) return null;
  return growth <= 0 ? -1 : power(growth, 1 / years) - 1;
}

function tradeFigures(
  roundtrips: readonly Roundtrip[],
): Pick<Performance, 'trades' | 'wins' | 'winRate' | 'profitFactor'> {
  let trades = 0;
  let wins = 0;
  let won = 0;
  let lost = 0;
  for (const { exitReason, netPnl } of roundtrips) {
    if (exitReason === null) continue;
    trades += 1;
    if (netPnl > 0) {
      wins += 1;
      won += netPnl;
    } else lost -= netPnl;
  }
  return {
    trades,
    wins,
    winRate: trades === 0 ? null : wins / trades,
    profitFactor: lost === 0 ? null : won / lost,
  };
}

/** A closed roundtrip was open at the end of as many bars as it spans; an open one at the end of the last bar as well. */
function pointsInPosition(roundtrips: readonly Roundtrip[]): number {
  let points = 0;
  for (const { bars, exitReason } of roundtrips) points += exitReason === null ? bars + 1 : bars;
  return points;
}

function turnover(account: Account, equity: Float64Array): number {
  let notional = 0;
  for (const fill of account.fills) notional += fill.notional;
  let total = 0;
  for (let i = 0; i < equity.length; i++) total += equity[i]!;
  return notional / (total / equity.length);
}

/** What a reader of a result must know before believing it. Codes and order are fixed by docs/backtest.md. */
import type { BarSeries } from '@platform/core';

export type WarningCode =
  | 'not_enough_bars'
  | 'gaps_in_data'
  | 'last_bar_open'
  | 'no_funding_data'
  | 'too_few_trades'
  | 'stop_crossed_entries'
  | 'equity_exhausted';

export interface Warning {
  readonly code: WarningCode;
  readonly count: number;
}

/** Below this many closed roundtrips, figures are anecdotes. */
const FEW_TRADES = 30;

export interface WarningFacts {
  readonly barCount: number;
  readonly gaps: number;
  readonly warmupBars: number;
  readonly lastBarOpen: boolean;
  readonly settlements: number;
  readonly trades: number;
  readonly stopCrossedEntries: number;
  readonly exhausted: boolean;
}

export function findWarnings(facts: WarningFacts): Warning[] {
  const { barCount, gaps, trades } = facts;
  const candidates: [applies: boolean, code: WarningCode, count: number][] = [
    [barCount < facts.warmupBars, 'not_enough_bars', barCount],
    [gaps > 0, 'gaps_in_data', gaps],
    [facts.lastBarOpen, 'last_bar_open', 1],
    [facts.settlements === 0, 'no_funding_data', 1],
    [trades < FEW_TRADES, 'too_few_trades', trades],
    [facts.stopCrossedEntries > 0, 'stop_crossed_entries', facts.stopCrossedEntries],
    [facts.exhausted, 'equity_exhausted', 1],
  ];
  return candidates.filter(([applies]) => applies).map(([, code, count]) => ({ code, count }));
}

/** Bars from `from` to `until - 1` that do not open when the bar before them closes. */
export function countGaps({ openTimeMs }: BarSeries, barMs: number, from: number, until: number): number {
  const first = Math.max(1, from);
  // Bars never overlap: together as long as they are one by one, they leave no gap.
  if (until <= first || openTimeMs[until - 1]! - openTimeMs[first - 1]! === (until - first) * barMs) return 0;
  let gaps = 0;
  for (let i = first; i < until; i++) {
    if (openTimeMs[i]! - openTimeMs[i - 1]! !== barMs) gaps += 1;
  }
  return gaps;
}

/** A warning as a sentence. */
export function describeWarning({ code, count }: Warning): string {
  switch (code) {
    case 'not_enough_bars':
      return `only ${count} bars: the strategy needs more to warm up, so nothing was decided`;
    case 'gaps_in_data':
      return `the bars have ${count} ${count === 1 ? 'gap' : 'gaps'}; nothing was filled in`;
    case 'last_bar_open':
      return 'the last bar was still open and was left out';
    case 'no_funding_data':
      return 'no funding settlements were given: funding is missing from the costs';
    case 'too_few_trades':
      return `only ${count} closed ${count === 1 ? 'trade' : 'trades'}: too few to conclude anything`;
    case 'stop_crossed_entries':
      return `${count} ${count === 1 ? 'entry' : 'entries'} not taken: the price had already crossed the stop`;
    case 'equity_exhausted':
      return 'the account was exhausted; trading stopped there';
  }
}

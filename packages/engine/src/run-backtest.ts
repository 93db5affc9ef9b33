/**
 * A whole backtest: `runBacktest` in one call, or a `Backtest` advanced in steps by a caller that shows progress or shares
 * its thread. Chunks change nothing: the loop simply stops and goes on.
 */
import { type Timeframe, timeframeMs } from '@platform/core';
import {
  type CommonParams,
  type Evaluator,
  type MarketSeries,
  SignalGate,
  type StrategyDefinition,
} from '@platform/strategies';
import { BacktestExecution } from './backtest-execution';
import { type Performance, performance } from './metrics/performance';
import { EquityPoints } from './metrics/points';
import type { FillLog } from './records/fill-log';
import type { RoundtripLog } from './records/roundtrip-log';
import { SignalLog } from './records/signal-log';
import { type ReplayLoop, replayLoopFor } from './replay';
import type { BacktestSettings } from './settings';
import { findWarnings, type Warning } from './warnings';

/** The optimiser puts faster code in place between calls: few enough bars for a first run to gain, enough to make a call free. */
const BARS_PER_CALL = 2048;

export interface BacktestInput<P extends CommonParams = CommonParams> {
  readonly strategy: StrategyDefinition<P>;
  /** As `strategy.parse` returned them. */
  readonly params: P;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Closed, sound bars in order: those of the span, after up to `warmupBars - 1` earlier ones. */
  readonly market: MarketSeries;
  readonly settings: BacktestSettings;
  /** The caller left out a last bar that was still open. */
  readonly lastBarOpen?: boolean;
}

export interface BacktestResult {
  readonly warmupBars: number;
  readonly signals: SignalLog;
  readonly fills: FillLog;
  /** In order of exit; a position still open comes last. */
  readonly roundtrips: RoundtripLog;
  readonly points: EquityPoints;
  readonly performance: Performance;
  readonly warnings: readonly Warning[];
}

export class Backtest<P extends CommonParams = CommonParams> {
  readonly warmupBars: number;
  private readonly firstBar: number;
  private readonly evaluator: Evaluator;
  private readonly gate: SignalGate;
  private readonly execution: BacktestExecution;
  private readonly loop: ReplayLoop;
  private readonly signals = new SignalLog();
  private nextBar = 0;

  constructor(private readonly input: BacktestInput<P>) {
    const { strategy, params, timeframe, market, settings } = input;
    this.warmupBars = strategy.warmupBars(params, timeframe);
    this.firstBar = this.warmupBars - 1;
    this.evaluator = strategy.create(params, timeframe);
    this.gate = new SignalGate(params);
    const barMs = timeframeMs(timeframe);
    this.execution = new BacktestExecution(market.bars, barMs, market.funding, settings, this.firstBar);
    this.loop = replayLoopFor(strategy.name);
  }

  /** Replays up to `barCount` further bars; returns how many bars are done. */
  advance(barCount = Number.POSITIVE_INFINITY): number {
    const { market } = this.input;
    const until = Math.min(market.bars.length, this.nextBar + barCount);
    const { evaluator, gate, execution, firstBar, signals } = this;
    for (let from = this.nextBar; from < until; from += BARS_PER_CALL) {
      const end = Math.min(until, from + BARS_PER_CALL);
      this.loop(evaluator, gate, execution, market, firstBar, from, end, signals);
    }
    this.nextBar = until;
    return until;
  }

  /** The result, once every bar was replayed. */
  finish(): BacktestResult {
    const { market, settings, timeframe } = this.input;
    const { account, equity, stopCrossedEntries, exhausted } = this.execution;
    const barMs = timeframeMs(timeframe);
    if (this.nextBar < market.bars.length) throw new Error('finish() before every bar was replayed');
    if (equity.length > 0) {
      account.reportOpenPosition(market.bars.close[market.bars.length - 1]!);
    }
    const points = new EquityPoints(equity, market.bars.openTimeMs.subarray(this.firstBar), barMs);
    const figures = performance(points, account, settings.initialEquity);
    const warnings = findWarnings({
      bars: market.bars,
      barMs,
      warmupBars: this.warmupBars,
      lastBarOpen: this.input.lastBarOpen === true,
      settlements: market.funding?.length ?? 0,
      trades: figures.trades,
      stopCrossedEntries,
      exhausted,
    });
    const { fills, roundtrips } = account;
    const { warmupBars, signals } = this;
    return { warmupBars, signals, fills, roundtrips, points, performance: figures, warnings };
  }
}

export function runBacktest<P extends CommonParams>(input: BacktestInput<P>): BacktestResult {
  const backtest = new Backtest(input);
  backtest.advance();
  return backtest.finish();
}

/**
 * A whole backtest: `runBacktest` in one call, or a `Backtest` advanced in steps by a caller that shows
 * progress or shares its thread. Chunks change nothing: the loop simply stops and goes on.
 */
import { timeframeMs } from '@platform/core';
import { type CommonParams, SignalGate } from '@platform/strategies';
import { BacktestExecution } from './backtest-execution';
import type { BacktestInput } from './backtest-input';
import { type Coverage, coverageOf } from './coverage';
import { fastReplayFor } from './fast/replay';
import { DailyWalk } from './metrics/daily';
import { EquityWalk } from './metrics/drawdown';
import { type Performance, performance } from './metrics/performance';
import { EquityPoints } from './metrics/points';
import type { FillLog } from './records/fill-log';
import type { RoundtripLog } from './records/roundtrip-log';
import { RunMemory } from './records/run-memory';
import { SignalLog } from './records/signal-log';
import type { Replay, Trader } from './step';
import { countGaps, findWarnings, type Warning } from './warnings';

/**
 * Loops over bars go in calls of this many. V8 puts faster code in place between calls; code swapped into a
 * running loop keeps every number that the loop carries on the heap. Few enough bars for a first run to gain,
 * enough to make a call free.
 */
const BARS_PER_CALL = 2048;

export interface BacktestResult {
  readonly warmupBars: number;
  readonly signals: SignalLog;
  readonly fills: FillLog;
  /** In order of exit; a position still open comes last. */
  readonly roundtrips: RoundtripLog;
  readonly points: EquityPoints;
  /** Of every UTC day that the curve touches. */
  readonly dailyReturns: Float64Array;
  readonly performance: Performance;
  readonly warnings: readonly Warning[];
  /** Computed when it is read: most trials of an experiment are never asked for it. */
  readonly coverage: Coverage;
}

/** What stays as it is however many bars follow: all fills and roundtrips on record, and this many points. */
export interface RecordsSoFar extends Pick<BacktestResult, 'fills' | 'roundtrips' | 'points'> {
  readonly pointCount: number;
}

export class Backtest<P extends CommonParams = CommonParams> {
  readonly warmupBars: number;
  private readonly firstBar: number;
  private readonly execution: BacktestExecution;
  private readonly trader: Trader;
  private readonly signals: SignalLog;
  private readonly points: EquityPoints;
  private readonly walk: EquityWalk;
  private readonly dailyWalk: DailyWalk;
  private gaps = 0;
  private nextBar = 0;

  constructor(
    private readonly input: BacktestInput<P>,
    private readonly replay: Replay = fastReplayFor(input.strategy.name),
  ) {
    const { strategy, params, timeframe, market, settings, memory = new RunMemory() } = input;
    memory.begin();
    this.signals = new SignalLog(memory);
    this.warmupBars = strategy.warmupBars(params, timeframe);
    this.firstBar = this.warmupBars - 1;
    const evaluator = strategy.create(params, timeframe);
    const barMs = timeframeMs(timeframe);
    const { bars, funding } = market;
    this.execution = new BacktestExecution(bars, barMs, funding, settings, this.firstBar, memory);
    const { execution } = this;
    this.trader = { evaluator, gate: new SignalGate(params), overlays: [], execution, barMs };
    const openTimeMs = market.bars.openTimeMs.subarray(this.firstBar);
    this.points = new EquityPoints(this.execution.equity, openTimeMs, barMs);
    this.walk = new EquityWalk(this.points);
    this.dailyWalk = new DailyWalk(this.points, settings.initialEquity, memory);
  }

  /** Replays up to `barCount` further bars; returns how many bars are done. */
  advance(barCount = Number.POSITIVE_INFINITY): number {
    const { market, timeframe } = this.input;
    const barMs = timeframeMs(timeframe);
    const until = Math.min(market.bars.length, this.nextBar + barCount);
    const { trader, firstBar, signals } = this;
    for (let from = this.nextBar; from < until; from += BARS_PER_CALL) {
      const end = Math.min(until, from + BARS_PER_CALL);
      this.replay(trader, market, firstBar, from, end, signals);
      this.walk.extend(end - firstBar);
      this.dailyWalk.extend(end - firstBar);
      this.gaps += countGaps(market.bars, barMs, from, end);
    }
    this.nextBar = until;
    return until;
  }

  get recordsSoFar(): RecordsSoFar {
    const { fills, roundtrips } = this.execution.account;
    return { fills, roundtrips, points: this.points, pointCount: Math.max(0, this.nextBar - this.firstBar) };
  }

  /** The result, once every bar was replayed. */
  finish(): BacktestResult {
    const { market, settings, lastBarOpen = false } = this.input;
    const { account, stopCrossedEntries, exhausted } = this.execution;
    const barCount = market.bars.length;
    if (this.nextBar < barCount) throw new Error('finish() before every bar was replayed');
    if (this.points.length > 0) account.reportOpenPosition();
    const { points, walk, dailyWalk } = this;
    const figures = performance(points, account.sums, settings.initialEquity, walk, dailyWalk.moments);
    const warnings = findWarnings({
      barCount,
      gaps: this.gaps,
      warmupBars: this.warmupBars,
      lastBarOpen,
      settlements: market.funding?.length ?? 0,
      trades: figures.trades,
      stopCrossedEntries,
      exhausted,
    });
    const { fills, roundtrips } = account;
    const { warmupBars, signals, input } = this;
    const { returns: dailyReturns } = dailyWalk;
    return {
      warmupBars,
      signals,
      fills,
      roundtrips,
      points,
      dailyReturns,
      performance: figures,
      warnings,
      get coverage() {
        return coverageOf(input);
      },
    };
  }
}

export function runBacktest<P extends CommonParams>(
  input: BacktestInput<P>,
  replay?: Replay,
): BacktestResult {
  const backtest = new Backtest(input, replay);
  backtest.advance();
  return backtest.finish();
}

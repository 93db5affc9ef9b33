/**
 * Trades the break of a session's opening range, at most once per side and session, flat at the session's
 * end. Sessions are days that begin at a given UTC hour. The range is a record of bars; what was entered is
 * discrete memory.
 */
import { DAY_MS, HOUR_MS, TIMEFRAMES, timeframeMs } from '@platform/core';
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { heldTarget } from '../held';
import { integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

const schema = strategyParams({
  range_bars: integer({
    title: 'Range bars',
    description: 'First bars of the session that make the opening range.',
    default: 4,
    minimum: 1,
    maximum: 720,
  }),
  session_start_utc: integer({
    title: 'Session start',
    description: 'UTC hour at which the session opens.',
    default: 0,
    minimum: 0,
    maximum: 23,
  }),
  max_hold_bars: integer({
    title: 'Bars to hold',
    description: "Bars after the entry at which the position is closed; 0 holds to the session's end.",
    default: 0,
    minimum: 0,
    maximum: 1440,
  }),
});
type Params = Static<typeof schema>;

class OpeningRangeBreakout implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  reason = '';

  private rangeEndMs = Number.NaN;
  private lastBarOpenMs = Number.NaN;
  private sessionEndMs = Number.NaN;
  private rangeBarsSeen = 0;
  private rangeHigh = Number.NaN;
  private rangeLow = Number.NaN;
  private hasEnteredLong = false;
  private hasEnteredShort = false;
  private held: Target = 0;
  private barsHeld = 0;

  constructor(
    private readonly rangeBars: number,
    private readonly sessionStartMs: number,
    private readonly maxHoldBars: number,
    private readonly barMs: number,
    private readonly warmupBars: number,
  ) {}

  evaluate(market: MarketSeries, i: number): Target {
    const { bars } = market;
    const openTimeMs = bars.openTimeMs[i]!;
    if (!(openTimeMs < this.sessionEndMs)) this.openSession(openTimeMs);
    const isRangeBar = openTimeMs < this.rangeEndMs;
    if (isRangeBar) this.extendRange(bars.high[i]!, bars.low[i]!);
    if (i + 1 < this.warmupBars) return 0;
    this.barsHeld += 1;
    if (openTimeMs >= this.lastBarOpenMs) this.hold(0, 'session_end');
    else if (this.held !== 0 && this.maxHoldBars > 0 && this.barsHeld >= this.maxHoldBars) {
      this.hold(0, 'hold_expired');
    } else if (!isRangeBar && this.rangeBarsSeen === this.rangeBars) this.tradeBreak(bars.close[i]!);
    return this.held;
  }

  /** Forgets the session before. A position that outlived it, its last bar being missing, is over. */
  private openSession(openTimeMs: number): void {
    const { sessionStartMs, barMs } = this;
    const sessionOpenMs = Math.floor((openTimeMs - sessionStartMs) / DAY_MS) * DAY_MS + sessionStartMs;
    this.rangeEndMs = sessionOpenMs + this.rangeBars * barMs;
    this.sessionEndMs = sessionOpenMs + DAY_MS;
    this.lastBarOpenMs = this.sessionEndMs - barMs;
    this.rangeBarsSeen = 0;
    this.rangeHigh = Number.NEGATIVE_INFINITY;
    this.rangeLow = Number.POSITIVE_INFINITY;
    this.hasEnteredLong = false;
    this.hasEnteredShort = false;
    if (this.held !== 0) this.hold(0, 'session_end');
  }

  private extendRange(high: number, low: number): void {
    this.rangeBarsSeen += 1;
    this.rangeHigh = Math.max(this.rangeHigh, high);
    this.rangeLow = Math.min(this.rangeLow, low);
  }

  private tradeBreak(close: number): void {
    if (close > this.rangeHigh && this.held !== 1 && !this.hasEnteredLong) {
      this.hasEnteredLong = true;
      this.hold(1, 'break_above_range');
    } else if (close < this.rangeLow && this.held !== -1 && !this.hasEnteredShort) {
      this.hasEnteredShort = true;
      this.hold(-1, 'break_below_range');
    }
  }

  private hold(target: Target, reason: string): void {
    this.held = target;
    this.reason = reason;
    this.barsHeld = 0;
  }

  lineValues(): readonly number[] {
    return [this.rangeHigh, this.rangeLow];
  }

  state(): EvaluatorState {
    return {
      held: this.held,
      barsHeld: this.barsHeld,
      enteredLong: this.hasEnteredLong ? 1 : 0,
      enteredShort: this.hasEnteredShort ? 1 : 0,
    };
  }

  restore(state: EvaluatorState): void {
    this.held = heldTarget(state);
    this.barsHeld = state['barsHeld']!;
    this.hasEnteredLong = state['enteredLong'] === 1;
    this.hasEnteredShort = state['enteredShort'] === 1;
  }
}

export const openingRangeBreakout = defineStrategy<Params>({
  name: 'opening_range_breakout',
  title: 'Opening range breakout',
  summary: "Trades the break of the session's first range, flat at the session's end.",
  timeframes: TIMEFRAMES.filter((timeframe) => timeframeMs(timeframe) < DAY_MS),
  lines: ['Range high', 'Range low'],
  schema,
  warmupBars: (_, timeframe) => DAY_MS / timeframeMs(timeframe),
  create: (params, warmupBars, timeframe) =>
    new OpeningRangeBreakout(
      params.range_bars,
      params.session_start_utc * HOUR_MS,
      params.max_hold_bars,
      timeframeMs(timeframe),
      warmupBars,
    ),
});

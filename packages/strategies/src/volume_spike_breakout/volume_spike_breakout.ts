/**
 * Joins a close beyond the recent range when its volume is a multiple of the usual, for a fixed number of
 * bars or until the opposite event. A new position is taken only from flat.
 */
import { RollingRange, RollingSum } from '@platform/core';
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { heldTarget } from '../held';
import { decimal, integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

const schema = strategyParams({
  lookback: integer({
    title: 'Lookback',
    description: 'Bars of the range that is broken, and of the mean volume.',
    default: 20,
    minimum: 2,
    maximum: 1000,
  }),
  spike: decimal({
    title: 'Spike',
    description: 'Multiple of the mean volume that makes a spike.',
    default: 3,
    minimum: 1,
    maximum: 100,
  }),
  hold_bars: integer({
    title: 'Bars to hold',
    description: 'Bars after the entry at which the position is closed.',
    default: 12,
    minimum: 1,
    maximum: 1000,
  }),
});
type Params = Static<typeof schema>;

class VolumeSpikeBreakout implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  reason = '';

  private readonly range: RollingRange;
  private readonly volumes: RollingSum;
  private held: Target = 0;
  private barsHeld = 0;

  constructor(
    lookback: number,
    private readonly spike: number,
    private readonly holdBars: number,
    private readonly warmupBars: number,
  ) {
    this.range = new RollingRange(lookback);
    this.volumes = new RollingSum(lookback);
  }

  evaluate(market: MarketSeries, i: number): Target {
    const { bars } = market;
    const volume = bars.volume[i]!;
    this.volumes.push(volume);
    if (i + 1 >= this.warmupBars) {
      this.barsHeld += 1;
      this.decide(this.event(bars.close[i]!, volume));
    }
    this.range.push(bars.high[i]!, bars.low[i]!);
    return this.held;
  }

  /** 1 for a spike above the range of the previous bars, -1 for one below it, 0 for none. */
  private event(close: number, volume: number): Target {
    const side = close > this.range.high ? 1 : close < this.range.low ? -1 : 0;
    if (side === 0) return 0;
    return volume > this.spike * this.volumes.settleMean(volume, this.spike) ? side : 0;
  }

  private decide(event: Target): void {
    if (this.held !== 0) {
      if (this.barsHeld >= this.holdBars) this.hold(0, 'hold_expired');
      else if (event === -this.held) this.hold(0, 'opposite_spike');
    } else if (event === 1) this.hold(1, 'spike_up');
    else if (event === -1) this.hold(-1, 'spike_down');
  }

  private hold(target: Target, reason: string): void {
    this.held = target;
    this.reason = reason;
    this.barsHeld = 0;
  }

  lineValues(): readonly number[] {
    return [this.range.high, this.range.low];
  }

  state(): EvaluatorState {
    return { held: this.held, barsHeld: this.barsHeld };
  }

  restore(state: EvaluatorState): void {
    this.held = heldTarget(state);
    this.barsHeld = state['barsHeld']!;
  }
}

export const volumeSpikeBreakout = defineStrategy<Params>({
  name: 'volume_spike_breakout',
  title: 'Volume spike breakout',
  summary: 'Joins a breakout that comes with unusual volume, for a set number of bars.',
  lines: ['Range high', 'Range low'],
  schema,
  warmupBars: (params) => params.lookback + 1,
  create: (params, warmupBars) =>
    new VolumeSpikeBreakout(params.lookback, params.spike, params.hold_bars, warmupBars),
});

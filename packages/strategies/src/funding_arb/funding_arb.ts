/**
 * Takes the side that funding pays: short when the mean of the last settlements is high, long when it is low.
 * A settlement is known at a bar's close only if its stamp lies before the close.
 */
import { type FundingSeries, timeframeMs } from '@platform/core';
import type { Static } from 'typebox';
import { defineStrategy, fault } from '../define-strategy';
import { heldTarget } from '../held';
import { decimal, integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

const schema = strategyParams({
  settlements: integer({
    title: 'Settlements',
    description: 'Latest funding rates that are averaged.',
    default: 3,
    minimum: 1,
    maximum: 90,
  }),
  entry: decimal({
    title: 'Entry rate',
    description: 'Mean rate per settlement beyond which a position is taken.',
    default: 0.0003,
    minimum: 0,
    maximum: 0.01,
  }),
  exit: decimal({
    title: 'Exit rate',
    description: 'Mean rate per settlement below which it is closed; not above the entry.',
    default: 0.0001,
    minimum: 0,
    maximum: 0.01,
  }),
});
type Params = Static<typeof schema>;

/** Settlements asked for beyond those averaged: the newest may be stamped after the last bar's close. */
const SPARE_SETTLEMENTS = 8;

class FundingArb implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  reason = '';

  private known = 0;
  private meanRate = Number.NaN;
  private held: Target = 0;

  constructor(
    private readonly settlements: number,
    private readonly entry: number,
    private readonly exit: number,
    private readonly warmupBars: number,
    private readonly barMs: number,
  ) {}

  evaluate(market: MarketSeries, i: number): Target {
    const { bars, funding } = market;
    if (funding === undefined) throw new TypeError('funding_arb needs the funding series');
    this.learn(funding, bars.openTimeMs[i]! + this.barMs);
    if (i + 1 < this.warmupBars) return 0;
    const rate = this.meanRate;
    if (rate > this.entry) this.hold(-1, 'funding_high');
    else if (rate < -this.entry) this.hold(1, 'funding_low');
    else if (Math.abs(rate) < this.exit) this.hold(0, 'funding_normal');
    return this.held;
  }

  private learn(funding: FundingSeries, closeTimeMs: number): void {
    const before = this.known;
    while (this.known < funding.length && funding.timeMs[this.known]! < closeTimeMs) this.known += 1;
    if (this.known === before || this.known < this.settlements) return;
    let sum = 0;
    for (let k = this.known - this.settlements; k < this.known; k++) sum += funding.rate[k]!;
    this.meanRate = sum / this.settlements;
  }

  private hold(target: Target, reason: string): void {
    this.held = target;
    this.reason = reason;
  }

  state(): EvaluatorState {
    return { held: this.held };
  }

  restore(state: EvaluatorState): void {
    this.held = heldTarget(state);
  }
}

export const fundingArb = defineStrategy<Params>({
  name: 'funding_arb',
  title: 'Funding arbitrage',
  summary: 'Stands on the side that is paid while funding is extreme.',
  schema,
  rules: (params) => fault('exit', params.exit > params.entry, `must not be above entry (${params.entry})`),
  warmupBars: () => 0,
  auxiliaries: (params) => [
    { kind: 'funding_rates', input: 'funding', lookbackBars: params.settlements + SPARE_SETTLEMENTS },
  ],
  create: (params, warmupBars, timeframe) =>
    new FundingArb(params.settlements, params.entry, params.exit, warmupBars, timeframeMs(timeframe)),
});

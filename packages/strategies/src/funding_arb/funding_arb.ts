/**
 * Takes the side that funding pays: short when the mean of the last settlements is high, long when it is low.
 * A settlement is known at a bar's close only if its stamp lies before the close.
 */
import { type FundingSeries, timeframeMs } from '@platform/core';
import type { Static } from 'typebox';
import { defineStrategy, fault } from '../define-strategy';
import { heldTarget } from '../held';
import { decimal, integer, strategyParams } from '../params';
import type { EvaluatorState, MarketSeries, RunEvaluator, Target } from '../types';

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

class FundingArb implements RunEvaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;

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

  get target(): Target {
    return this.held;
  }

  get reason(): string {
    if (this.held === 0) return 'funding_normal';
    return this.held === 1 ? 'funding_low' : 'funding_high';
  }

  evaluate(market: MarketSeries, i: number): Target {
    if (i + 1 < this.warmupBars) this.learn(fundingOf(market), market.bars.openTimeMs[i]! + this.barMs);
    else this.evaluateRun(market, i, i + 1, this.held);
    return this.held;
  }

  evaluateRun(market: MarketSeries, from: number, until: number, held: Target): number {
    const funding = fundingOf(market);
    const { length, timeMs } = funding;
    const { openTimeMs } = market.bars;
    const { barMs } = this;
    const never = Number.POSITIVE_INFINITY;
    let i = from;
    while (i < until) {
      this.learn(funding, openTimeMs[i]! + barMs);
      this.decide();
      i += 1;
      if (this.held !== held) return i;
      // Nothing can change before the next settlement is known.
      const nextMs = this.known < length ? timeMs[this.known]! : never;
      while (i < until && openTimeMs[i]! + barMs <= nextMs) i += 1;
    }
    return until;
  }

  private learn({ length, timeMs, rate }: FundingSeries, closeTimeMs: number): void {
    const { settlements } = this;
    const before = this.known;
    let known = before;
    while (known < length && timeMs[known]! < closeTimeMs) known += 1;
    this.known = known;
    if (known === before || known < settlements) return;
    let sum = 0;
    for (let k = known - settlements; k < known; k++) sum += rate[k]!;
    this.meanRate = sum / settlements;
  }

  /**
   * Reads everything before it chooses: a branch that is first taken late would have V8 compile its callers
   * again.
   */
  private decide(): void {
    const { meanRate, entry, exit, held } = this;
    const otherwise = Math.abs(meanRate) < exit ? 0 : held;
    this.held = meanRate > entry ? -1 : meanRate < -entry ? 1 : otherwise;
  }

  lineValues(): readonly number[] {
    return [this.meanRate, this.entry, -this.entry];
  }

  state(): EvaluatorState {
    return { held: this.held };
  }

  restore(state: EvaluatorState): void {
    this.held = heldTarget(state);
  }
}

function fundingOf({ funding }: MarketSeries): FundingSeries {
  if (funding === undefined) throw new TypeError('funding_arb needs the funding series');
  return funding;
}

export const fundingArb = defineStrategy<Params>({
  name: 'funding_arb',
  title: 'Funding arbitrage',
  summary: 'Stands on the side that is paid while funding is extreme.',
  gauges: ['Mean funding rate', 'High', 'Low'],
  schema,
  rules: (params) => fault('exit', params.exit > params.entry, `must not be above entry (${params.entry})`),
  warmupBars: () => 0,
  auxiliaries: (params) => [
    { kind: 'funding_rates', input: 'funding', lookbackBars: params.settlements + SPARE_SETTLEMENTS },
  ],
  create: (params, warmupBars, timeframe) =>
    new FundingArb(params.settlements, params.entry, params.exit, warmupBars, timeframeMs(timeframe)),
});

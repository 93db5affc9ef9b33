/** A small strategy that works: a moving-average cross with a stop, in both languages, with a test. */

export function templateFiles(name: string): Readonly<Record<string, string>> {
  const className = name.replace(/(^|_)([a-z0-9])/g, (_, _before: string, letter: string) =>
    letter.toUpperCase(),
  );
  return {
    [`${name}.ts`]: typescript(name, className),
    [`${name}.py`]: python(name, className),
    [`${name}.test.ts`]: test(name),
    'README.md': readme(name),
  };
}

const typescript = (
  name: string,
  className: string,
) => `/** Long while the fast average is above the slow one, short while it is below; the stop is a share of the price away. */
import {
  decimal,
  defineStrategy,
  Ema,
  type Evaluator,
  type EvaluatorState,
  fault,
  integer,
  type MarketSeries,
  strategyParams,
  type Target,
} from '@platform/strategies/author';
import type { Static } from 'typebox';

const schema = strategyParams({
  fast: integer({
    title: 'Fast',
    description: 'Bars of the fast average.',
    default: 12,
    minimum: 2,
    maximum: 128,
  }),
  slow: integer({
    title: 'Slow',
    description: 'Bars of the slow average.',
    default: 48,
    minimum: 3,
    maximum: 256,
  }),
  stop: decimal({
    title: 'Stop',
    description: 'Distance of the stop, as a share of the price.',
    default: 0.05,
    minimum: 0.001,
    maximum: 0.5,
  }),
});
type Params = Static<typeof schema>;

class ${className} implements Evaluator {
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  // Numbers begin as NaN: V8 then overwrites them in place, and a bar allocates nothing.
  stopPrice = Number.NaN;
  reason = 'even';
  private readonly fast: Ema;
  private readonly slow: Ema;
  private readonly stop: number = Number.NaN;

  constructor(
    params: Params,
    private readonly warmupBars: number,
  ) {
    this.fast = new Ema(params.fast);
    this.slow = new Ema(params.slow);
    this.stop = params.stop;
  }

  /** Called once for every closed bar, in order. Bars after \`i\` do not exist yet. */
  evaluate(market: MarketSeries, i: number): Target {
    const close = market.bars.close[i]!;
    this.fast.push(close);
    this.slow.push(close);
    if (i + 1 < this.warmupBars) return 0;
    const difference = this.fast.value - this.slow.value;
    if (difference > 0) {
      this.stopPrice = close * (1 - this.stop);
      this.reason = 'fast_above_slow';
      return 1;
    }
    if (difference < 0) {
      this.stopPrice = close * (1 + this.stop);
      this.reason = 'fast_below_slow';
      return -1;
    }
    this.reason = 'even';
    return 0;
  }

  /** What a restarted bot cannot compute from the warm-up bars: nothing here. */
  state(): EvaluatorState {
    return {};
  }

  restore(): void {}
}

export default defineStrategy<Params>({
  name: '${name}',
  title: '${className}',
  summary: 'Follows the side of the fast average.',
  schema,
  rules: ({ fast, slow }) => fault('slow', slow <= fast, 'must be above fast'),
  // After 18.5 spans the first bar has faded below the precision of a double: a bot that starts later decides
  // the same.
  warmupBars: ({ slow }) => Math.ceil(18.5 * (slow + 1)),
  create: (params, warmupBars) => new ${className}(params, warmupBars),
});
`;

const python = (
  name: string,
  className: string,
) => `"""Long while the fast average is above the slow one, short while it is below; the stop is a share of the price away."""

from collections.abc import Mapping
from typing import Any

from platform_lab.indicators import Ema
from platform_lab.market import Market
from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict, ema_warmup_bars


class ${className}(Strategy):
    name = "${name}"
    fields = {"fast": integer(12, 2, 128), "slow": integer(48, 3, 256), "stop": Number(0.05, 0.001, 0.5)}
    rules = (("slow", lambda p: p["slow"] > p["fast"], "must be above fast"),)

    def __init__(self, market: Market, params: Mapping[str, Any]) -> None:
        super().__init__(market, params)
        self._fast = Ema(self.params["fast"])
        self._slow = Ema(self.params["slow"])

    def declared_warmup_bars(self) -> int:
        return ema_warmup_bars(self.params["slow"])

    def update(self, i: int) -> None:
        self._fast.update(self.bars.close[i])
        self._slow.update(self.bars.close[i])

    def decide(self, i: int, held: int) -> Verdict | None:
        difference = self._fast.value - self._slow.value
        close = self.bars.close[i]
        if difference > 0:
            return Verdict(1, "fast_above_slow", stop=close * (1 - self.params["stop"]))
        if difference < 0:
            return Verdict(-1, "fast_below_slow", stop=close * (1 + self.params["stop"]))
        return Verdict(0, "even")
`;

const test = (name: string) => `import { describe, expect, it } from 'vitest';
import strategy from './${name}';

describe('${name}', () => {
  it('refuses a slow average that is not slower', () => {
    expect(strategy.parse({ fast: 50, slow: 20 })).toMatchObject({ ok: false });
    expect(strategy.parse({})).toMatchObject({ ok: true });
  });
});
`;

const readme = (name: string) => `# ${name}

    ./platform strategy check ${name}
    ./platform backtest --strategy ${name} --symbol BTCUSDT --timeframe 1h --csv bars.csv --html report.html
`;
